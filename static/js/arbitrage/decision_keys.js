// Keys of the dialog of a decision: a digit chooses a reading of the bulletin, a letter ticks a motive.
// Both work wherever the character cannot be typed. The first motive of a bulletin without a sanction also
// chooses the usual sanction of this motive, and 0 point for a zero.

const FIELD = "input:not([type=checkbox], [type=radio]), textarea, select";
const NUMBER_FIELD = "input[type=number]";

/** Return the button of the reading, or the box of the motive, that shows `key`; null without. */
function findChoice(dialog, key) {
  const marks = [...dialog.querySelectorAll(".presets kbd, .motives kbd")];
  const mark = marks.find(({ textContent }) => textContent === key.toUpperCase());
  return mark?.closest("[data-preset]") ?? mark?.closest("label")?.control ?? null;
}

function chooseSanction(label) {
  const form = label.closest("form");
  if (!label.control.checked || form.elements.sanction.value !== "none") return;
  form.elements.sanction.value = label.dataset.sanction;
  if (label.dataset.sanction === "zero") form.elements.points.value = 0;
}

/** @param {HTMLDialogElement} dialog */
export function bindDecisionKeys(dialog) {
  dialog.addEventListener("change", ({ target }) => {
    const label = target.closest("label[data-sanction]");
    if (label) chooseSanction(label);
  });
  dialog.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1) return;
    const field = event.target.closest(FIELD);
    if (field && !(field.matches(NUMBER_FIELD) && /\p{L}/u.test(event.key))) return;
    const choice = findChoice(dialog, event.key);
    if (!choice) return;
    event.preventDefault();
    if (!event.repeat) choice.click();
  });
}
