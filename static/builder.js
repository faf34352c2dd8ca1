// A deck is built from folded lists: what is typed into the search box shows only what has these words, at once,
// and each list says how much of it is chosen. Without this file the button beside the box does so.
"use strict";
(() => {
  const box = document.querySelector(".builder #find");
  const folds = [...document.querySelectorAll(".shelf-fold")];
  const words = () => (box?.value ?? "").toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const before = new Map(folds.map((fold) => [fold, fold.open])); // as they were before anything was looked for
  const told = (thing) => `${thing.textContent} ${thing.closest(".shelf-fold")?.querySelector("h2").textContent ?? ""}`.toLocaleLowerCase();

  function find() {
    const wanted = words();
    for (const thing of document.querySelectorAll(".thing")) {
      const text = told(thing);
      thing.hidden = !wanted.every((word) => text.includes(word));
    }
    for (const fold of folds) {
      const isFound = !!fold.querySelector(".thing:not([hidden])");
      fold.hidden = !isFound;
      fold.open = wanted.length ? isFound : before.get(fold);
    }
  }

  function tell() {
    document.querySelector(".builder-none").hidden = !!document.querySelector(".thing:not([hidden])");
  }

  function count(fold) {
    const numbers = [...fold.querySelectorAll("input")].map((one) =>
      one.type === "number" ? Math.max(0, Number(one.value) || 0) : Number(one.checked));
    fold.querySelector(".shelf-chosen").textContent = numbers.reduce((sum, one) => sum + one, 0);
  }

  box?.addEventListener("input", () => (find(), tell()));
  box?.addEventListener("keydown", (event) => event.key === "Enter" && event.preventDefault());
  for (const fold of folds) {
    fold.addEventListener("change", () => count(fold));
    fold.addEventListener("toggle", () => words().length || before.set(fold, fold.open));
  }
})();
