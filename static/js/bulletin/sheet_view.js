// The squares of the sheet, with the pen's square outlined and scrolled into view. It reports touched
// squares and pressed keys.

import { createElement } from "../dom.js";
import { gettext, interpolate } from "../i18n.js";
import { isJoker } from "../notation.js";
import { findEdges, getFrame, findMark } from "./drawing.js";

/** Return "ligne 3, colonne 5, A, encerclé, rayé" or "…, vide". */
function describeSquare(row, col, mark) {
  const place = { row: row + 1, col: col + 1 };
  const parts = [interpolate(gettext("ligne %(row)s, colonne %(col)s"), place)];
  parts.push(mark ? mark.letter.toUpperCase() : gettext("vide"));
  if (mark && isJoker(mark.letter)) parts.push(gettext("encerclé"));
  if (mark?.struck) parts.push(gettext("rayé"));
  return parts.join(", ");
}

export class SheetView {
  #squares = new Map();
  #frame = { rows: 0, cols: 0 };
  #drawnStates = new Map();
  #pen = null;

  /**
   * @param {HTMLElement} box scrolls if the squares do not fit
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
    // A drag scrolls and leaves the focus; only a click moves it.
    box.addEventListener("pointerdown", (event) => event.preventDefault());
    // The size changes when a tablet is turned or the sheet appears.
    new ResizeObserver(() => this.reveal()).observe(box);
  }

  /** @param {{isActive: boolean, isCircleNext: boolean, isLocked: boolean}} appearance */
  draw(pen, { isActive, isCircleNext, isLocked }) {
    const hasFocus = this.box.contains(document.activeElement);
    const frame = getFrame(pen.marks);
    if (frame.rows !== this.#frame.rows || frame.cols !== this.#frame.cols) this.#buildSquares(frame);
    for (const [name, square] of this.#squares) {
      const mark = findMark(pen.marks, square.row, square.col);
      const state = mark ? mark.letter + mark.struck : "";
      if (this.#drawnStates.get(name) === state) continue;
      this.#drawnStates.set(name, state);
      fillSquare(square.node, square, mark);
    }
    this.#showPen(pen, { isActive, isCircleNext, isLocked }, hasFocus);
  }

  focus() {
    this.#findSquare(this.#pen)?.focus({ preventScroll: true });
    this.reveal();
  }

  /** Scroll the box to the whole drawing if it fits, else to the pen. */
  reveal() {
    const square = this.#findSquare(this.#pen);
    const { clientWidth, clientHeight } = this.box;
    if (!square || !clientWidth) return;
    const side = square.offsetWidth;
    const penSquare = { row: Number(square.dataset.row), col: Number(square.dataset.col) };
    const edges = findEdges([...this.#pen.marks, penSquare]);
    const { scrollLeft, scrollTop } = this.box;
    const left = computeScroll(scrollLeft, clientWidth, side, penSquare.col, edges.left, edges.right);
    const top = computeScroll(scrollTop, clientHeight, side, penSquare.row, edges.top, edges.bottom);
    if (left !== scrollLeft || top !== scrollTop) this.box.scrollTo(left, top);
  }

  #showPen(pen, { isActive, isCircleNext, isLocked }, hasFocus) {
    const oldSquare = this.#findSquare(this.#pen);
    const newSquare = this.#findSquare(pen);
    if (oldSquare && oldSquare !== newSquare) {
      oldSquare.tabIndex = -1;
      oldSquare.classList.remove("pen", "armed");
    }
    this.#pen = pen;
    this.box.setAttribute("aria-disabled", String(isLocked));
    this.box.dataset.direction = pen.direction;
    newSquare.tabIndex = 0; // also while the sheet is locked, to read it
    newSquare.classList.toggle("pen", isActive && !isLocked);
    newSquare.classList.toggle("armed", isCircleNext);
    if (hasFocus && document.activeElement !== newSquare) newSquare.focus({ preventScroll: true });
    if (isActive) this.reveal();
  }

  /** Return the square of the pen; the last of its line while the pen is behind it. */
  #findSquare(pen) {
    if (!pen) return null;
    const row = Math.min(pen.row, this.#frame.rows - 1);
    const col = Math.min(pen.col, this.#frame.cols - 1);
    return this.#squares.get(`${row}:${col}`)?.node ?? null;
  }

  #buildSquares({ rows, cols }) {
    this.#frame = { rows, cols };
    this.#squares.clear();
    this.#drawnStates.clear();
    this.#pen = null;
    this.box.setAttribute("aria-rowcount", rows);
    this.box.setAttribute("aria-colcount", cols);
    const lines = Array.from({ length: rows }, (_, row) => {
      const line = createElement("div", "squared-row");
      line.setAttribute("role", "row");
      line.append(...Array.from({ length: cols }, (__, col) => this.#createSquare(row, col)));
      return line;
    });
    this.box.replaceChildren(...lines);
  }

  #createSquare(row, col) {
    const node = createElement("div", "sq");
    node.setAttribute("role", "gridcell");
    node.tabIndex = -1;
    Object.assign(node.dataset, { row, col });
    this.#squares.set(`${row}:${col}`, { node, row, col });
    return node;
  }
}

function fillSquare(node, { row, col }, mark) {
  node.setAttribute("aria-label", describeSquare(row, col, mark));
  node.classList.toggle("circled", mark !== null && isJoker(mark.letter));
  node.classList.toggle("struck", mark?.struck ?? false);
  node.textContent = mark ? mark.letter.toUpperCase() : "";
}

/**
 * Return the nearest scroll position, along one axis, that shows the squares from `first` to `last`, with
 * half a square around them if there is room; only `penPosition` if they do not fit.
 */
function computeScroll(current, size, side, penPosition, first, last) {
  const isWholeVisible = (last - first + 1) * side <= size;
  const [start, end] = isWholeVisible ? [first, last + 1] : [penPosition, penPosition + 1];
  const margin = Math.min(side / 2, (size - (end - start) * side) / 2);
  const firstEdge = start * side - margin;
  const lastEdge = end * side + margin;
  return Math.max(0, Math.min(Math.max(current, lastEdge - size), firstEdge));
}
