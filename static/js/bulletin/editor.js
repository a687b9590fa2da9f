// The editor of a bulletin: its word or its sheet, reference and score, written by keyboard, touch, the
// letters of the rack or the page's keypad. Word and sheet show the same content. Nothing is judged.

import { getElement, setText } from "../dom.js";
import { gettext } from "../i18n.js";
import { HORIZONTAL, JOKER, VERTICAL, formatReference } from "../notation.js";
import { save, load } from "../storage.js";
import { BACKSPACE, CLEAR, buildKeypad } from "./keypad.js";
import { SheetField } from "./sheet_field.js";
import { EMPTY_SHEET, isEmpty, makeRows, hasSameDrawing, isSameSheet, getWord } from "./sheet.js";
import { TextField } from "./text_field.js";
import { WordField } from "./word_field.js";

const WORD_MODE = "word";
const SHEET_MODE = "sheet";
/** Keys that set the direction in the field of the word. */
const DIRECTION_KEYS = { ArrowDown: VERTICAL, ArrowUp: HORIZONTAL };
const NO_MARKS = Object.freeze({ rows: [], struck: [] });

/** Return true if the focused `node` has a use for letters; a button outside the form has none. */
const isUsingLetters = (node) =>
  node !== document.body && (!node.matches("button") || node.closest("dialog, form") !== null);

export class BulletinEditor {
  #sheet = EMPTY_SHEET;
  #isLocked = true;
  #circlesNext = false;
  #activeField = null;
  #tappedSquare = null;
  #clearedSheet = null;

  /**
   * @param {{onEdit: (changes: object) => void, onCirclesNext?: (circlesNext: boolean) => void,
   *   remembersMode?: boolean}} options `circlesNext`: the next letter will be circled, as a joker;
   *   `remembersMode`: the choice of word or sheet is stored on this device
   */
  constructor({ onEdit, onCirclesNext = () => {}, remembersMode = true }) {
    Object.assign(this, { onEdit, onCirclesNext, remembersMode });
    this.form = getElement("sheet");
    this.note = getElement("sheet-note");
    this.directions = this.form.elements.direction;
    this.#createFields();
    this.#activeField = this.word;
    if (getElement("keypad")) buildKeypad(getElement("keypad"), (key) => this.#pressKey(key));
    this.clearKey = this.form.querySelector(`[data-key="${CLEAR}"]`);
    this.#bindEvents();
    this.#showMode(this.#storedMode);
  }

  /** Show `sheet`, read-only while `isLocked`. */
  show(sheet, isLocked) {
    this.#isLocked = isLocked;
    getElement("sheet-fields").disabled = isLocked;
    this.form.classList.toggle("locked", isLocked);
    if (!isSameSheet(sheet, this.#sheet)) {
      const isDrawingNew = !hasSameDrawing(sheet, this.#sheet);
      this.#sheet = sheet;
      this.#showSheet();
      // A new sheet that is more than a word cannot be shown in the field of the word.
      if (isDrawingNew && getWord(sheet) === null) this.#showMode(SHEET_MODE);
    }
    if (isLocked) this.#setCirclesNext(false);
    this.#showAppearance();
  }

  /** Begin a new turn: forget what cannot be seen of the last one. */
  reset() {
    this.#tappedSquare = null;
    this.#setClearedSheet(null);
    this.drawing.reset();
    this.#showMode(this.#storedMode);
  }

  /** Write a letter of the rack; after the joker the next letter is circled. */
  typeLetter(letter) {
    if (this.#isLocked) return;
    this.#activateField(this.#mainField);
    if (letter === JOKER) this.#setCirclesNext(!this.#circlesNext);
    else if (this.#activeField) this.#activeField.insert(letter);
  }

  /** Write the reference of a square of the grid, in the chosen direction. */
  tapSquare(row, col) {
    if (this.#isLocked) return;
    this.#tappedSquare = { row, col };
    this.#edit({ reference: formatReference(row, col, this.#direction) });
  }

  /** Focus the word or the sheet. */
  focus() {
    (this.#mode === SHEET_MODE ? this.drawing : this.word).focus();
  }

  /** Switch between word and sheet. */
  switchMode() {
    this.#chooseMode(this.#mode === SHEET_MODE ? WORD_MODE : SHEET_MODE);
  }

  get #storedMode() {
    return this.remembersMode && load("writing") === SHEET_MODE ? SHEET_MODE : WORD_MODE;
  }

  get #mode() {
    return this.form.dataset.by;
  }

  /** The field that gets letters, unless a short field is active; null while a drawing is hidden. */
  get #mainField() {
    if (this.#mode === SHEET_MODE) return this.drawing;
    return getWord(this.#sheet) === null ? null : this.word;
  }

  get #direction() {
    return this.#mode === SHEET_MODE ? this.drawing.direction : this.#sheet.direction;
  }

  #createFields() {
    const onCirclesNext = (circlesNext = !this.#circlesNext) => this.#setCirclesNext(circlesNext);
    this.word = new WordField({
      field: getElement("word"),
      box: getElement("squares"),
      onWord: (word) => this.#edit({ rows: makeRows(word, this.#sheet.direction), struck: [] }),
      onCirclesNext,
      onFocus: () => this.#activateField(this.word),
    });
    this.drawing = new SheetField({
      box: getElement("squared"),
      tools: getElement("sheet-tools"),
      onDraw: (drawing) => this.#edit(drawing),
      onDirection: (direction) => this.#setDirection(direction),
      onCirclesNext,
      onFocus: () => this.#activateField(this.drawing),
      onNote: (text) => setText(this.note, text),
    });
    this.reference = new TextField(getElement("reference"), {
      clean: (text) => text.toUpperCase(),
      onText: (reference) => {
        this.#tappedSquare = null;
        this.#edit({ reference });
      },
      onFocus: () => this.#activateField(this.reference),
    });
    this.score = new TextField(getElement("score"), {
      clean: (text) => text.replace(/\D/g, ""),
      onText: (score) => this.#edit({ score }),
      onFocus: () => this.#activateField(this.score),
    });
  }

  #bindEvents() {
    for (const radio of this.directions) {
      radio.addEventListener("change", () => this.#setDirection(radio.value));
    }
    for (const radio of this.form.elements.writing) {
      radio.addEventListener("change", () => this.#chooseMode(radio.value));
    }
    getElement("word").addEventListener("keydown", (event) => {
      if (event.key in DIRECTION_KEYS) this.#setDirection(DIRECTION_KEYS[event.key]);
    });
    document.addEventListener("keydown", (event) => this.#focusForLetter(event));
    getElement("to-sheet").addEventListener("click", () => this.#chooseMode(SHEET_MODE));
    getElement("clear-drawing").addEventListener("click", () => {
      const clearedSheet = this.#sheet;
      this.#edit(NO_MARKS);
      this.#setClearedSheet(clearedSheet);
      this.word.focus();
    });
    if (getElement("own-keyboard")) this.#bindKeyboardChoice(getElement("own-keyboard"));
    else this.#useDeviceKeyboard(true); // the page has no keypad
  }

  /** Focus the active field for a letter typed while no field has the focus. */
  #focusForLetter({ key, ctrlKey, altKey, metaKey }) {
    if (this.#isLocked || isUsingLetters(document.activeElement)) return;
    if (!ctrlKey && !altKey && !metaKey && /^[\p{L}\d]$/u.test(key)) this.#activeField?.focus();
  }

  #chooseMode(mode) {
    if (this.remembersMode) save("writing", mode);
    this.#showMode(mode);
    if (this.#mainField) this.focus();
  }

  #showMode(mode) {
    this.form.dataset.by = mode;
    document.body.dataset.writing = mode;
    this.form.elements.writing.value = mode;
    setText(this.note, "");
    this.#activateField(this.#mainField);
  }

  /** Change the direction of word or pen, and of a reference that a tap has written. */
  #setDirection(direction) {
    const square = this.#tappedSquare;
    const word = getWord(this.#sheet);
    const changes = {};
    if (this.#mode === SHEET_MODE) this.drawing.setDirection(direction);
    if (this.#mode === WORD_MODE && word !== null) changes.rows = makeRows(word, direction);
    if (word !== null && (this.#mode === WORD_MODE || word.length <= 1)) changes.direction = direction;
    if (square) changes.reference = formatReference(square.row, square.col, direction);
    this.directions.value = direction;
    this.#edit(changes);
    this.#showAppearance();
  }

  #pressKey(key) {
    if (key === CLEAR) this.#clearOrRestore();
    else if (!this.#activeField) return;
    else if (key === BACKSPACE) this.#activeField.erase();
    else if (this.#canInsert(this.#activeField, key)) this.#activeField.insert(key);
  }

  #canInsert(field, key) {
    const isDigit = /\d/.test(key);
    if (field === this.reference) return true;
    return isDigit === (field === this.score);
  }

  #clearOrRestore() {
    const restoredSheet = this.#clearedSheet;
    const clearedSheet = this.#sheet;
    this.#tappedSquare = null;
    this.#edit(restoredSheet ?? { ...NO_MARKS, reference: "", score: "" });
    this.#setClearedSheet(restoredSheet || isEmpty(clearedSheet) ? null : clearedSheet);
  }

  #setClearedSheet(sheet) {
    this.#clearedSheet = sheet;
    if (this.clearKey) setText(this.clearKey, sheet ? gettext("Rétablir") : gettext("Tout effacer"));
  }

  #edit(changes) {
    const sheet = { ...this.#sheet, ...changes };
    if (isSameSheet(sheet, this.#sheet)) return;
    this.#sheet = sheet;
    this.#setClearedSheet(null);
    this.#showSheet();
    this.onEdit(changes);
  }

  #showSheet() {
    const word = getWord(this.#sheet);
    this.form.classList.toggle("drawn", word === null);
    this.word.show(word ?? "");
    this.drawing.show(this.#sheet);
    this.reference.show(this.#sheet.reference);
    this.score.show(this.#sheet.score);
    if (this.#activeField === null || this.#activeField === this.word) this.#activateField(this.#mainField);
    this.directions.value = this.#direction ?? HORIZONTAL;
    this.#showAppearance();
  }

  #showAppearance() {
    const appearance = { circlesNext: this.#circlesNext, isLocked: this.#isLocked };
    this.form.dataset.direction = this.#direction === VERTICAL ? VERTICAL : HORIZONTAL;
    for (const field of [this.word, this.drawing, this.reference, this.score]) {
      field.setAppearance({ ...appearance, isActive: field === this.#activeField });
    }
  }

  #activateField(field) {
    this.#activeField = field;
    this.directions.value = this.#direction;
    this.#showAppearance();
  }

  #setCirclesNext(circlesNext) {
    if (circlesNext === this.#circlesNext) return;
    this.#circlesNext = circlesNext;
    this.form.classList.toggle("armed", circlesNext);
    this.onCirclesNext(circlesNext);
    this.#showAppearance();
  }

  #useDeviceKeyboard(isUsed) {
    getElement("word").inputMode = getElement("reference").inputMode = isUsed ? "text" : "none";
    getElement("score").inputMode = isUsed ? "numeric" : "none";
  }

  /** Bind the box that replaces the keypad by the device's keyboard. */
  #bindKeyboardChoice(box) {
    const applyChoice = () => {
      this.form.classList.toggle("own-keyboard", box.checked);
      this.#useDeviceKeyboard(box.checked);
    };
    box.checked = load("own-keyboard", false);
    box.addEventListener("change", () => {
      save("own-keyboard", box.checked);
      applyChoice();
    });
    applyChoice();
  }
}
