// The bulletin on the page: word or squared sheet, reference, score; written by keyboard, by
// touch, with the letters of the rack or the page's own keys. Word and sheet write the same
// thing. It reports what is written and never says what it thinks of it.

import { by, setText } from "../dom.js";
import { gettext } from "../i18n.js";
import { HORIZONTAL, JOKER, VERTICAL, referenceOf } from "../notation.js";
import { keep, load } from "../storage.js";
import { BACKSPACE, CLEAR, buildKeypad } from "./keypad.js";
import { SheetField } from "./sheet_field.js";
import { EMPTY, isEmpty, rowsOf, sameDrawing, sameSheet, wordOf } from "./sheet.js";
import { TextField } from "./text_field.js";
import { WordField } from "./word_field.js";

const BY_WORD = "word";
const BY_SHEET = "sheet";
/** A field of one line has no other use for these keys. */
const TURNS = { ArrowDown: VERTICAL, ArrowUp: HORIZONTAL };
const NOTHING = Object.freeze({ rows: [], struck: [] });

/** A button beside the bulletin keeps the focus once it is pressed, and has no use for letters. */
const holdsKeys = (node) =>
  node !== document.body && (!node.matches("button") || node.closest("dialog, form") !== null);

export class BulletinEditor {
  #sheet = EMPTY;
  #locked = true;
  #armed = false;
  #active = null;
  #tappedAt = null;
  #cleared = null;

  /**
   * @param {{onEdit: (changes: object) => void, onArm?: (armed: boolean) => void,
   *   remembers?: boolean}} options whether word or sheet is as last chosen on this device
   */
  constructor({ onEdit, onArm = () => {}, remembers = true }) {
    Object.assign(this, { onEdit, onArm, remembers });
    this.form = by("sheet");
    this.note = by("sheet-note");
    this.directions = this.form.elements.direction;
    this.#makeWriters();
    this.#active = this.word;
    if (by("keypad")) buildKeypad(by("keypad"), (key) => this.#key(key));
    this.clear = this.form.querySelector(`[data-key="${CLEAR}"]`);
    this.#listen();
    this.#show(this.#chosen);
  }

  /** Show `sheet`; while `locked` nothing can be written. */
  show(sheet, locked) {
    this.#locked = locked;
    by("sheet-fields").disabled = locked;
    this.form.classList.toggle("locked", locked);
    if (!sameSheet(sheet, this.#sheet)) {
      const drawn = !sameDrawing(sheet, this.#sheet);
      this.#sheet = sheet;
      this.#write();
      // What comes from elsewhere and is no word alone is shown where it can be seen.
      if (drawn && wordOf(sheet) === null) this.#show(BY_SHEET);
    }
    if (locked) this.#arm(false);
    this.#look();
  }

  /** A new turn: nothing of the last one may linger. */
  restart() {
    this.#tappedAt = null;
    this.#setCleared(null);
    this.drawing.restart();
    this.#show(this.#chosen);
  }

  /** A letter of the rack; the joker circles the letter that is written next. */
  typeLetter(letter) {
    if (this.#locked) return;
    this.#activate(this.#main);
    if (letter === JOKER) this.#arm(!this.#armed);
    else if (this.#active) this.#active.insert(letter);
  }

  /** A square of the grid: its reference, in the direction chosen. */
  tapSquare(row, col) {
    if (this.#locked) return;
    this.#tappedAt = { row, col };
    this.#edit({ reference: referenceOf(row, col, this.#direction) });
  }

  /** Put the keyboard where writing begins. */
  focus() {
    (this.#by === BY_SHEET ? this.drawing : this.word).focus();
  }

  /** From the word to the sheet, or back. */
  switchWriting() {
    this.#choose(this.#by === BY_SHEET ? BY_WORD : BY_SHEET);
  }

  get #chosen() {
    return this.remembers && load("writing") === BY_SHEET ? BY_SHEET : BY_WORD;
  }

  get #by() {
    return this.form.dataset.by;
  }

  /** What letters go to when no short field is being written; null while a drawing is hidden. */
  get #main() {
    if (this.#by === BY_SHEET) return this.drawing;
    return wordOf(this.#sheet) === null ? null : this.word;
  }

  get #direction() {
    return this.#by === BY_SHEET ? this.drawing.direction : this.#sheet.direction;
  }

  #makeWriters() {
    const onArm = (armed = !this.#armed) => this.#arm(armed);
    this.word = new WordField({
      field: by("word"),
      box: by("squares"),
      onWord: (word) => this.#edit({ rows: rowsOf(word, this.#sheet.direction), struck: [] }),
      onArm,
      onFocus: () => this.#activate(this.word),
    });
    this.drawing = new SheetField({
      box: by("squared"),
      tools: by("sheet-tools"),
      onDraw: (drawn) => this.#edit(drawn),
      onDirection: (direction) => this.#directed(direction),
      onArm,
      onFocus: () => this.#activate(this.drawing),
      onNote: (text) => setText(this.note, text),
    });
    this.reference = new TextField(by("reference"), {
      clean: (text) => text.toUpperCase(),
      onText: (reference) => {
        this.#tappedAt = null;
        this.#edit({ reference });
      },
      onFocus: () => this.#activate(this.reference),
    });
    this.score = new TextField(by("score"), {
      clean: (text) => text.replace(/\D/g, ""),
      onText: (score) => this.#edit({ score }),
      onFocus: () => this.#activate(this.score),
    });
  }

  #listen() {
    for (const radio of this.directions) {
      radio.addEventListener("change", () => this.#directed(radio.value));
    }
    for (const radio of this.form.elements.writing) {
      radio.addEventListener("change", () => this.#choose(radio.value));
    }
    by("word").addEventListener("keydown", (event) => {
      if (event.key in TURNS) this.#directed(TURNS[event.key]);
    });
    document.addEventListener("keydown", (event) => this.#unclaimed(event));
    by("to-sheet").addEventListener("click", () => this.#choose(BY_SHEET));
    by("clear-drawing").addEventListener("click", () => {
      const written = this.#sheet;
      this.#edit(NOTHING);
      this.#setCleared(written);
      this.word.focus();
    });
    if (by("own-keyboard")) this.#bindKeyboardChoice(by("own-keyboard"));
    else this.#useDeviceKeyboard(true); // the page has no keys of its own
  }

  /** What is typed while nothing holds the keyboard goes where the page says that one writes. */
  #unclaimed({ key, ctrlKey, altKey, metaKey }) {
    if (this.#locked || holdsKeys(document.activeElement)) return;
    if (!ctrlKey && !altKey && !metaKey && /^[\p{L}\d]$/u.test(key)) this.#active?.focus();
  }

  #choose(how) {
    if (this.remembers) keep("writing", how);
    this.#show(how);
    if (this.#main) this.focus();
  }

  #show(how) {
    this.form.dataset.by = how;
    document.body.dataset.writing = how;
    this.form.elements.writing.value = how;
    setText(this.note, "");
    this.#activate(this.#main);
  }

  /** A reference that a tap wrote follows the direction; one that was typed stays as typed. */
  #directed(direction) {
    const at = this.#tappedAt;
    const word = wordOf(this.#sheet);
    const changes = {};
    if (this.#by === BY_SHEET) this.drawing.turn(direction);
    if (this.#by === BY_WORD && word !== null) changes.rows = rowsOf(word, direction);
    if (word !== null && (this.#by === BY_WORD || word.length <= 1)) changes.direction = direction;
    if (at) changes.reference = referenceOf(at.row, at.col, direction);
    this.directions.value = direction;
    this.#edit(changes);
    this.#look();
  }

  #key(key) {
    if (key === CLEAR) this.#clearOrRestore();
    else if (!this.#active) return;
    else if (key === BACKSPACE) this.#active.erase();
    else if (this.#takes(this.#active, key)) this.#active.insert(key);
  }

  #takes(writer, key) {
    const digit = /\d/.test(key);
    if (writer === this.reference) return true;
    return digit === (writer === this.score);
  }

  #clearOrRestore() {
    const restored = this.#cleared;
    const written = this.#sheet;
    this.#tappedAt = null;
    this.#edit(restored ?? { ...NOTHING, reference: "", score: "" });
    this.#setCleared(restored || isEmpty(written) ? null : written);
  }

  #setCleared(sheet) {
    this.#cleared = sheet;
    if (this.clear) setText(this.clear, sheet ? gettext("Rétablir") : gettext("Tout effacer"));
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
    const word = wordOf(this.#sheet);
    this.form.classList.toggle("drawn", word === null);
    this.word.show(word ?? "");
    this.drawing.show(this.#sheet);
    this.reference.show(this.#sheet.reference);
    this.score.show(this.#sheet.score);
    if (this.#active === null || this.#active === this.word) this.#activate(this.#main);
    this.directions.value = this.#direction ?? HORIZONTAL;
    this.#look();
  }

  #look() {
    const look = { armed: this.#armed, locked: this.#locked };
    this.form.dataset.direction = this.#direction === VERTICAL ? VERTICAL : HORIZONTAL;
    for (const writer of [this.word, this.drawing, this.reference, this.score]) {
      writer.look({ ...look, active: writer === this.#active });
    }
  }

  #activate(writer) {
    this.#active = writer;
    this.directions.value = this.#direction;
    this.#look();
  }

  #arm(armed) {
    if (armed === this.#armed) return;
    this.#armed = armed;
    this.form.classList.toggle("armed", armed);
    this.onArm(armed);
    this.#look();
  }

  #useDeviceKeyboard(used) {
    by("word").inputMode = by("reference").inputMode = used ? "text" : "none";
    by("score").inputMode = used ? "numeric" : "none";
  }

  /** The device's own keyboard instead of the page's, for whoever needs it. */
  #bindKeyboardChoice(box) {
    const apply = () => {
      this.form.classList.toggle("own-keyboard", box.checked);
      this.#useDeviceKeyboard(box.checked);
    };
    box.checked = load("own-keyboard", false);
    box.addEventListener("change", () => {
      keep("own-keyboard", box.checked);
      apply();
    });
    apply();
  }
}
