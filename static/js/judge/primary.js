// The one big button: it has the focus by default, Enter means it wherever nothing else is meant,
// and a key held down or pressed twice does not run through the next step as well. One that begins,
// ends or cancels something (data-deliberate) has neither: it is pressed on purpose.

/** A button that means something new answers, and looks as if it did, after so many ms. */
const GUARD = 400;
/** What has a use of its own for the Enter key. A box or a choice has none. */
const OWN =
  "a[href], button, input:not([type=checkbox], [type=radio]), select, textarea, summary," +
  " [contenteditable], dialog";
let label = "";
let timer = 0;
let guarded = false;

const primary = () => document.getElementById("primary");
const isDeliberate = () => primary()?.hasAttribute("data-deliberate") ?? false;
const next = () => document.querySelector("input[data-primary]") ?? (isDeliberate() ? null : primary());
const meaning = () => primary()?.textContent ?? "";
const asked = () => document.querySelector("dialog[open]") !== null;

/** Whether the focus lies on nothing: on the page, or on what takes it from a click only. */
const idle = (at) =>
  !at || !at.isConnected || at === document.body || at.matches("[tabindex='-1']");

/** Give the focus to what comes next, unless the judge is busy elsewhere. */
export function focusPrimary({ force = false } = {}) {
  noteChange();
  if (!next() || asked()) return;
  const at = document.activeElement;
  if (force || at === primary() || idle(at)) next().focus({ preventScroll: true });
}

/** Call it as soon as the desk is drawn anew. */
export function noteChange() {
  if (meaning() !== label) {
    label = meaning();
    // htmx gives the new button the focus that the old one had.
    if (isDeliberate() && document.activeElement === primary()) primary().blur();
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

/** By a finger or the mouse; a press of a key is a click without them. */
export const pointed = (event) => (event?.detail ?? 0) > 0;

/** A click on the grid, on a text, on a row puts the focus on nothing: it goes back at once,
 * unless something was marked with it, to be copied. So it does from what the mouse unfolds. */
function keepFocus(event) {
  const unfolded = pointed(event) && event.target.closest("#desk summary") !== null;
  if (document.getSelection().isCollapsed) focusPrimary({ force: unfolded });
}

/** Enter where it has no use of its own, on a list that scrolls for instance. */
function enterAnywhere(event) {
  if (event.key !== "Enter" || event.defaultPrevented || event.target.closest(OWN)) return;
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.isComposing) return;
  if (asked()) return;
  event.preventDefault();
  if (!event.repeat && !isDeliberate()) primary()?.click();
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
  document.addEventListener("click", keepFocus);
  document.addEventListener("keydown", (event) => {
    const pressed = event.key === "Enter" || event.key === " ";
    if (pressed && event.repeat && event.target.closest("#primary")) event.preventDefault();
  });
  document.addEventListener("keydown", enterAnywhere);
}
