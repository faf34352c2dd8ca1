// Arrow keys go from step to step; the step that is shown is in sight in the list; animation can be switched off.
(() => {
  const STILL = "edgepbem-still";

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.("input, textarea, select, .board")) return;
    const side = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
    const link = side && document.querySelector(`.step-pages a[rel=${side}]`);
    if (link) {
      event.preventDefault();
      link.click();
    }
  });

  function settle() {
    const list = document.querySelector(".step-list");
    const shown = list?.querySelector("[aria-current]");
    if (shown) list.scrollTop = shown.offsetTop - list.offsetTop - list.clientHeight / 2;
    document.body.classList.toggle("still", localStorage.getItem(STILL) === "1");
    const box = document.getElementById("still");
    if (!box) return;
    box.closest("label").hidden = false;
    box.checked = localStorage.getItem(STILL) === "1";
    box.onchange = () => {
      localStorage.setItem(STILL, box.checked ? "1" : "0");
      settle();
    };
  }

  document.addEventListener("htmx:afterSettle", settle);
  settle();
})();
