// A sheet while it is drawn: a list of marks {row, col, letter, struck} on squares. Only their places
// relative to each other have a meaning (4.3.2): a drawing can be moved, and is sent without its empty
// margins. Pure.

import { BLANK } from "../notation.js";

/** Side of the sheet of the official bulletin, in squares. */
export const SIDE = 13;
/** Length of a single line, which may be longer than the side: a word is written in full (4.2). */
export const MAX_LINE_LENGTH = 15;

/** Sign of a struck letter, in the lines of `struck`. */
export const STRUCK = "x";

/** List the marks of a sheet whose upper left corner is on (top, left). */
export function listMarks({ rows, struck }, top = 0, left = 0) {
  const marks = [];
  for (const [row, line] of rows.entries()) {
    for (const [col, letter] of Array.from(line).entries()) {
      if (letter === BLANK) continue;
      const isStruck = struck[row]?.[col] === STRUCK;
      marks.push({ row: row + top, col: col + left, letter, struck: isStruck });
    }
  }
  return marks;
}

/** @returns {{top, left, bottom, right, height, width} | null} null without marks */
export function findEdges(marks) {
  if (marks.length === 0) return null;
  const rows = marks.map(({ row }) => row);
  const cols = marks.map(({ col }) => col);
  const [top, bottom] = [Math.min(...rows), Math.max(...rows)];
  const [left, right] = [Math.min(...cols), Math.max(...cols)];
  return { top, left, bottom, right, height: bottom - top + 1, width: right - left + 1 };
}

/** Return {rows, struck} of marks, without empty margins: the inverse of `listMarks`. */
export function makeLines(marks) {
  const edges = findEdges(marks);
  if (edges === null) return { rows: [], struck: [] };
  const drawLines = (getSign) => {
    const lines = Array.from({ length: edges.height }, () => Array(edges.width).fill(BLANK));
    for (const mark of marks) lines[mark.row - edges.top][mark.col - edges.left] = getSign(mark);
    return lines.map((line) => line.join(""));
  };
  const rows = drawLines(({ letter }) => letter);
  const struck = marks.some((mark) => mark.struck)
    ? drawLines(({ struck: isStruck }) => (isStruck ? STRUCK : BLANK))
    : [];
  return { rows, struck };
}

/** Return true if the marks fit on a bulletin: 13 x 13 squares, or one line of 15. */
export function canFit(marks) {
  const { height, width } = findEdges(marks) ?? { height: 0, width: 0 };
  const longest = Math.min(height, width) <= 1 ? MAX_LINE_LENGTH : SIDE;
  return Math.max(height, width) <= longest;
}

/** Return the numbers of rows and columns to show; a single line of 13 letters gets 15 squares. */
export function getFrame(marks) {
  const { height, width } = findEdges(marks) ?? { height: 0, width: 0 };
  return {
    rows: width <= 1 && height >= SIDE ? MAX_LINE_LENGTH : SIDE,
    cols: height <= 1 && width >= SIDE ? MAX_LINE_LENGTH : SIDE,
  };
}

const isAt = (row, col) => (mark) => mark.row === row && mark.col === col;

export const findMark = (marks, row, col) => marks.find(isAt(row, col)) ?? null;

export const removeMark = (marks, row, col) => marks.filter((mark) => !isAt(row, col)(mark));

/** Return the marks with `mark` in place of the one on its square. */
export const setMark = (marks, mark) => [...removeMark(marks, mark.row, mark.col), mark];

export const moveMarks = (marks, down, right) =>
  marks.map((mark) => ({ ...mark, row: mark.row + down, col: mark.col + right }));
