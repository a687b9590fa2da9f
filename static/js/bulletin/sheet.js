// What is written on a bulletin and how it travels: {rows, struck, reference, score}, as the
// server keeps it, and the direction in which a word of one letter or none is meant. In `rows`
// "." is blank and a lower-case letter circled (4.2); `struck` has an "x" over what is crossed
// out (5.4), or is empty. Pure; it never judges what is written.

import { lettersOf } from "../folding.js";
import { BLANK, HORIZONTAL, VERTICAL } from "../notation.js";
import { LONGEST_LINE } from "./drawing.js";

export const EMPTY = Object.freeze({
  rows: Object.freeze([]),
  struck: Object.freeze([]),
  direction: HORIZONTAL,
  reference: "",
  score: "",
});

/**
 * The word after the text of its field became `text`: letters that stayed keep their circle, the
 * first new one gets one if `circleNew`.
 */
export function rewrite(word, text, circleNew = false) {
  const next = lettersOf(text).slice(0, LONGEST_LINE);
  const old = word.toUpperCase();
  let head = 0;
  while (head < next.length && head < old.length && next[head] === old[head]) head += 1;
  let tail = 0;
  const room = Math.min(next.length, old.length) - head;
  while (tail < room && next.at(-1 - tail) === old.at(-1 - tail)) tail += 1;
  let fresh = next.slice(head, next.length - tail);
  if (circleNew && fresh) fresh = fresh[0].toLowerCase() + fresh.slice(1);
  return word.slice(0, head) + fresh + word.slice(word.length - tail);
}

/** A letter circled, or its circle taken away. */
export const toggleLetter = (letter) =>
  letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase();

/** Circle a letter of the word, or take its circle away. */
export const toggleCircle = (word, index) =>
  word.slice(0, index) + toggleLetter(word[index]) + word.slice(index + 1);

/** The squared part with one word alone: one row, or one letter a row when vertical. */
export function rowsOf(word, direction) {
  if (word === "") return [];
  return direction === VERTICAL ? Array.from(word) : [word];
}

/** The word, when the squared part holds one straight word alone; else null. */
export function wordOf({ rows, struck }) {
  const word = rows.length > 1 && rows.some((row) => row.length > 1) ? null : rows.join("");
  return word === null || struck.length || word.includes(BLANK) ? null : word;
}

/** Back from the server; what has no direction of its own has `otherwise`. */
export function fromBulletin({ rows, struck, reference, score }, otherwise = HORIZONTAL) {
  return { rows, struck, reference, score, direction: directionOf(rows, otherwise) };
}

/** The direction of a straight word; one letter alone, or a drawing, has `otherwise`. */
export function directionOf(rows, otherwise = HORIZONTAL) {
  if (rows.length > 1 && rows.every((row) => row.length === 1)) return VERTICAL;
  return rows.length === 1 && rows[0].length > 1 ? HORIZONTAL : otherwise;
}

export const isEmpty = ({ rows, reference, score }) => !rows.length && !reference && !score;

const sameLines = (a, b) => a.length === b.length && a.every((line, i) => line === b[i]);

/** Whether the same is drawn, wherever and in whatever direction. */
export const sameDrawing = (a, b) => sameLines(a.rows, b.rows) && sameLines(a.struck, b.struck);

export const sameSheet = (a, b) =>
  sameDrawing(a, b) && a.direction === b.direction && a.reference === b.reference &&
  a.score === b.score;
