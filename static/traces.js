// Marks on the table what changed since the reader's last order. They can be hidden, and stay hidden then.
(() => {
  const HIDDEN = "edgepbem-traces-hidden";
  const isHidden = () => localStorage.getItem(HIDDEN) === "1";

  function button(since) {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "link-button";
    const tell = () => {
      document.body.classList.toggle("no-traces", isHidden());
      made.textContent = isHidden() ? since.dataset.show : since.dataset.hide;
    };
    made.onclick = () => {
      localStorage.setItem(HIDDEN, isHidden() ? "0" : "1");
      tell();
    };
    tell();
    return made;
  }

  async function mark() {
    const since = document.getElementById("since");
    if (!since?.dataset.traces || since.querySelector("button")) return;
    const answer = await fetch(since.dataset.traces);
    if (!answer.ok) return;
    const { parts, said } = await answer.json();
    for (const old of document.querySelectorAll("#table .traces")) old.remove();
    for (const [name, drawn] of Object.entries(parts)) {
      const sheet = document.querySelector(`#table .part[data-part="${CSS.escape(name)}"] > .sheet`);
      const marks = new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${drawn}</svg>`, "image/svg+xml");
      if (sheet) sheet.append(document.importNode(marks.documentElement.firstChild, true));
    }
    since.title = said.join("\n");
    if (!Object.keys(parts).length) return;
    since.append(" ", button(since));
  }

  // A page that was in front of its reader for a moment has been looked at: the server remembers it for all devices.
  const MOMENT = 2500;
  let looking = 0, told = "";
  function look() {
    clearTimeout(looking);
    const { seen, looked } = document.getElementById("live")?.dataset ?? {};
    if (!seen || seen === told || document.visibilityState !== "visible" || !document.hasFocus()) return;
    looking = setTimeout(async () => {
      told = seen;
      const key = document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
      const body = new URLSearchParams({ seen });
      await fetch(looked, { method: "POST", headers: { "X-CSRFToken": key }, body }).catch(() => (told = ""));
    }, MOMENT);
  }
  for (const kind of ["visibilitychange", "edgepbem:exchanged"]) document.addEventListener(kind, look);
  window.addEventListener("focus", look);
  window.addEventListener("blur", () => clearTimeout(looking));
  look();

  document.addEventListener("edgepbem:exchanged", mark);
  mark();
})();
