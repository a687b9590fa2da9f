// The field of the sheet: keys, touches and tools use the pen; `onUndo` undoes a stroke.

import { ARROWS } from "../components/arrows.js";
import { extractLetters } from "../folding.js";
import { gettext, interpolate } from "../i18n.js";
import { HORIZONTAL, JOKER, VERTICAL } from "../notation.js";
import { MAX_LINE_LENGTH, SIDE } from "./drawing.js";
import {
  circle, createPen, erase, eraseSquare, findTarget, getSheet, movePen, placePen, setDirection, strike,
  write,
} from "./pen.js";
import { getDirection, hasSameDrawing } from "./sheet.js";
import { SheetView } from "./sheet_view.js";

const JUMP_COLUMNS = { Home: 0, End: SIDE - 1 };

const getOtherDirection = (direction) => (direction === VERTICAL ? HORIZONTAL : VERTICAL);

export class SheetField {
  #pen = createPen({ rows: [], struck: [] });
  #appearance = { isActive: false, isCircleNext: false, isLocked: true, canUndo: false };

  /**
   * @param {{box: HTMLElement, tools: HTMLElement, onDraw: (drawing: object) => void,
   *   onDirection: (direction: string) => void, onCircleNextChange: (isCircleNext?: boolean) => void,
   *   onUndo: () => void, onFocus: () => void, onNote: (text: string) => void}} options
   *   `onDraw` gets {rows, struck, direction}; `onCircleNextChange` without argument toggles
   */
  constructor(options) {
    Object.assign(this, options);
    this.view = new SheetView(this.box, {
      onSquare: (row, col) => this.#handleTouch(row, col),
      onKey: (event) => this.#handleKey(event),
      onFocus: () => this.onFocus(),
    });
    this.commands = {
      circle: () => this.#applyStroke(circle),
      strike: () => this.#applyStroke(strike),
      undo: () => this.#undo(),
    };
    for (const button of this.tools.querySelectorAll("[data-tool]")) {
      button.addEventListener("pointerdown", (event) => event.preventDefault());
      button.addEventListener("click", () => this.commands[button.dataset.tool]());
    }
    this.#draw();
  }

  get direction() {
    return this.#pen.direction;
  }

  get pen() {
    return this.#pen;
  }

  set pen(pen) {
    this.#setPen(pen);
  }

  /** Show a sheet, centred if its drawing differs from the pen's. */
  show(sheet) {
    if (!hasSameDrawing(getSheet(this.#pen), sheet)) {
      this.#pen = createPen(sheet, sheet.direction);
    } else if (sheet.rows.length <= 1 && (sheet.rows[0] ?? "").length <= 1) {
      this.#pen = setDirection(this.#pen, sheet.direction);
    }
    this.#draw();
  }

  /**
   * @param {{isActive?: boolean, isCircleNext?: boolean, isLocked?: boolean, canUndo?: boolean}} appearance
   */
  setAppearance(appearance) {
    Object.assign(this.#appearance, appearance);
    this.#draw();
  }

  /** Begin a new turn: the pen is in the middle. */
  reset() {
    this.#pen = createPen({ rows: [], struck: [] }, HORIZONTAL);
    this.#draw();
  }

  focus() {
    this.view.focus();
  }

  setDirection(direction) {
    this.#pen = setDirection(this.#pen, direction);
    this.#draw();
  }

  insert(letter) {
    const { isCircleNext } = this.#appearance;
    const writtenLetter = isCircleNext ? letter.toLowerCase() : letter;
    if (this.#applyStroke((pen) => write(pen, writtenLetter))) this.onCircleNextChange(false);
  }

  erase() {
    this.#applyStroke(erase);
  }

  #handleTouch(row, col) {
    if (this.#appearance.isLocked) return;
    this.#pen = placePen(this.#pen, row, col);
    this.onFocus();
    this.#draw();
    this.view.focus();
  }

  /** Apply a function of the pen, or show that there is no room. @returns {boolean} true if applied */
  #applyStroke(stroke) {
    if (this.#appearance.isLocked) return false;
    const oldPen = this.#pen;
    const newPen = stroke(oldPen);
    if (newPen === null) {
      const fullText = gettext("Plus de place : la feuille a %(side)s cases de côté, %(line)s pour une seule ligne.");
      this.onNote(interpolate(fullText, { side: SIDE, line: MAX_LINE_LENGTH }));
      return false;
    }
    this.onNote("");
    this.#pen = newPen;
    const drawing = getSheet(newPen);
    if (!hasSameDrawing(drawing, getSheet(oldPen))) {
      this.onDraw({ ...drawing, direction: getDirection(drawing.rows, newPen.direction) });
    }
    this.#draw();
    return true;
  }

  #undo() {
    this.onNote("");
    this.onUndo();
  }

  #handleKey(event) {
    if (event.altKey) return;
    if (event.ctrlKey || event.metaKey || !this.#pressKey(event.key)) return;
    event.preventDefault();
  }

  #pressKey(key) {
    if (key in ARROWS) this.#setPen(movePen(this.#pen, ...ARROWS[key]));
    else if (key in JUMP_COLUMNS) this.#setPen(placePen(this.#pen, this.#pen.row, JUMP_COLUMNS[key]));
    else if (this.#appearance.isLocked) return false;
    else if (key === "Backspace") this.erase();
    else if (key === "Delete") this.#applyStroke(eraseSquare);
    else if (key === " ") this.onDirection(getOtherDirection(this.#pen.direction));
    else if (key === JOKER) this.onCircleNextChange();
    else if (key === "*") this.commands.circle();
    else if (key === "-") this.commands.strike();
    else if (key.length === 1 && extractLetters(key)) {
      for (const letter of extractLetters(key)) this.insert(letter);
    } else return false;
    return true;
  }

  #setPen(pen) {
    this.#pen = pen;
    this.#draw();
  }

  #draw() {
    this.view.draw(this.#pen, this.#appearance);
    const target = findTarget(this.#pen);
    const isDisabled = { circle: !target, strike: !target, undo: !this.#appearance.canUndo };
    for (const button of this.tools.querySelectorAll("[data-tool]")) {
      button.setAttribute("aria-disabled", String(isDisabled[button.dataset.tool]));
    }
  }
}
