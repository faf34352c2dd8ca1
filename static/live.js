// An open match page stays up to date: it hears that something happened, fetches itself, and exchanges what
// has changed. What someone is writing is left alone, with a word about what is new.
(() => {
  const root = () => document.getElementById("live");
  if (!root() || !window.EventSource) return;

  const STREAMS = 4; // of one browser: it opens six connections to a server at most, and others need some
  const AWAY = 5 * 60 * 1000; // after so long without a hand on it nobody is at the page
  const POLL = { seen: 4_000, hidden: 20_000 };
  let source = null;
  let timer = 0;
  let lastTouch = Date.now();
  let isRunning = false;
  let isWanted = false;
  let isSkipped = false; // what was fetched was not shown: a click was faster

  // Hearing.

  const isHere = () => document.visibilityState === "visible" && Date.now() - lastTouch < AWAY;
  const address = () => `${root().dataset.changes}?mark=${root().dataset.mark}${isHere() ? "&here=1" : ""}`;

  function listen() {
    source?.close();
    source = new EventSource(address());
    source.wasHere = isHere();
    source.addEventListener("changed", (event) => event.data !== root().dataset.mark && exchange());
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) {
        source = null;
        poll(); // refused: ask now and then instead
      }
    };
  }

  async function poll() {
    clearTimeout(timer);
    timer = setTimeout(poll, document.visibilityState === "visible" ? POLL.seen : POLL.hidden);
    try {
      const answer = await fetch(root().dataset.changes, { headers: { Accept: "application/json" } });
      if (!answer.ok || answer.redirected) return clearTimeout(timer);
      if ((await answer.json()).mark !== root().dataset.mark) exchange();
    } catch {
      // No network: the next try will tell.
    }
  }

  // One of a few places of this browser; without one, the page asks now and then until one is free.
  function begin() {
    if (!navigator.locks) return document.visibilityState === "visible" ? listen() : poll();
    const take = (place) =>
      navigator.locks.request(`edgepbem-stream-${place}`, { ifAvailable: true }, (lock) => {
        if (!lock) return place < STREAMS ? take(place + 1) : wait();
        clearTimeout(timer);
        listen();
        return new Promise(() => {}); // until the page is closed
      });
    const wait = () => {
      poll();
      navigator.locks.request(`edgepbem-stream-${1 + Math.floor(Math.random() * STREAMS)}`, () => {
        clearTimeout(timer);
        listen();
        return new Promise(() => {});
      });
    };
    take(1);
  }

  // Exchanging.

  async function exchange() {
    isWanted = true;
    if (isRunning) return;
    isRunning = true;
    while (isWanted) {
      isWanted = false;
      try {
        await exchangeOnce();
      } catch {
        offer(root().dataset.reload, () => location.reload());
      }
    }
    isRunning = false;
  }

  async function exchangeOnce() {
    const page = () => location.href.split("#")[0];
    const address = page();
    const answer = await fetch(address, { headers: { Accept: "text/html" } });
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    isSkipped = page() !== address || choosing.size > 0;
    if (isSkipped) return void (isWanted ||= !choosing.size);
    if (!answer.ok || !fresh.getElementById("live")) return offer(root().dataset.reload, () => location.reload());
    const postponed = isDisturbing(fresh) ? ["question"] : [];
    document.title = fresh.title;
    const icon = document.querySelector("link[rel=icon]");
    icon.href = fresh.querySelector("link[rel=icon]").href;
    const active = document.activeElement;
    const focused = { id: active?.id, href: active?.getAttribute?.("href") };
    const anchor = anchored();
    morph(document.getElementById("main"), fresh.getElementById("main"), postponed);
    anchor.restore();
    if (active && !active.isConnected) refocus(focused);
    document.dispatchEvent(new CustomEvent("edgepbem:exchanged"));
    announce(postponed.length > 0);
  }

  // An answer that has been begun belongs to its question: another one does not take its place unasked.
  function isDisturbing(fresh) {
    const [old, now] = [asked(document), asked(fresh)];
    if (!old || old === now) return false;
    const question = document.getElementById("question");
    return new URLSearchParams(location.search).has("at") || !!question?.contains(document.activeElement);
  }
  const asked = (page) => page.getElementById("question")?.dataset.asked.split(" ")[0] ?? "";

  // A click exchanges the question by itself. What was fetched meanwhile shows where the answer stood before it,
  // and what the click has brought may be older or newer than the rest of the page: then all of it is fetched.
  const choosing = new Set();
  document.addEventListener("htmx:beforeRequest", ({ detail }) => {
    if (detail.target?.id === "question") choosing.add(detail.xhr);
  });
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (!choosing.delete(detail.xhr) || choosing.size) return;
    if (isSkipped || asked(document) !== root().dataset.question) exchange();
  });

  // What stands at the top of the window stays there, whatever grows above it.
  function anchored() {
    const candidates = document.querySelectorAll("#main [id]");
    const seen = [...candidates].find((one) => one.getBoundingClientRect().bottom > 0 && one.offsetParent);
    const [id, top] = [seen?.id, seen?.getBoundingClientRect().top];
    const before = window.scrollY;
    return {
      restore() {
        const now = id && document.getElementById(id);
        if (now && before > 0) window.scrollBy(0, now.getBoundingClientRect().top - top);
      },
    };
  }

  function refocus({ id, href }) {
    const same = (id && document.getElementById(id)) || (href && document.querySelector(`a[href="${CSS.escape(href)}"]`));
    (same || document.getElementById("question-title") || document.getElementById("main")).focus({ preventScroll: true });
  }

  const FIELDS = "input:not([type=hidden]), textarea, select";

  function isDraft(field) {
    if (field.matches("select")) return [...field.options].some((one) => one.selected !== one.defaultSelected);
    if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
    return field.value !== field.defaultValue;
  }

  const isWritten = (form) => [...form.querySelectorAll(FIELDS)].some(isDraft);
  const isAlike = (a, b) =>
    a.nodeType === b.nodeType && a.nodeName === b.nodeName && (a.id || "") === (b.id || "") &&
    (a.nodeType !== 1 || a.id || a.getAttribute("class") === b.getAttribute("class"));

  // What htmx is to fetch; it looks at that only once, when an element is new. So it does with links and forms.
  const ASKS = /^(hx-.*|href|action)$/;
  const asks = (node) => [...node.attributes].filter(({ name }) => ASKS.test(name)).map(({ value }) => value).join();

  // Makes the old tree like the new one and keeps every node that is the same, with focus and scroll position.
  function morph(old, now, postponed) {
    if (old.isEqualNode(now)) return;
    if (old.nodeType !== 1) return void (old.data = now.data);
    if (postponed.includes(old.id) || "keep" in old.dataset) return;
    if (old.matches("form") && isWritten(old)) return;
    if (old.matches("svg") || asks(old) !== asks(now)) return replace(old, now);
    for (const { name } of [...old.attributes]) if (!now.hasAttribute(name) && name !== "open") old.removeAttribute(name);
    for (const { name, value } of now.attributes) {
      if (name !== "open" && old.getAttribute(name) !== value) old.setAttribute(name, value);
    }
    if (old.matches(FIELDS)) old.value = now.value;
    morphChildren(old, now, postponed);
  }

  function morphChildren(old, now, postponed) {
    let place = old.firstChild;
    for (const child of [...now.childNodes]) {
      let found = place;
      while (found && !isAlike(found, child)) found = found.nextSibling;
      if (!found) {
        old.insertBefore(child, place);
        if (child.nodeType === 1) window.htmx?.process(child);
        continue;
      }
      while (place !== found) place = dropped(place, postponed);
      place = found.nextSibling;
      morph(found, child, postponed);
    }
    while (place) place = dropped(place, postponed);
  }

  function dropped(node, postponed) {
    const next = node.nextSibling;
    const isKept = node.nodeType === 1 &&
      (postponed.some((id) => node.id === id || node.querySelector(`#${id}`)) || isWritten(node));
    if (!isKept) node.remove();
    return next;
  }

  function replace(old, now) {
    old.replaceWith(now);
    window.htmx?.process(now);
  }

  // Telling.

  function announce(isPostponed) {
    const said = document.querySelector(".whose-turn")?.textContent.trim().replace(/\s+/g, " ") ?? "";
    document.getElementById("live-said").textContent = said;
    if (isPostponed) {
      offer(root().dataset.other, () => {
        const url = new URL(location.href);
        url.searchParams.delete("at");
        history.replaceState(null, "", url.pathname + url.search);
        document.activeElement?.blur();
        exchange();
      });
    } else offer("");
  }

  function offer(text, then) {
    const notice = document.getElementById("live-notice");
    notice.hidden = !text;
    if (!text) return;
    notice.firstElementChild.textContent = text;
    notice.lastElementChild.onclick = () => {
      notice.hidden = true;
      then();
    };
  }

  // Being here. A page in front, with a hand on it, tells the server so; another one does not.

  const touch = () => {
    lastTouch = Date.now();
    if (source && !source.wasHere && isHere()) listen();
  };
  for (const kind of ["pointerdown", "pointermove", "keydown", "scroll", "focus"]) {
    window.addEventListener(kind, touch, { passive: true });
  }
  document.addEventListener("visibilitychange", touch);
  setInterval(() => source && source.wasHere !== isHere() && listen(), 30_000);
  document.addEventListener("edgepbem:changed", exchange); // the result of an order has come by another way
  window.addEventListener("pageshow", (event) => event.persisted && exchange());
  begin();
})();
