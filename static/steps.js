// Arrow keys go from step to step.
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.("input, textarea, select, .board")) return;
  const side = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  const link = side && document.querySelector(`.step-pages a[rel=${side}]`);
  if (link) {
    event.preventDefault();
    link.click();
  }
});
