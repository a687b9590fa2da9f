// The bulletin on the page: four things to write, three ways to write them (keyboard, letters of
// the rack, the page's own keys). It reports what is written and never says what it thinks of it.

import { gettext } from "../i18n.js";
import { HORIZONTAL, referenceOf } from "../notation.js";
import { keep, load } from "../storage.js";
import { setText } from "../words.js";
import { BACKSPACE, CLEAR, buildKeypad } from "./keypad.js";
import { LONGEST_REFERENCE, LONGEST_SCORE, EMPTY, isEmpty, lettersOf, rewrite, sameSheet,
  toggleCircle } from "./sheet.js";
import { Squares } from "./squares.js";

const by = (id) => document.getElementById(id);

export class BulletinView {
  #sheet = EMPTY;
  #active;
  #armed = false;
  #tappedAt = null;
  #cleared = null;

  /** @param {{onEdit: (changes: object) => void, onArm: (armed: boolean) => void}} handlers */
  constructor({ onEdit, onArm }) {
    Object.assign(this, { onEdit, onArm });
    this.form = by("sheet");
    this.fields = by("sheet-fields");
    this.word = by("word");
    this.reference = by("reference");
    this.score = by("score");
    this.#active = this.word;
    this.squares = new Squares(by("squares"), {
      onCircle: (index) => this.#edit({ word: toggleCircle(this.#sheet.word, index) }),
      onBlank: () => this.#focusWord(),
    });
    buildKeypad(by("keypad"), (key) => this.#key(key));
    this.clear = by("keypad").querySelector(`[data-key="${CLEAR}"]`);
    this.#listen();
    this.#bindKeyboardChoice(by("own-keyboard"));
  }

  /** Show `sheet`; while `locked` nothing can be written. */
  show(sheet, locked) {
    this.fields.disabled = locked;
    this.form.classList.toggle("locked", locked);
    if (!sameSheet(sheet, this.#sheet)) {
      this.#sheet = sheet;
      this.#write();
    }
    if (locked) this.#arm(false);
    this.#drawSquares();
  }

  /** A new turn: nothing of the last one may linger. */
  restart() {
    this.#tappedAt = null;
    this.#setCleared(null);
    this.#activate(this.word);
  }

  /** A letter of the rack; the joker circles the letter that is written next. */
  typeLetter(letter) {
    if (this.fields.disabled) return;
    this.#activate(this.word);
    if (letter === "?") this.#arm(!this.#armed);
    else this.#insert(this.word, letter);
  }

  /** A square of the grid: its reference, in the direction chosen. */
  tapSquare(row, col) {
    if (this.fields.disabled) return;
    this.#tappedAt = { row, col };
    this.#edit({ reference: referenceOf(row, col, this.#sheet.direction) });
  }

  #listen() {
    this.form.addEventListener("submit", (event) => event.preventDefault());
    this.word.addEventListener("input", () => this.#wordTyped());
    for (const name of ["focus", "blur", "keyup", "click", "select"]) {
      this.word.addEventListener(name, () => this.#drawSquares());
    }
    this.reference.addEventListener("input", () => this.#referenceTyped());
    this.score.addEventListener("input", () => this.#scoreTyped());
    for (const field of [this.word, this.reference, this.score]) {
      field.addEventListener("focus", () => this.#activate(field));
    }
    for (const radio of this.form.elements.direction) {
      radio.addEventListener("change", () => this.#directed(radio.value));
    }
  }

  #wordTyped() {
    const { value, selectionStart } = this.word;
    if (value.includes("?")) this.#arm(true);
    const caret = lettersOf(value.slice(0, selectionStart)).length;
    const word = rewrite(this.#sheet.word, value, this.#armed);
    const grew = word.length > this.#sheet.word.length;
    this.#edit({ word });
    this.word.value = word.toUpperCase();
    this.word.setSelectionRange(caret, caret);
    if (grew) this.#arm(false);
    this.#drawSquares();
  }

  #referenceTyped() {
    const caret = this.reference.selectionStart;
    this.#tappedAt = null;
    this.reference.value = this.reference.value.toUpperCase().slice(0, LONGEST_REFERENCE);
    this.reference.setSelectionRange(caret, caret);
    this.#edit({ reference: this.reference.value });
  }

  #scoreTyped() {
    const digits = this.score.value.replace(/\D/g, "").slice(0, LONGEST_SCORE);
    if (digits !== this.score.value) this.score.value = digits;
    this.#edit({ score: digits });
  }

  /** A reference that a tap wrote follows the direction; one that was typed stays as typed. */
  #directed(direction) {
    const at = this.#tappedAt;
    const changes = { direction };
    if (at) changes.reference = referenceOf(at.row, at.col, direction);
    this.#edit(changes);
  }

  #key(key) {
    if (key === CLEAR) this.#clearOrRestore();
    else if (key === BACKSPACE) this.#erase(this.#active);
    else if (this.#takes(this.#active, key)) this.#insert(this.#active, key);
  }

  #takes(field, key) {
    const digit = /\d/.test(key);
    if (field === this.word) return !digit;
    return field !== this.score || digit;
  }

  #insert(field, text) {
    const [start, end] = this.#selection(field);
    field.value = field.value.slice(0, start) + text + field.value.slice(end);
    this.#typed(field, start + text.length);
  }

  #erase(field) {
    const [start, end] = this.#selection(field);
    const from = start === end ? Math.max(0, start - 1) : start;
    field.value = field.value.slice(0, from) + field.value.slice(end);
    this.#typed(field, from);
  }

  #selection(field) {
    const end = field.value.length;
    return document.activeElement === field ? [field.selectionStart, field.selectionEnd] : [end, end];
  }

  #typed(field, caret) {
    field.setSelectionRange(caret, caret);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  #clearOrRestore() {
    const restored = this.#cleared;
    const written = this.#sheet;
    this.#tappedAt = null;
    if (restored) this.#edit(restored);
    else this.#edit({ word: "", reference: "", score: "" });
    this.#setCleared(restored || isEmpty(written) ? null : written);
  }

  #setCleared(sheet) {
    this.#cleared = sheet;
    setText(this.clear, sheet ? gettext("Rétablir") : gettext("Tout effacer"));
  }

  #edit(changes) {
    const sheet = { ...this.#sheet, ...changes };
    if (sameSheet(sheet, this.#sheet)) return;
    this.#sheet = sheet;
    this.#setCleared(null);
    this.#write();
    this.onEdit(changes);
  }

  #write() {
    const { word, direction, reference, score } = this.#sheet;
    if (this.word.value !== word.toUpperCase()) this.word.value = word.toUpperCase();
    if (this.reference.value !== reference) this.reference.value = reference;
    if (this.score.value !== score) this.score.value = score;
    this.form.elements.direction.value = direction ?? HORIZONTAL;
    this.#drawSquares();
  }

  #drawSquares() {
    const writing = document.activeElement === this.word;
    const at = writing ? this.word.selectionStart : this.#sheet.word.length;
    const shown = this.#active === this.word && !this.fields.disabled;
    this.squares.draw(this.#sheet.word, shown ? at : null);
  }

  #focusWord() {
    this.word.focus();
    const end = this.word.value.length;
    this.word.setSelectionRange(end, end);
  }

  #activate(field) {
    this.#active = field;
    for (const one of [this.word, this.reference, this.score]) {
      one.classList.toggle("active", one === field);
    }
    this.#drawSquares();
  }

  #arm(armed) {
    if (armed === this.#armed) return;
    this.#armed = armed;
    this.form.classList.toggle("armed", armed);
    this.onArm(armed);
  }

  /** The device's own keyboard instead of the page's, for whoever needs it. */
  #bindKeyboardChoice(box) {
    const apply = () => {
      this.form.classList.toggle("own-keyboard", box.checked);
      this.word.inputMode = this.reference.inputMode = box.checked ? "text" : "none";
      this.score.inputMode = box.checked ? "numeric" : "none";
    };
    box.checked = load("own-keyboard", false);
    box.addEventListener("change", () => {
      keep("own-keyboard", box.checked);
      apply();
    });
    apply();
  }
}
