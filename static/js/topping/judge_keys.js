// Keys of the judge of a topping, and protection from a key that is pressed twice: after a top the
// letters of the next turn are there at once, and the same key would accept its top.

/** Minimal time between two validated tops of a player, in milliseconds. */
const MIN_INTERVAL = 700;

/** Time of the last validated top, by run. */
const lastTimes = new Map();

/** Return the digit of a key, of a French keyboard without the shift key too; "" for another key. */
function getDigit({ key, code }) {
  if (/^[1-9]$/.test(key)) return key;
  return /^Digit([1-9])$/.exec(code)?.[1] ?? "";
}

/** @param {(digit: number) => HTMLElement | null} findButton returns the button of a digit */
export function bindDigits(findButton) {
  document.addEventListener("keydown", (event) => {
    if (event.repeat || event.ctrlKey || event.altKey || event.metaKey || event.target.matches("input:not([type=checkbox]), select")) return;
    const digit = getDigit(event);
    if (digit) findButton(Number(digit))?.click();
  });
  document.addEventListener("click", (event) => {
    const run = event.target.closest(".top-form button")?.form.dataset.run;
    if (!run) return;
    const elapsed = event.timeStamp - (lastTimes.get(run) ?? -Infinity);
    if (elapsed < MIN_INTERVAL) event.preventDefault();
    else lastTimes.set(run, event.timeStamp);
  });
}
