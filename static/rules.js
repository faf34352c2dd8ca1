// Older links name a rule on the page of contents: lead on to the chapter in which it stands.
const rule = decodeURIComponent(location.hash.slice(1));
const book = document.querySelector("[data-rules]");
if (book && /^[A-Z]{2}-[A-Z0-9.]+$/.test(rule) && !document.getElementById(rule)) {
  location.replace(book.dataset.rules.replace(/X\/$/, `${rule}/`));
}
