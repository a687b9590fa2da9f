// The field of the word: a text field under squares that show its letters and circle a touched one.

import { extractLetters } from "../folding.js";
import { JOKER } from "../notation.js";
import { LONGEST_LINE } from "./drawing.js";
import { updateWord, toggleCircle } from "./sheet.js";
import { WordSquares } from "./word_squares.js";
import { eraseFrom, insertInto } from "./text_field.js";

export class WordField {
  #word = "";
  #appearance = { isActive: false, circlesNext: false, isLocked: true };

  /**
   * @param {{field: HTMLInputElement, box: HTMLElement, onWord: (word: string) => void,
   *   onCirclesNext: (circlesNext: boolean) => void, onFocus: () => void}} options
   */
  constructor(options) {
    Object.assign(this, options);
    this.squares = new WordSquares(this.box, {
      onCircle: (index) => this.#setWord(toggleCircle(this.#word, index)),
      onBlank: () => this.focus(),
    });
    this.field.addEventListener("input", () => this.#handleInput());
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

  /** @param {{isActive?: boolean, circlesNext?: boolean, isLocked?: boolean}} appearance */
  setAppearance(appearance) {
    Object.assign(this.#appearance, appearance);
    this.field.classList.toggle("active", this.#appearance.isActive);
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

  #setWord(word) {
    this.show(word);
    this.onWord(word);
  }

  #handleInput() {
    const { value, selectionStart } = this.field;
    const circlesNext = this.#appearance.circlesNext || value.includes(JOKER);
    if (circlesNext) this.onCirclesNext(true);
    const caret = Math.min(extractLetters(value.slice(0, selectionStart)).length, LONGEST_LINE);
    const word = updateWord(this.#word, value, circlesNext);
    const hasGrown = word.length > this.#word.length;
    if (word !== this.#word) this.#setWord(word);
    this.field.value = word.toUpperCase();
    this.field.setSelectionRange(caret, caret);
    if (hasGrown) this.onCirclesNext(false);
    this.#draw();
  }

  #draw() {
    const { isActive, isLocked } = this.#appearance;
    const hasFocus = document.activeElement === this.field;
    const caret = hasFocus ? this.field.selectionStart : this.#word.length;
    this.squares.draw(this.#word, isActive && !isLocked ? caret : null);
  }
}
