// The squared part on the page: one square per place, the pen's square outlined and in view. It
// tells which square was touched and which key was pressed, and draws what it is given.

import { create } from "../dom.js";
import { gettext, interpolate } from "../i18n.js";
import { isJoker } from "../notation.js";
import { edgesOf, frameOf, markAt } from "./drawing.js";

/** "ligne 3, colonne 5, A, entouré, rayé" or "…, vide". */
function squareName(row, col, mark) {
  const parts = [interpolate(gettext("ligne %(row)s, colonne %(col)s"), { row: row + 1, col: col + 1 })];
  parts.push(mark ? mark.letter.toUpperCase() : gettext("vide"));
  if (mark && isJoker(mark.letter)) parts.push(gettext("entouré"));
  if (mark?.struck) parts.push(gettext("rayé"));
  return parts.join(", ");
}

export class SheetView {
  #squares = new Map();
  #frame = { rows: 0, cols: 0 };
  #drawn = new Map();
  #pen = null;

  /**
   * @param {HTMLElement} box scrolls when the squares do not fit
   * @param {{onSquare: (row: number, col: number) => void, onKey: (event: KeyboardEvent) => void,
   *   onFocus: () => void}} handlers
   */
  constructor(box, { onSquare, onKey, onFocus }) {
    this.box = box;
    box.addEventListener("click", (event) => {
      const square = event.target.closest("[data-row]");
      if (square) onSquare(Number(square.dataset.row), Number(square.dataset.col));
    });
    box.addEventListener("keydown", onKey);
    box.addEventListener("focusin", onFocus);
    // A drag scrolls; the focus stays where the writing is until a square is touched.
    box.addEventListener("pointerdown", (event) => event.preventDefault());
    // A tablet that is turned, or the sheet coming into view: the pen must be seen.
    new ResizeObserver(() => this.reveal()).observe(box);
  }

  /** @param {{active: boolean, armed: boolean, locked: boolean}} look */
  draw(pen, { active, armed, locked }) {
    const focused = this.box.contains(document.activeElement);
    const frame = frameOf(pen.marks);
    if (frame.rows !== this.#frame.rows || frame.cols !== this.#frame.cols) this.#build(frame);
    for (const [name, square] of this.#squares) {
      const mark = markAt(pen.marks, square.row, square.col);
      const state = mark ? mark.letter + mark.struck : "";
      if (this.#drawn.get(name) === state) continue;
      this.#drawn.set(name, state);
      fill(square.node, square, mark);
    }
    this.#mark(pen, { active, armed, locked }, focused);
  }

  focus() {
    this.#at(this.#pen)?.focus({ preventScroll: true });
    this.reveal();
  }

  /** Scroll, inside the box alone: the whole drawing if it fits, else what is around the pen. */
  reveal() {
    const square = this.#at(this.#pen);
    const { clientWidth, clientHeight } = this.box;
    if (!square || !clientWidth) return;
    const side = square.offsetWidth;
    const at = { row: Number(square.dataset.row), col: Number(square.dataset.col) };
    const edges = edgesOf([...this.#pen.marks, at]);
    const left = scroll(this.box.scrollLeft, clientWidth, side, at.col, edges.left, edges.right);
    const top = scroll(this.box.scrollTop, clientHeight, side, at.row, edges.top, edges.bottom);
    if (left !== this.box.scrollLeft || top !== this.box.scrollTop) this.box.scrollTo(left, top);
  }

  #mark(pen, { active, armed, locked }, focused) {
    const before = this.#at(this.#pen);
    const now = this.#at(pen);
    if (before && before !== now) {
      before.tabIndex = -1;
      before.classList.remove("pen", "armed");
    }
    this.#pen = pen;
    this.box.setAttribute("aria-disabled", String(locked));
    this.box.dataset.direction = pen.direction;
    now.tabIndex = 0; // also while nothing can be written: it is there to be read
    now.classList.toggle("pen", active && !locked);
    now.classList.toggle("armed", armed);
    if (focused && document.activeElement !== now) now.focus({ preventScroll: true });
    if (active) this.reveal();
  }

  /** The square of the pen; the last of its line while the pen stands behind it. */
  #at(pen) {
    if (!pen) return null;
    const row = Math.min(pen.row, this.#frame.rows - 1);
    const col = Math.min(pen.col, this.#frame.cols - 1);
    return this.#squares.get(`${row}:${col}`)?.node ?? null;
  }

  #build({ rows, cols }) {
    this.#frame = { rows, cols };
    this.#squares.clear();
    this.#drawn.clear();
    this.#pen = null;
    this.box.setAttribute("aria-rowcount", rows);
    this.box.setAttribute("aria-colcount", cols);
    const lines = Array.from({ length: rows }, (_, row) => {
      const line = create("div", "squared-row");
      line.setAttribute("role", "row");
      line.append(...Array.from({ length: cols }, (__, col) => this.#square(row, col)));
      return line;
    });
    this.box.replaceChildren(...lines);
  }

  #square(row, col) {
    const node = create("div", "sq");
    node.setAttribute("role", "gridcell");
    node.tabIndex = -1;
    Object.assign(node.dataset, { row, col });
    this.#squares.set(`${row}:${col}`, { node, row, col });
    return node;
  }
}

function fill(node, { row, col }, mark) {
  node.setAttribute("aria-label", squareName(row, col, mark));
  node.classList.toggle("circled", mark !== null && isJoker(mark.letter));
  node.classList.toggle("struck", mark?.struck ?? false);
  node.textContent = mark ? mark.letter.toUpperCase() : "";
}

/**
 * The least scrolling, along one axis, after which the squares from `first` to `last` can be
 * seen, with half a square around them if there is room; when these are too many, only `at`.
 */
function scroll(now, room, side, at, first, last) {
  const whole = (last - first + 1) * side <= room;
  const [head, tail] = whole ? [first, last + 1] : [at, at + 1];
  const around = Math.min(side / 2, (room - (tail - head) * side) / 2);
  const from = head * side - around;
  const to = tail * side + around;
  return Math.max(0, Math.min(Math.max(now, to - room), from));
}
