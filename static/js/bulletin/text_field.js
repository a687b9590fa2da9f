// A text field that keys of the page can write into as well as a keyboard.

/** Put `text` where the caret of `field` is, or at its end, as if it had been typed. */
export function insertInto(field, text) {
  const [start, end] = selectionOf(field);
  replace(field, start, end, text);
}

/** Backspace. */
export function eraseFrom(field) {
  const [start, end] = selectionOf(field);
  replace(field, start === end ? Math.max(0, start - 1) : start, end, "");
}

function selectionOf(field) {
  const end = field.value.length;
  return document.activeElement === field ? [field.selectionStart, field.selectionEnd] : [end, end];
}

function replace(field, start, end, text) {
  const caret = start + text.length;
  field.value = field.value.slice(0, start) + text + field.value.slice(end);
  field.setSelectionRange(caret, caret);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

export class TextField {
  /**
   * @param {HTMLInputElement} field
   * @param {{clean: (text: string) => string, onText: (text: string) => void,
   *   onFocus: () => void}} handlers `clean` takes out what may not stand in the field; it has a maxlength, which a keyboard of the
   *   page would not know
   */
  constructor(field, { clean, onText, onFocus }) {
    this.field = field;
    field.addEventListener("focus", onFocus);
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

  look({ active }) {
    this.field.classList.toggle("active", active);
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
