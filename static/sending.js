// An order can go with the click that completes it: then nobody presses a button to confirm it. What can be taken
// back goes so unless its player wants to be asked; what cannot, only if its player does not.
"use strict";
(() => {
  const ASKS = "edgepbem-asks", BEFORE = "edgepbem-at-once"; // an older page kept only whether everything goes at once
  const asks = () => localStorage.getItem(ASKS) ?? (localStorage.getItem(BEFORE) === "yes" ? "loss" : "final");
  const question = () => document.getElementById("question");
  let isChosen = false; // a click completed the order: one that an address or typing completed is not sent by itself

  function offer() {
    const select = question()?.querySelector(".asks select");
    if (!select) return;
    for (const one of select.options) one.defaultSelected = one.value === asks(); // else it would pass for a draft
    select.value = asks();
    select.closest(".asks").hidden = false;
  }

  function send() {
    const form = question()?.querySelector(".ready[data-final]");
    if (!isChosen || !form) return;
    const effect = form.querySelector("#effect");
    const isSafe = form.matches("[data-deliberate]") || effect?.matches("[data-undoable]");
    const isKnown = !effect?.querySelector(".busy");
    const goes = asks() === "loss" || (asks() === "final" && isSafe);
    if (goes || isKnown) isChosen = false;
    if (goes) form.requestSubmit();
  }

  document.addEventListener("htmx:beforeRequest", ({ detail }) => {
    if (detail.target?.id === "question") isChosen = !detail.elt.matches("form");
  });
  document.addEventListener("htmx:afterSettle", () => {
    offer();
    send();
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest?.("[data-cancel]")) isChosen = false;
  });
  document.addEventListener("change", (event) => {
    if (event.target.closest?.(".asks")) localStorage.setItem(ASKS, event.target.value);
  });
  // The page that comes after an order stands where this one stood, and begins with the question for the Tab key too.
  const STOOD = "edgepbem-stood";
  document.addEventListener("submit", ({ target }) => {
    if (target.closest(".asking") && target.method === "post") sessionStorage.setItem(STOOD, String(scrollY));
  });
  const stood = sessionStorage.getItem(STOOD);
  sessionStorage.removeItem(STOOD);
  if (stood !== null) {
    scrollTo({ top: Number(stood), behavior: "instant" });
    document.querySelector("#question-title, #being-played")?.focus({ preventScroll: true });
  }

  document.addEventListener("edgepbem:exchanged", offer);
  offer();
})();
