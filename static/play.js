// The table as a place to play on. Without this file every spot is a plain link and every order a plain form;
// it adds: exchange of what changed, arrow keys, what things are (hover, focus, tap), zoom, dragging, cancelling.
"use strict";
(() => {
  const question = () => document.getElementById("question");
  const table = () => document.getElementById("table");
  const spots = (root = table()) => (root ? [...root.querySelectorAll(".spot")] : []);
  const leads = (spot) => spot.getAttribute("href");

  // A click on a spot exchanges the question and the spots; the board, the scroll position and the zoom stay.
  let afterSwap = null;
  function go(spot, then = null) {
    afterSwap = then;
    clearTimeout(resting);
    hide();
    htmx.ajax("GET", leads(spot), { source: question(), target: "#question", swap: "outerHTML" });
  }
  document.addEventListener("click", (event) => {
    const spot = event.target.closest(".spot"), part = event.target.closest(".part");
    if (!spot && part && table()?.contains(part) && !event.target.closest("a, button") && isFar(part)) return zoomTo(part, event);
    if (!spot || !table()?.contains(spot) || event.defaultPrevented || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (dragged) return;
    if (isSmall(spot) && zoomTo(spot, event)) return;
    clicked = [event.clientX, event.clientY];
    if (leads(spot)) go(spot);
    else show(spot);
  });

  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.target.id !== "question" && !event.target.closest?.("#question")) return;
    hide();
    rove();
    for (const fold of document.querySelectorAll("#table details:has(.spot.is-lit)")) fold.open = true;
    const next = afterSwap;
    afterSwap = null;
    const spot = next && spots().find((one) => one.dataset.thing === next && leads(one) && one.matches(".is-lit"));
    if (spot) return go(spot);
    bringLitIntoSight();
    if (byKey) spots().find((one) => one.matches(".is-lit"))?.focus({ preventScroll: true });
    byKey = false;
  });

  // The table stays where it is, unless all that can be clicked lies outside of the window or under the sheet.
  function bringLitIntoSight() {
    const lit = spots().filter((one) => one.matches(".is-lit")).map((one) => [one, one.getBoundingClientRect()]);
    const sheet = document.querySelector(".asking"), isBelow = sheet && getComputedStyle(sheet).bottom === "0px";
    const floor = isBelow ? sheet.getBoundingClientRect().top : innerHeight;
    if (!lit.length || lit.some(([, box]) => box.top >= 0 && box.bottom <= floor)) return;
    const [, box] = lit[0];
    scrollBy(0, box.top - Math.max(0, (floor - box.height) / 2));
  }

  // One stop for the Tab key on each part; the arrow keys go from thing to thing, also to those that are not lit.
  let byKey = false; // who plays with the keyboard stays on the board as long as something is lit there
  function rove() {
    for (const sheet of document.querySelectorAll(".spots")) {
      const all = spots(sheet);
      const first = all.find((one) => one.matches(".is-lit")) ?? all[0];
      for (const one of all) one.setAttribute("tabindex", one === first ? "0" : "-1");
    }
  }
  const centre = (spot) => {
    const box = spot.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  function neighbour(spot, [dx, dy]) {
    const [x, y] = centre(spot);
    let best = null, least = Infinity;
    for (const one of spots()) {
      const [a, b] = centre(one), along = (a - x) * dx + (b - y) * dy, across = Math.abs((a - x) * dy) + Math.abs((b - y) * dx);
      const far = along + 2 * across;
      if (one !== spot && along > 1 && far < least) [best, least] = [one, far];
    }
    return best;
  }
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hide();
    const spot = event.target.closest?.(".spot");
    if (!spot) return;
    const way = WAYS[event.key];
    if (way) {
      event.preventDefault();
      neighbour(spot, way)?.focus();
    } else if ((event.key === "Enter" || event.key === " ") && leads(spot)) {
      event.preventDefault();
      byKey = true;
      go(spot);
    }
  });
  document.addEventListener("focusin", (event) => {
    const spot = event.target.closest?.(".spot");
    if (spot) show(spot);
    else hide();
  });

  // What a thing is: the title of its spot or of what is drawn under the pointer.
  const tip = Object.assign(document.createElement("div"), { className: "tip", id: "tip", hidden: true });
  tip.setAttribute("role", "tooltip");
  document.body.append(tip);
  const title = (spot) => spot.querySelector("title")?.textContent ?? "";
  function show(spot, at = null) {
    const under = at ? document.elementsFromPoint(...at).map((one) => one.closest?.(".spot")) : [];
    const told = [...new Set([spot, ...under.filter(Boolean)].map(title))].filter(Boolean).join("\n\n");
    if (!told) return;
    tip.textContent = told;
    tip.hidden = false;
    spot.setAttribute("aria-describedby", "tip");
    const box = spot.getBoundingClientRect(), size = tip.getBoundingClientRect();
    const below = box.bottom + 6, above = box.top - size.height - 6;
    const right = Math.min(table()?.getBoundingClientRect().right ?? innerWidth, innerWidth); // never over the question
    tip.style.left = `${Math.max(4, Math.min(box.left, right - size.width - 4))}px`;
    tip.style.top = `${below + size.height < innerHeight || above < 0 ? Math.min(below, innerHeight - size.height - 4) : above}px`;
  }
  function hide() {
    tip.hidden = true;
  }
  // A pointer that only passes by asks for nothing.
  const REST = 350, STILL = 10;
  let resting = 0;
  let clicked = [-STILL, -STILL]; // what comes to lie under a pointer that has just clicked is not asked about
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse") return;
    clearTimeout(resting);
    const spot = event.target.closest?.(".spot");
    const at = [event.clientX, event.clientY];
    if (Math.hypot(at[0] - clicked[0], at[1] - clicked[1]) < STILL) return;
    if (spot) resting = setTimeout(() => spot.isConnected && show(spot, at), REST);
    else hide();
  });

  // A tap on what is too small for a finger, or to be read, brings it near first; a tap beside it moves there.
  const FINGER = 26, NEAR = 2.4, READABLE = 0.62; // pixels; how often larger; pixels for a unit of the drawing
  const isTouched = () => matchMedia("(pointer: coarse)").matches;
  function isFar(part) {
    const sheet = part.querySelector(".sheet");
    if (!sheet || !isTouched()) return false;
    const wide = Number((part.dataset.far ?? sheet.getAttribute("viewBox")).split(" ")[2]);
    return sheet.getBoundingClientRect().width / wide < READABLE;
  }
  function isSmall(spot) {
    if (!isTouched() || spot.closest(".part").classList.contains("is-near")) return false;
    const box = spot.getBoundingClientRect();
    return Math.min(box.width, box.height) < FINGER;
  }
  function zoomTo(spot, event) {
    const part = spot.closest(".part"), sheet = part.querySelector(".sheet");
    const [left, top, seenWide, seenTall] = sheet.getAttribute("viewBox").split(" ").map(Number);
    const [, , wide, tall] = (part.dataset.far ?? sheet.getAttribute("viewBox")).split(" ").map(Number);
    const box = sheet.getBoundingClientRect();
    const x = left + ((event.clientX - box.x) / box.width) * seenWide, y = top + ((event.clientY - box.y) / box.height) * seenTall;
    const w = wide / NEAR, h = tall / NEAR;
    near(part, `${Math.max(0, Math.min(x - w / 2, wide - w))} ${Math.max(0, Math.min(y - h / 2, tall - h))} ${w} ${h}`);
    return true;
  }
  function near(part, box) {
    part.dataset.far ??= part.querySelector(".sheet").getAttribute("viewBox");
    for (const svg of part.querySelectorAll(":scope > svg")) svg.setAttribute("viewBox", box);
    part.classList.toggle("is-near", box !== part.dataset.far);
    part.querySelector(".zoom")?.remove();
    if (box === part.dataset.far) return;
    const out = Object.assign(document.createElement("button"), { type: "button", className: "button zoom", textContent: "−" });
    out.setAttribute("aria-label", table().dataset.whole);
    out.addEventListener("click", () => near(part, part.dataset.far));
    part.append(out);
  }
  // What was exchanged must be as near as the drawing below it.
  document.addEventListener("htmx:oobAfterSwap", () => {
    for (const part of document.querySelectorAll(".part.is-near")) {
      const box = part.querySelector(".sheet").getAttribute("viewBox");
      part.querySelector(".spots")?.setAttribute("viewBox", box);
    }
  });

  // A drag is a click on both ends.
  let from = null, dragged = false;
  document.addEventListener("pointerdown", (event) => {
    dragged = false;
    const spot = event.target.closest?.(".spot.is-lit");
    from = spot && table()?.contains(spot) ? { spot, x: event.clientX, y: event.clientY } : null;
  });
  document.addEventListener("pointerup", (event) => {
    if (!from || Math.hypot(event.clientX - from.x, event.clientY - from.y) < 12) return;
    const end = document.elementsFromPoint(event.clientX, event.clientY).find((one) => one.closest?.(".spot"))?.closest(".spot");
    const under = end?.dataset.thing ?? placeAt(event);
    if (!under || under === from.spot.dataset.thing) return;
    dragged = true;
    go(from.spot, under);
  });
  // The end of a drag may not be lit yet: it is looked for again when its turn has come.
  let dropped = null;
  function placeAt(event) {
    dropped = [event.clientX, event.clientY];
    return "?";
  }
  document.addEventListener("htmx:afterSettle", () => {
    if (!dropped) return;
    const [x, y] = dropped;
    dropped = null;
    const spot = document.elementsFromPoint(x, y).map((one) => one.closest?.(".spot.is-lit")).find(Boolean);
    if (spot) go(spot);
  });
  document.addEventListener("dragstart", (event) => {
    if (event.target.closest?.(".spot")) event.preventDefault();
  });

  // A preview is worked out while the page can be used; whoever does not want to wait for it stops it.
  document.addEventListener("htmx:beforeRequest", (event) => {
    const box = event.target;
    if (box.id !== "effect") return;
    box.querySelector(".busy")?.classList.add("is-busy");
    const cancel = box.querySelector("[data-cancel]");
    if (cancel) cancel.hidden = false;
  });
  document.addEventListener("click", (event) => {
    const cancel = event.target.closest?.("[data-cancel]");
    if (!cancel) return;
    const box = cancel.closest("#effect");
    htmx.trigger(box, "htmx:abort");
    box.querySelector(".busy").classList.remove("is-busy");
    cancel.hidden = true;
  });

  document.addEventListener("edgepbem:exchanged", rove);
  rove();
})();
