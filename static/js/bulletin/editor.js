// The editor of a bulletin: its word or its sheet, reference and score, written by keyboard, touch, the
// letters of the rack or the page's keypad. Word and sheet show the same content. Every change of the turn
// can be undone and redone. Nothing is judged.

import { getElement, setText } from "../dom.js";
import { gettext } from "../i18n.js";
import {
  HORIZONTAL, JOKER, VERTICAL, formatReference, getSquareName, listSquares, readDirection, turnReference,
} from "../notation.js";
import { save, load } from "../storage.js";
import { EditHistory } from "./history.js";
import { BACKSPACE, CLEAR, REDO, UNDO, buildKeypad } from "./keypad.js";
import { SheetField } from "./sheet_field.js";
import { EMPTY_SHEET, makeRows, hasSameDrawing, isSameSheet, getWord } from "./sheet.js";
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
  #isCircleNext = false;
  #activeField = null;
  #tappedSquare = null;
  #pendingSquare = null;
  #history = new EditHistory();

  /**
   * @param {{onEdit: (changes: object) => void, onCircleNextChange?: (isCircleNext: boolean) => void,
   *   onOutline?: ((names: string[], isAsked: boolean) => void) | null, remembersMode?: boolean,
   *   followsReference?: boolean, laid?: {read: () => object[], restore: (tiles: object[]) => void}
   *   | null}} options `isCircleNext`: the next letter will be circled, as a joker;
   *   `onOutline`: outlines the squares of the word, or, with `isAsked`, the one that replaces its
   *   reference if it is touched again; without it a touch replaces the reference at once;
   *   `remembersMode`: the choice of word or sheet is stored on this device; `followsReference`: a word
   *   that is not drawn has the direction of its reference, so that they cannot differ (5.5);
   *   `laid`: the tiles on the grid, which have one history with the bulletin
   */
  constructor({ onEdit, onCircleNextChange = () => {}, onOutline = null, remembersMode = true, followsReference = false, laid = null }) {
    Object.assign(this, { onEdit, onCircleNextChange, onOutline, remembersMode, followsReference, laid });
    this.form = getElement("sheet");
    this.note = getElement("sheet-note");
    this.directions = this.form.elements.direction;
    this.#createFields();
    this.#activeField = this.word;
    if (getElement("keypad")) buildKeypad(getElement("keypad"), (key) => this.#pressKey(key));
    this.#bindEvents();
    this.#showMode(this.#storedMode);
    this.#history.begin(this.#snapshot());
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
      this.#history.begin(this.#snapshot());
      // A new sheet that is more than a word cannot be shown in the field of the word.
      if (isDrawingNew && getWord(sheet) === null) this.#showMode(SHEET_MODE);
    }
    if (isLocked) this.#setCircleNext(false);
    this.#showAppearance();
  }

  /** Begin a new turn: forget what cannot be seen of the last one. */
  reset() {
    this.#tappedSquare = null;
    this.#setPendingSquare(null);
    this.drawing.reset();
    this.#history.begin(this.#snapshot());
    this.#showMode(this.#storedMode);
  }

  /** Write a letter of the rack; after the joker the next letter is circled. */
  typeLetter(letter) {
    if (this.#isLocked) return;
    this.#activateField(this.#mainField);
    if (letter === JOKER) this.#setCircleNext(!this.#isCircleNext);
    else if (this.#activeField) this.#activeField.insert(letter);
  }

  /**
   * Write the reference of a square of the grid, in the chosen direction; if there is another reference,
   * only at the second touch. @returns {boolean} true if it is written
   */
  tapSquare(row, col) {
    if (this.#isLocked) return false;
    const isTouched = (square) => square?.row === row && square.col === col;
    const canWrite = this.#sheet.reference === "" || isTouched(this.#tappedSquare) || isTouched(this.#pendingSquare);
    if (this.onOutline && !canWrite) {
      this.#setPendingSquare({ row, col });
      return false;
    }
    this.#edit({ reference: formatReference(row, col, this.#direction) });
    this.#tappedSquare = { row, col };
    return true;
  }

  #setPendingSquare(square) {
    this.#pendingSquare = square;
    if (square) this.onOutline?.([getSquareName(square.row, square.col)], true);
    else this.#outlineWord();
  }

  #outlineWord() {
    const reference = this.#sheet.reference.replaceAll(" ", "");
    this.onOutline?.(listSquares(getWord(this.#sheet) ?? "", reference), false);
  }

  /** Write the move of the tiles laid on the grid, unless there is a drawing that is no word. */
  writeMove(word, reference) {
    if (this.#isLocked || getWord(this.#sheet) === null) return;
    const direction = readDirection(reference);
    this.#edit({ rows: makeRows(word, direction), direction, reference });
  }

  /** Make the change of the laid tiles a step of the history, unless it is the one of their move. */
  addLaidStep() {
    if (JSON.stringify(this.#history.present.laid) === JSON.stringify(this.laid.read())) return;
    this.#history.add(this.#snapshot());
    this.#showAppearance();
  }

  /** Forget all steps: tiles of another turn or grid are laid. */
  forgetSteps() {
    this.#history.begin(this.#snapshot());
    this.#showAppearance();
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
    return this.form.dataset.inputMode;
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
    const onCircleNextChange = (isCircleNext = !this.#isCircleNext) => this.#setCircleNext(isCircleNext);
    this.word = new WordField({
      field: getElement("word"),
      box: getElement("squares"),
      onWord: (word) => this.#edit({ rows: makeRows(word, this.#sheet.direction), struck: [] }),
      onCircleNextChange,
      onFocus: () => this.#activateField(this.word),
    });
    this.drawing = new SheetField({
      box: getElement("squared"),
      tools: getElement("sheet-tools"),
      onDraw: (drawing) => this.#edit(drawing),
      onDirection: (direction) => this.#setDirection(direction),
      onCircleNextChange,
      onUndo: () => this.#restore(this.#history.undo()),
      onFocus: () => this.#activateField(this.drawing),
      onNote: (text) => setText(this.note, text),
    });
    this.reference = new TextField(getElement("reference"), {
      clean: (text) => text.toUpperCase(),
      onText: (reference) => {
        this.#tappedSquare = null;
        const direction = this.#followsNow ? readDirection(reference) : null;
        this.#edit({ reference, ...(direction && this.#turnWord(direction)) });
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
      this.#edit(NO_MARKS);
      this.word.focus();
    });
    getElement("circle-letter").addEventListener("pointerdown", (event) => event.preventDefault());
    getElement("circle-letter").addEventListener("click", () => this.word.circle());
    (this.laid ? document : this.form).addEventListener("keydown", (event) => this.#handleShortcut(event));
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
    this.form.dataset.inputMode = mode;
    document.body.dataset.writing = mode;
    this.form.elements.writing.value = mode;
    setText(this.note, "");
    this.#activateField(this.#mainField);
  }

  /** Undo with Ctrl+Z, redo with Ctrl+Y or Ctrl+Shift+Z. */
  #handleShortcut(event) {
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || event.altKey || !["z", "y"].includes(key)) return;
    if (!this.form.contains(event.target) && event.target.closest("dialog, input, textarea")) return;
    event.preventDefault();
    const isUndo = key === "z" && !event.shiftKey;
    this.#restore(isUndo ? this.#history.undo() : this.#history.redo());
  }

  /** True while the direction of the word is that of its reference. */
  get #followsNow() {
    return this.followsReference && this.#mode === WORD_MODE && getWord(this.#sheet) !== null;
  }

  /** Return the changes that give the word a direction. */
  #turnWord(direction) {
    return { direction, rows: makeRows(getWord(this.#sheet), direction) };
  }

  /** Change the direction of word or pen, and of a reference that a tap has written or that they follow. */
  #setDirection(direction) {
    const square = this.#tappedSquare;
    const word = getWord(this.#sheet);
    const changes = {};
    if (this.#mode === SHEET_MODE) this.drawing.setDirection(direction);
    if (this.#mode === WORD_MODE && word !== null) Object.assign(changes, this.#turnWord(direction));
    else if (word !== null && word.length <= 1) changes.direction = direction;
    if (square) changes.reference = formatReference(square.row, square.col, direction);
    else if (this.#followsNow) changes.reference = turnReference(this.#sheet.reference, direction);
    this.directions.value = direction;
    this.#edit(changes);
    this.#tappedSquare = square;
    this.#showAppearance();
  }

  #pressKey(key) {
    if (key === CLEAR) this.#clear();
    else if (key === UNDO) this.#restore(this.#history.undo());
    else if (key === REDO) this.#restore(this.#history.redo());
    else if (key === BACKSPACE) this.#activeField?.erase();
    else this.#insertKey(key);
  }

  /** Write a letter into the word and a digit into the score; the reference takes both. */
  #insertKey(key) {
    const isTaken = this.#activeField === this.reference;
    const field = isTaken ? this.reference : /\d/.test(key) ? this.score : this.#mainField;
    if (!field) return;
    if (field !== this.#activeField) this.#moveTo(field);
    field.insert(key);
  }

  /** Make a field the active one, with the focus if another one had it. */
  #moveTo(field) {
    if (this.form.contains(document.activeElement)) field.focus();
    this.#activateField(field);
  }

  #clear() {
    this.#edit({ ...NO_MARKS, reference: "", score: "" });
    if (this.#mainField) this.#moveTo(this.#mainField);
  }

  #edit(changes) {
    const sheet = { ...this.#sheet, ...changes };
    this.#setPendingSquare(null);
    if (isSameSheet(sheet, this.#sheet)) return;
    this.#tappedSquare = null;
    this.#sheet = sheet;
    this.#showSheet();
    this.#history.add(this.#snapshot());
    this.#showAppearance();
    this.onEdit(changes);
  }

  #snapshot() {
    return { sheet: this.#sheet, pen: this.drawing.pen, laid: this.laid?.read() };
  }

  /** Show a snapshot of the history; null: there is none. */
  #restore(snapshot) {
    if (!snapshot || this.#isLocked) return;
    this.#tappedSquare = null;
    this.#setPendingSquare(null);
    this.#sheet = snapshot.sheet;
    this.drawing.pen = snapshot.pen;
    this.laid?.restore(snapshot.laid);
    this.#showSheet();
    this.onEdit(snapshot.sheet);
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
    if (!this.#pendingSquare) this.#outlineWord();
    this.#showAppearance();
  }

  #showAppearance() {
    const { canUndo, canRedo } = this.#history;
    const appearance = { isCircleNext: this.#isCircleNext, isLocked: this.#isLocked, canUndo };
    for (const [key, isPossible] of [[UNDO, canUndo], [REDO, canRedo]]) {
      this.form.querySelector(`[data-key="${key}"]`)?.setAttribute("aria-disabled", String(!isPossible));
    }
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

  #setCircleNext(isCircleNext) {
    if (isCircleNext === this.#isCircleNext) return;
    this.#isCircleNext = isCircleNext;
    this.form.classList.toggle("armed", isCircleNext);
    this.onCircleNextChange(isCircleNext);
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
