// A text field that the page's keypad can write into.

/** Insert `text` at the caret of `field`, or at its end, as if it had been typed. */
export function insertInto(field, text) {
  const [start, end] = getFieldSelection(field);
  replaceText(field, start, end, text);
}

/** Erase the selection or the letter before the caret (Backspace). */
export function eraseFrom(field) {
  const [start, end] = getFieldSelection(field);
  replaceText(field, start === end ? Math.max(0, start - 1) : start, end, "");
}

function getFieldSelection(field) {
  const end = field.value.length;
  return document.activeElement === field ? [field.selectionStart, field.selectionEnd] : [end, end];
}

function replaceText(field, start, end, text) {
  const caret = start + text.length;
  field.value = field.value.slice(0, start) + text + field.value.slice(end);
  field.setSelectionRange(caret, caret);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

export class TextField {
  /**
   * @param {HTMLInputElement} field
   * @param {{clean: (text: string) => string, onText: (text: string) => void,
   *   onFocus: () => void}} handlers `clean` removes what the field does not accept; maxlength is applied
   *   here because the keypad would exceed it
   */
  constructor(field, { clean, onText, onFocus }) {
    this.field = field;
    field.addEventListener("focus", onFocus);
    // A finger cannot aim between the letters of so short a text: it goes on at the end.
    field.addEventListener("click", ({ pointerType }) => {
      if (pointerType === "touch") field.setSelectionRange(field.value.length, field.value.length);
    });
    field.addEventListener("input", () => {
      const caret = clean(field.value.slice(0, field.selectionStart)).length;
      const text = clean(field.value).slice(0, field.maxLength);
      if (text !== field.value) {
        field.value = text;
        field.setSelectionRange(caret, caret);
      }
      onText(text);
    });
  }

  show(text) {
    if (this.field.value !== text) this.field.value = text;
  }

  setAppearance({ isActive }) {
    this.field.classList.toggle("active", isActive);
  }

  focus() {
    this.field.focus();
  }

  insert(text) {
    insertInto(this.field, text);
  }

  erase() {
    eraseFrom(this.field);
  }
}
