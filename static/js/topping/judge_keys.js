// Keys of the judge of a topping, and protection from a key that is pressed twice: after a top the
// letters of the next turn are there at once, and the same key would accept its top.

/** Nobody can have said another top so soon after the last one, in milliseconds. */
const SOONEST = 700;

const accepted = new Map();

/** The digit of a key; of a French keyboard without the shift key too. Empty for another key. */
function digitOf({ key, code }) {
  if (/^[1-9]$/.test(key)) return key;
  return /^Digit([1-9])$/.exec(code)?.[1] ?? "";
}

/** @param {(digit: number) => HTMLElement | null} find the button of a digit */
export function bindDigits(find) {
  document.addEventListener("keydown", (event) => {
    if (event.repeat || event.ctrlKey || event.altKey || event.metaKey || event.target.matches("input:not([type=checkbox]), select")) return;
    const digit = digitOf(event);
    if (digit) find(Number(digit))?.click();
  });
  document.addEventListener("click", (event) => {
    const run = event.target.closest(".tops-said button")?.form.dataset.run;
    if (!run) return;
    const now = performance.now();
    if (now - (accepted.get(run) ?? -SOONEST) < SOONEST) event.preventDefault();
    else accepted.set(run, now);
  });
}
