// The word of the quick form: a text field under its squares. The squares show what it holds and
// circle a letter that is touched.

import { lettersOf } from "../folding.js";
import { JOKER } from "../notation.js";
import { LONGEST_LINE } from "./drawing.js";
import { rewrite, toggleCircle } from "./sheet.js";
import { WordSquares } from "./word_squares.js";
import { eraseFrom, insertInto } from "./text_field.js";

export class WordField {
  #word = "";
  #look = { active: false, armed: false, locked: true };

  /**
   * @param {{field: HTMLInputElement, box: HTMLElement, onWord: (word: string) => void,
   *   onArm: (armed: boolean) => void, onFocus: () => void}} options
   */
  constructor(options) {
    Object.assign(this, options);
    this.squares = new WordSquares(this.box, {
      onCircle: (index) => this.#set(toggleCircle(this.#word, index)),
      onBlank: () => this.focus(),
    });
    this.field.addEventListener("input", () => this.#typed());
    this.field.addEventListener("focus", () => this.onFocus());
    for (const name of ["focus", "blur", "keyup", "click", "select"]) {
      this.field.addEventListener(name, () => this.#draw());
    }
    this.#draw();
  }

  show(word) {
    this.#word = word;
    if (this.field.value !== word.toUpperCase()) this.field.value = word.toUpperCase();
    this.#draw();
  }

  /** @param {{active?: boolean, armed?: boolean, locked?: boolean}} look */
  look(look) {
    Object.assign(this.#look, look);
    this.field.classList.toggle("active", this.#look.active);
    this.#draw();
  }

  focus() {
    this.field.focus();
    const end = this.field.value.length;
    this.field.setSelectionRange(end, end);
  }

  insert(text) {
    insertInto(this.field, text);
  }

  erase() {
    eraseFrom(this.field);
  }

  #set(word) {
    this.show(word);
    this.onWord(word);
  }

  #typed() {
    const { value, selectionStart } = this.field;
    const armed = this.#look.armed || value.includes(JOKER);
    if (armed) this.onArm(true);
    const caret = Math.min(lettersOf(value.slice(0, selectionStart)).length, LONGEST_LINE);
    const word = rewrite(this.#word, value, armed);
    const grew = word.length > this.#word.length;
    if (word !== this.#word) this.#set(word);
    this.field.value = word.toUpperCase();
    this.field.setSelectionRange(caret, caret);
    if (grew) this.onArm(false);
    this.#draw();
  }

  #draw() {
    const { active, locked } = this.#look;
    const writing = document.activeElement === this.field;
    const at = writing ? this.field.selectionStart : this.#word.length;
    this.squares.draw(this.#word, active && !locked ? at : null);
  }
}
