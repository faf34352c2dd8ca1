// Seeds for the dice that the browser makes itself: a server that picked them could pick the dice.
for (const field of document.querySelectorAll("input[data-seed]")) {
  if (!field.value) {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    field.value = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  }
}
