// The primary button of the desk: it has the focus by default, and Enter presses it unless the focused
// element uses Enter. A key that is held or pressed twice does not press the next button too. A button
// with data-deliberate, which begins, ends or cancels something, gets neither focus nor Enter.

/** A button with a new label is disabled for this time, in milliseconds. */
const GUARD_TIME = 400;
/** Elements that use the Enter key. */
const ENTER_SELECTOR =
  "a[href], button, input:not([type=checkbox], [type=radio]), select, textarea, summary," +
  " [contenteditable], dialog";
let shownLabel = "";
let timer = 0;
let isGuarded = false;

const getPrimary = () => document.getElementById("primary");
const isDeliberate = () => getPrimary()?.hasAttribute("data-deliberate") ?? false;
const getFocusTarget = () =>
  document.querySelector("input[data-primary]") ?? (isDeliberate() ? null : getPrimary());
const getLabel = () => getPrimary()?.textContent ?? "";
const isDialogOpen = () => document.querySelector("dialog[open]") !== null;

/** Return true if the focus has no use: on the page, or on an element that only a click focuses. */
const isIdle = (element) =>
  !element?.isConnected || element === document.body || element.matches("[tabindex='-1']");

/** Focus the next input or the primary button, unless another element has the focus. */
export function focusPrimary({ isForced = false } = {}) {
  guardIfChanged();
  if (!getFocusTarget() || isDialogOpen()) return;
  const element = document.activeElement;
  if (isForced || element === getPrimary() || isIdle(element)) {
    getFocusTarget().focus({ preventScroll: true });
  }
}

/** Guard the button if its label has changed; call it after each swap of the desk. */
export function guardIfChanged() {
  if (getLabel() !== shownLabel) {
    shownLabel = getLabel();
    // htmx gives the new button the focus that the old one had.
    if (isDeliberate() && document.activeElement === getPrimary()) getPrimary().blur();
    isGuarded = true;
    clearTimeout(timer);
    timer = setTimeout(() => {
      isGuarded = false;
      showGuard();
    }, GUARD_TIME);
  }
  showGuard();
}

/** Show the guard by aria-disabled: the attribute `disabled` would remove the focus. */
function showGuard() {
  getPrimary()?.setAttribute("aria-disabled", isGuarded);
}

/** Return true for a click by mouse or finger, not by a key. */
export const isPointerClick = (event) => (event?.detail ?? 0) > 0;

/** Return the focus after a click on the grid, a text, a row or a summary, unless text was selected. */
function returnFocus(event) {
  const isUnfolding = isPointerClick(event) && event.target.closest("#desk summary") !== null;
  if (document.getSelection().isCollapsed) focusPrimary({ isForced: isUnfolding });
}

/** Press the button by Enter on an element that does not use it, e.g. a list that scrolls. */
function pressOnEnter(event) {
  if (event.key !== "Enter" || event.defaultPrevented || event.target.closest(ENTER_SELECTOR)) return;
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.isComposing) return;
  if (isDialogOpen()) return;
  event.preventDefault();
  if (!event.repeat && !isDeliberate()) getPrimary()?.click();
}

/** Ignore held keys and, for GUARD_TIME, presses of a button whose label has changed. */
export function guardPrimary() {
  shownLabel = getLabel(); // the first button is not guarded
  document.addEventListener(
    "click",
    (event) => {
      if (isGuarded && event.target.closest("#primary")) event.preventDefault();
    },
    { capture: true },
  );
  document.addEventListener("click", returnFocus);
  document.addEventListener("keydown", (event) => {
    const isPressKey = event.key === "Enter" || event.key === " ";
    if (isPressKey && event.repeat && event.target.closest("#primary")) event.preventDefault();
  });
  document.addEventListener("keydown", pressOnEnter);
}
