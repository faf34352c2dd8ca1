// Suggests the browser's time zone to a new user; without this they choose it by hand.
"use strict";
const form = document.querySelector("[data-guess-time-zone]");
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const list = form && form.elements.namedItem("time_zone");
if (list && list.value === "UTC" && zone && Array.from(list.options).some((option) => option.value === zone)) {
  list.value = zone;
}
