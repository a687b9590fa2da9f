// Writing on the squared part: keys, touches and tools move the pen; every stroke can be undone.

import { ARROWS } from "../components/arrows.js";
import { lettersOf } from "../folding.js";
import { gettext, interpolate } from "../i18n.js";
import { HORIZONTAL, JOKER, VERTICAL } from "../notation.js";
import { LONGEST_LINE, SIDE } from "./drawing.js";
import { circle, directed, erase, eraseHere, penOver, placed, sheetOf, strike, target, walk, write }
  from "./pen.js";
import { directionOf, sameDrawing } from "./sheet.js";
import { SheetView } from "./sheet_view.js";

const JUMPS = { Home: 0, End: SIDE - 1 };
const REMEMBERED = 100;

const across = (direction) => (direction === VERTICAL ? HORIZONTAL : VERTICAL);

export class SheetField {
  #pen = penOver({ rows: [], struck: [] });
  #past = [];
  #look = { active: false, armed: false, locked: true };

  /**
   * @param {{box: HTMLElement, tools: HTMLElement, onDraw: (drawn: object) => void,
   *   onDirection: (direction: string) => void, onArm: (armed?: boolean) => void,
   *   onFocus: () => void, onNote: (text: string) => void}} options
   *   `onDraw` gets {rows, struck, direction}
   */
  constructor(options) {
    Object.assign(this, options);
    this.view = new SheetView(this.box, {
      onSquare: (row, col) => this.#touch(row, col),
      onKey: (event) => this.#key(event),
      onFocus: () => this.onFocus(),
    });
    this.commands = {
      circle: () => this.#stroke(circle),
      strike: () => this.#stroke(strike),
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

  /** Show a sheet; one that is drawn differently from what is here is put in the middle. */
  show(sheet) {
    if (!sameDrawing(sheetOf(this.#pen), sheet)) {
      this.#pen = penOver(sheet, sheet.direction);
      this.#past = [];
    } else if (sheet.rows.length <= 1 && (sheet.rows[0] ?? "").length <= 1) {
      this.#pen = directed(this.#pen, sheet.direction);
    }
    this.#draw();
  }

  /** @param {{active?: boolean, armed?: boolean, locked?: boolean}} look */
  look(look) {
    Object.assign(this.#look, look);
    this.#draw();
  }

  /** A new turn: the pen goes back to the middle and nothing can be undone. */
  restart() {
    this.#pen = penOver({ rows: [], struck: [] }, HORIZONTAL);
    this.#past = [];
    this.#draw();
  }

  focus() {
    this.view.focus();
  }

  turn(direction) {
    this.#pen = directed(this.#pen, direction);
    this.#draw();
  }

  insert(letter) {
    const { armed } = this.#look;
    if (this.#stroke((pen) => write(pen, armed ? letter.toLowerCase() : letter))) this.onArm(false);
  }

  erase() {
    this.#stroke(erase);
  }

  #touch(row, col) {
    if (this.#look.locked) return;
    this.#pen = placed(this.#pen, row, col);
    this.onFocus();
    this.#draw();
    this.view.focus();
  }

  /** Whether something was written; a stroke for which there is no room is said, not done. */
  #stroke(draw) {
    if (this.#look.locked) return false;
    const before = this.#pen;
    const after = draw(before);
    if (after === null) {
      const full = gettext("Plus de place : la feuille a %(side)s cases de côté, %(line)s pour une seule ligne.");
      this.onNote(interpolate(full, { side: SIDE, line: LONGEST_LINE }));
      return false;
    }
    this.onNote("");
    this.#pen = after;
    const drawn = sheetOf(after);
    if (!sameDrawing(drawn, sheetOf(before))) {
      this.#past = [...this.#past.slice(1 - REMEMBERED), before];
      this.onDraw({ ...drawn, direction: directionOf(drawn.rows, after.direction) });
    }
    this.#draw();
    return true;
  }

  #undo() {
    const before = this.#past.pop();
    if (!before || this.#look.locked) return;
    this.#pen = before;
    const drawn = sheetOf(before);
    this.onNote("");
    this.onDraw({ ...drawn, direction: directionOf(drawn.rows, before.direction) });
    this.#draw();
  }

  #key(event) {
    if (event.altKey) return;
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() !== "z") return;
      this.#undo();
    } else if (!this.#press(event.key)) return;
    event.preventDefault();
  }

  #press(key) {
    if (key in ARROWS) this.#go(walk(this.#pen, ...ARROWS[key]));
    else if (key in JUMPS) this.#go(placed(this.#pen, this.#pen.row, JUMPS[key]));
    else if (this.#look.locked) return false;
    else if (key === "Backspace") this.erase();
    else if (key === "Delete") this.#stroke(eraseHere);
    else if (key === " ") this.onDirection(across(this.#pen.direction));
    else if (key === JOKER) this.onArm();
    else if (key === "*") this.commands.circle();
    else if (key === "-") this.commands.strike();
    else if (key.length === 1 && lettersOf(key)) for (const letter of lettersOf(key)) this.insert(letter);
    else return false;
    return true;
  }

  #go(pen) {
    this.#pen = pen;
    this.#draw();
  }

  #draw() {
    this.view.draw(this.#pen, this.#look);
    const on = target(this.#pen);
    const idle = { circle: !on, strike: !on, undo: this.#past.length === 0 };
    for (const button of this.tools.querySelectorAll("[data-tool]")) {
      button.setAttribute("aria-disabled", String(idle[button.dataset.tool]));
    }
  }
}
