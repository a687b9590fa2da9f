// The field of the word: a text field under squares that show its letters: a touch sets the
// caret behind one, a long touch circles it.

import { extractLetters } from "../folding.js";
import { JOKER } from "../notation.js";
import { MAX_LINE_LENGTH } from "./drawing.js";
import { updateWord, toggleCircle } from "./sheet.js";
import { WordSquares } from "./word_squares.js";
import { eraseFrom, insertInto } from "./text_field.js";

export class WordField {
  #word = "";
  #appearance = { isActive: false, isCircleNext: false, isLocked: true };

  /**
   * @param {{field: HTMLInputElement, box: HTMLElement, onWord: (word: string) => void,
   *   onCircleNextChange: (isCircleNext: boolean) => void, onFocus: () => void}} options
   */
  constructor(options) {
    Object.assign(this, options);
    this.squares = new WordSquares(this.box, {
      onCircle: (index) => this.#circleAt(index),
      onPlace: (index) => this.#focusAt(index),
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

  /** @param {{isActive?: boolean, isCircleNext?: boolean, isLocked?: boolean}} appearance */
  setAppearance(appearance) {
    Object.assign(this.#appearance, appearance);
    this.field.classList.toggle("active", this.#appearance.isActive);
    this.#draw();
  }

  focus() {
    this.#focusAt(this.field.value.length);
  }

  /** Circle the letter before the caret, or remove its circle. */
  circle() {
    const caret = this.#caret;
    if (caret === 0) return;
    this.#circleAt(caret - 1);
    this.field.setSelectionRange(caret, caret);
    this.#draw();
  }

  insert(text) {
    insertInto(this.field, text);
  }

  erase() {
    eraseFrom(this.field);
  }

  #circleAt(index) {
    if (!this.#appearance.isLocked) this.#setWord(toggleCircle(this.#word, index));
  }

  #focusAt(caret) {
    this.field.focus();
    this.field.setSelectionRange(caret, caret);
    this.#draw();
  }

  /** Number of letters before the caret. */
  get #caret() {
    return document.activeElement === this.field ? this.field.selectionStart : this.#word.length;
  }

  #setWord(word) {
    this.show(word);
    this.onWord(word);
  }

  #handleInput() {
    const { value, selectionStart } = this.field;
    const isCircleNext = this.#appearance.isCircleNext || value.includes(JOKER);
    if (isCircleNext) this.onCircleNextChange(true);
    const caret = Math.min(extractLetters(value.slice(0, selectionStart)).length, MAX_LINE_LENGTH);
    const word = updateWord(this.#word, value, isCircleNext);
    const hasGrown = word.length > this.#word.length;
    if (word !== this.#word) this.#setWord(word);
    this.field.value = word.toUpperCase();
    this.field.setSelectionRange(caret, caret);
    if (hasGrown) this.onCircleNextChange(false);
    this.#draw();
  }

  #draw() {
    const { isActive, isLocked } = this.#appearance;
    this.squares.draw(this.#word, isActive && !isLocked ? this.#caret : null);
  }
}
