// The pen on the squared part: {marks, row, col, direction}, where (row, col) is the square that
// is written next. Every stroke gives a new pen, or null when the sheet has no room for it. Pure.

import { HORIZONTAL, VERTICAL } from "../notation.js";
import { edgesOf, fits, frameOf, linesOf, markAt, marksOf, moved, withMark, without }
  from "./drawing.js";
import { toggleLetter } from "./sheet.js";

/** A pen over what is drawn on `sheet`, in the middle; it stands behind the last letter. */
export function penOver(sheet, direction = HORIZONTAL) {
  const loose = marksOf(sheet);
  const frame = frameOf(loose);
  const edges = edgesOf(loose) ?? { height: 1, width: 5, top: 0, left: 0 };
  const top = Math.floor((frame.rows - edges.height) / 2);
  const left = Math.floor((frame.cols - edges.width) / 2);
  const marks = marksOf(sheet, top, left);
  const pen = { marks, row: top, col: left, direction };
  const last = marks.at(-1);
  return last ? settled(step({ ...pen, row: last.row, col: last.col }, 1), 1) : pen;
}

/** What travels: {rows, struck}. */
export const sheetOf = (pen) => linesOf(pen.marks);

const step = (pen, by) =>
  pen.direction === VERTICAL ? { ...pen, row: pen.row + by } : { ...pen, col: pen.col + by };

/**
 * Along one axis: by how much the drawing moves, so that a free line stays on both sides of it
 * where there is room, and further to bring the pen into view if that leaves it so.
 */
function shift(size, from, to, at) {
  const margin = to - from + 1 <= size - 2 ? 1 : 0;
  const least = margin - from;
  const most = size - 1 - margin - to;
  const within = (value) => Math.min(Math.max(value, least), most);
  const by = within(0);
  if (at + by < 0) return within(-at);
  if (at + by > size - 1) return within(size - 1 - at);
  return by;
}

/** The pen within its frame; after writing it may stand `over` squares beyond the last line. */
function settled(pen, over = 0) {
  const frame = frameOf(pen.marks);
  const edges = edgesOf(pen.marks);
  const down = edges ? shift(frame.rows, edges.top, edges.bottom, pen.row) : 0;
  const right = edges ? shift(frame.cols, edges.left, edges.right, pen.col) : 0;
  const clamp = (at, size, beyond) => Math.min(Math.max(at, 0), size - 1 + beyond);
  const vertical = pen.direction === VERTICAL;
  return {
    ...pen,
    marks: down || right ? moved(pen.marks, down, right) : pen.marks,
    row: clamp(pen.row + down, frame.rows, vertical ? over : 0),
    col: clamp(pen.col + right, frame.cols, vertical ? 0 : over),
  };
}

/** Write a letter (lower case: circled) on the square and go on to the next one. */
export function write(pen, letter) {
  const mark = { row: pen.row, col: pen.col, letter, struck: false };
  const marks = withMark(pen.marks, mark);
  return fits(marks) ? settled(step({ ...pen, marks }, 1), 1) : null;
}

/** Backspace: the letter on the square, or else the one before it. */
export function erase(pen) {
  const at = markAt(pen.marks, pen.row, pen.col) ? pen : step(pen, -1);
  return settled({ ...at, marks: without(pen.marks, at.row, at.col) });
}

/** Delete: the letter on the square; the pen stays. */
export const eraseHere = (pen) => settled({ ...pen, marks: without(pen.marks, pen.row, pen.col) });

/** Put the pen on a square of the frame. */
export const placed = (pen, row, col) => settled({ ...pen, row, col });

/** One square on; at the margin the drawing makes room if it can. */
export const walk = (pen, down, right) =>
  settled({ ...pen, row: pen.row + down, col: pen.col + right });

export const directed = (pen, direction) => settled({ ...pen, direction });

/** The letter that marks are put on: under the pen, or else the one just written. */
export function target(pen) {
  const before = step(pen, -1);
  return markAt(pen.marks, pen.row, pen.col) ?? markAt(pen.marks, before.row, before.col);
}

function changed(pen, change) {
  const mark = target(pen);
  return mark ? { ...pen, marks: withMark(pen.marks, { ...mark, ...change(mark) }) } : pen;
}

/** Circle the letter, for a joker, or take its circle away (4.2). */
export const circle = (pen) => changed(pen, ({ letter }) => ({ letter: toggleLetter(letter) }));

/** Cross the letter out, or take the stroke away (5.4). */
export const strike = (pen) => changed(pen, ({ struck }) => ({ struck: !struck }));
