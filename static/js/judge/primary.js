// The one big button: it has the focus by default, and a key held down or pressed twice does
// not run through the next step as well.

/** A fresh button does not answer for this long, in milliseconds. */
const GUARD = 400;
let label = "";
let since = -GUARD; // the first one answers at once

const primary = () => document.getElementById("primary");

/** Give the focus to what comes next, unless the judge is busy elsewhere. */
export function focusPrimary({ force = false } = {}) {
  const next = document.querySelector("input[data-primary]") ?? primary();
  noteChange();
  if (!next || document.querySelector("dialog[open]")) return;
  const at = document.activeElement;
  const free = !at || at === document.body || at === primary() || !at.isConnected;
  if (free || force) next.focus({ preventScroll: true });
}

function noteChange() {
  const text = primary()?.textContent ?? "";
  if (text === label) return;
  label = text;
  since = performance.now();
}

/** Swallow held keys, and presses meant for the button that was here a moment ago. */
export function guardPrimary() {
  noteChange();
  since = -GUARD;
  document.addEventListener(
    "click",
    (event) => {
      if (!event.target.closest("#primary")) return;
      if (performance.now() - since < GUARD) event.preventDefault();
    },
    { capture: true },
  );
  document.addEventListener("keydown", (event) => {
    const pressed = event.key === "Enter" || event.key === " ";
    if (pressed && event.repeat && event.target.closest("#primary")) event.preventDefault();
  });
}
