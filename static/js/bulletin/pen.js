// The pen on a sheet: {marks, row, col, direction}, where (row, col) is the square of the next letter.
// Each function returns a new pen; `write` returns null if the sheet has no room. Pure.

import { HORIZONTAL, VERTICAL } from "../notation.js";
import {
  canFit, findEdges, findMark, getFrame, listMarks, makeLines, moveMarks, removeMark, setMark,
} from "./drawing.js";
import { toggleLetterCircle } from "./sheet.js";

/** Create a pen behind the last letter of `sheet`, whose marks are centred. */
export function createPen(sheet, direction = HORIZONTAL) {
  const unplacedMarks = listMarks(sheet);
  const frame = getFrame(unplacedMarks);
  const edges = findEdges(unplacedMarks) ?? { height: 1, width: 5, top: 0, left: 0 };
  const top = Math.floor((frame.rows - edges.height) / 2);
  const left = Math.floor((frame.cols - edges.width) / 2);
  const marks = listMarks(sheet, top, left);
  const pen = { marks, row: top, col: left, direction };
  const last = marks.at(-1);
  return last ? fitToFrame(advance({ ...pen, row: last.row, col: last.col }, 1), 1) : pen;
}

/** Return {rows, struck} of the marks. */
export const getSheet = (pen) => makeLines(pen.marks);

const advance = (pen, count) =>
  pen.direction === VERTICAL ? { ...pen, row: pen.row + count } : { ...pen, col: pen.col + count };

/**
 * Return the shift of the marks along one axis that keeps a free line on both sides if there is room,
 * and brings the pen into the frame as far as the free lines allow.
 */
function computeShift(size, first, last, position) {
  const margin = last - first + 1 <= size - 2 ? 1 : 0;
  const minShift = margin - first;
  const maxShift = size - 1 - margin - last;
  const clampShift = (value) => Math.min(Math.max(value, minShift), maxShift);
  const shift = clampShift(0);
  if (position + shift < 0) return clampShift(-position);
  if (position + shift > size - 1) return clampShift(size - 1 - position);
  return shift;
}

/** Return the pen within its frame, or, after writing, up to `beyond` squares behind its last line. */
function fitToFrame(pen, beyond = 0) {
  const frame = getFrame(pen.marks);
  const edges = findEdges(pen.marks);
  const down = edges ? computeShift(frame.rows, edges.top, edges.bottom, pen.row) : 0;
  const right = edges ? computeShift(frame.cols, edges.left, edges.right, pen.col) : 0;
  const clamp = (position, size, extra) => Math.min(Math.max(position, 0), size - 1 + extra);
  const isVertical = pen.direction === VERTICAL;
  return {
    ...pen,
    marks: down || right ? moveMarks(pen.marks, down, right) : pen.marks,
    row: clamp(pen.row + down, frame.rows, isVertical ? beyond : 0),
    col: clamp(pen.col + right, frame.cols, isVertical ? 0 : beyond),
  };
}

/** Write a letter (lower case: circled) and advance. */
export function write(pen, letter) {
  const mark = { row: pen.row, col: pen.col, letter, struck: false };
  const marks = setMark(pen.marks, mark);
  return canFit(marks) ? fitToFrame(advance({ ...pen, marks }, 1), 1) : null;
}

/** Erase the letter under the pen or else the one before (Backspace). */
export function erase(pen) {
  const target = findMark(pen.marks, pen.row, pen.col) ? pen : advance(pen, -1);
  return fitToFrame({ ...target, marks: removeMark(pen.marks, target.row, target.col) });
}

/** Erase the letter under the pen, which stays (Delete). */
export const eraseSquare = (pen) =>
  fitToFrame({ ...pen, marks: removeMark(pen.marks, pen.row, pen.col) });

/** Put the pen on a square of the frame. */
export const placePen = (pen, row, col) => fitToFrame({ ...pen, row, col });

/** Move the pen; at the edge of the frame the marks are shifted if there is room. */
export const movePen = (pen, down, right) =>
  fitToFrame({ ...pen, row: pen.row + down, col: pen.col + right });

export const setDirection = (pen, direction) => fitToFrame({ ...pen, direction });

/** Return the mark that is circled or struck: under the pen or else before it; null without any. */
export function findTarget(pen) {
  const previous = advance(pen, -1);
  return findMark(pen.marks, pen.row, pen.col) ?? findMark(pen.marks, previous.row, previous.col);
}

function changeMark(pen, getChanges) {
  const mark = findTarget(pen);
  return mark ? { ...pen, marks: setMark(pen.marks, { ...mark, ...getChanges(mark) }) } : pen;
}

/** Circle the letter, for a joker, or remove its circle (4.2). */
export const circle = (pen) =>
  changeMark(pen, ({ letter }) => ({ letter: toggleLetterCircle(letter) }));

/** Strike the letter out, or remove the stroke (5.4). */
export const strike = (pen) => changeMark(pen, ({ struck }) => ({ struck: !struck }));
