// The one big button: it has the focus by default, and a key held down or pressed twice does
// not run through the next step as well.

/** A button that means something new answers, and looks as if it did, after so many ms. */
const GUARD = 400;
let label = "";
let timer = 0;
let guarded = false;

const primary = () => document.getElementById("primary");
const meaning = () => primary()?.textContent ?? "";

/** Give the focus to what comes next, unless the judge is busy elsewhere. */
export function focusPrimary({ force = false } = {}) {
  const next = document.querySelector("input[data-primary]") ?? primary();
  noteChange();
  if (!next || document.querySelector("dialog[open]")) return;
  const at = document.activeElement;
  const free = !at || at === document.body || at === primary() || !at.isConnected;
  if (free || force) next.focus({ preventScroll: true });
}

/** Call it as soon as the desk is drawn anew. */
export function noteChange() {
  if (meaning() !== label) {
    label = meaning();
    guarded = true;
    clearTimeout(timer);
    timer = setTimeout(() => {
      guarded = false;
      showGuard();
    }, GUARD);
  }
  showGuard();
}

/** Not disabled: that would take the focus away. */
function showGuard() {
  primary()?.setAttribute("aria-disabled", guarded);
}

/** Swallow held keys, and presses meant for the button that was here a moment ago. */
export function guardPrimary() {
  label = meaning(); // the first one answers at once
  document.addEventListener(
    "click",
    (event) => {
      if (guarded && event.target.closest("#primary")) event.preventDefault();
    },
    { capture: true },
  );
  document.addEventListener("keydown", (event) => {
    const pressed = event.key === "Enter" || event.key === " ";
    if (pressed && event.repeat && event.target.closest("#primary")) event.preventDefault();
  });
}
