// The squared part while it is drawn: a list of marks {row, col, letter, struck} on squares. Only
// their places relative to each other mean anything (4.3.2), so a drawing can be moved at will
// and travels cut to its edges. Pure.

import { BLANK } from "../notation.js";

/** Side of the squared part of the official bulletin, in squares. */
export const SIDE = 13;
/** One single line may run over its margin: a word is written in full (4.2). */
export const LONGEST_LINE = 15;

/** Over a letter that is crossed out, in the lines of `struck`. */
export const STRUCK = "x";

/** The marks of a sheet whose upper left corner stands on (top, left). */
export function marksOf({ rows, struck }, top = 0, left = 0) {
  const marks = [];
  for (const [row, line] of rows.entries()) {
    for (const [col, letter] of Array.from(line).entries()) {
      if (letter === BLANK) continue;
      const over = struck[row]?.[col] === STRUCK;
      marks.push({ row: row + top, col: col + left, letter, struck: over });
    }
  }
  return marks;
}

/** @returns {{top, left, bottom, right, height, width} | null} the edges, null without marks */
export function edgesOf(marks) {
  if (marks.length === 0) return null;
  const rows = marks.map(({ row }) => row);
  const cols = marks.map(({ col }) => col);
  const [top, bottom] = [Math.min(...rows), Math.max(...rows)];
  const [left, right] = [Math.min(...cols), Math.max(...cols)];
  return { top, left, bottom, right, height: bottom - top + 1, width: right - left + 1 };
}

/** The inverse of `marksOf`, cut to the edges: {rows, struck}. */
export function linesOf(marks) {
  const edges = edgesOf(marks);
  if (edges === null) return { rows: [], struck: [] };
  const draw = (char) => {
    const lines = Array.from({ length: edges.height }, () => Array(edges.width).fill(BLANK));
    for (const mark of marks) lines[mark.row - edges.top][mark.col - edges.left] = char(mark);
    return lines.map((line) => line.join(""));
  };
  const rows = draw(({ letter }) => letter);
  const struck = marks.some((mark) => mark.struck)
    ? draw(({ struck: over }) => (over ? STRUCK : BLANK))
    : [];
  return { rows, struck };
}

/** Whether a bulletin can hold it: 13 x 13 squares, or one line of 15. */
export function fits(marks) {
  const { height, width } = edgesOf(marks) ?? { height: 0, width: 0 };
  const longest = Math.min(height, width) <= 1 ? LONGEST_LINE : SIDE;
  return Math.max(height, width) <= longest;
}

/** How many rows and columns to show: a single line that is full may grow. */
export function frameOf(marks) {
  const { height, width } = edgesOf(marks) ?? { height: 0, width: 0 };
  return {
    rows: width <= 1 && height >= SIDE ? LONGEST_LINE : SIDE,
    cols: height <= 1 && width >= SIDE ? LONGEST_LINE : SIDE,
  };
}

const on = (row, col) => (mark) => mark.row === row && mark.col === col;

export const markAt = (marks, row, col) => marks.find(on(row, col)) ?? null;

export const without = (marks, row, col) => marks.filter((mark) => !on(row, col)(mark));

/** The marks with `mark` on its square, whatever stood there. */
export const withMark = (marks, mark) => [...without(marks, mark.row, mark.col), mark];

export const moved = (marks, down, right) =>
  marks.map((mark) => ({ ...mark, row: mark.row + down, col: mark.col + right }));
