// The content of a bulletin: {rows, struck, reference, score} as on the server, and the direction, which
// one letter alone does not show. In `rows` "." is blank and a lower-case letter circled (4.2); `struck`
// has an "x" in the place of each struck letter (5.4), or is empty. Pure; nothing is judged.

import { extractLetters } from "../folding.js";
import { BLANK, HORIZONTAL, VERTICAL } from "../notation.js";
import { MAX_LINE_LENGTH } from "./drawing.js";

export const EMPTY_SHEET = Object.freeze({
  rows: Object.freeze([]),
  struck: Object.freeze([]),
  direction: HORIZONTAL,
  reference: "",
  score: "",
});

/**
 * Return the word after the text of its field became `text`: unchanged letters keep their circle, the
 * first new letter is circled if `circlesNew`.
 */
export function updateWord(word, text, circlesNew = false) {
  const newLetters = extractLetters(text).slice(0, MAX_LINE_LENGTH);
  const oldLetters = word.toUpperCase();
  const minLength = Math.min(newLetters.length, oldLetters.length);
  let prefixLength = 0;
  const hasSameStart = () => newLetters[prefixLength] === oldLetters[prefixLength];
  while (prefixLength < minLength && hasSameStart()) prefixLength += 1;
  let suffixLength = 0;
  const hasSameEnd = () => newLetters.at(-1 - suffixLength) === oldLetters.at(-1 - suffixLength);
  while (suffixLength < minLength - prefixLength && hasSameEnd()) suffixLength += 1;
  let inserted = newLetters.slice(prefixLength, newLetters.length - suffixLength);
  if (circlesNew && inserted) inserted = inserted[0].toLowerCase() + inserted.slice(1);
  return word.slice(0, prefixLength) + inserted + word.slice(word.length - suffixLength);
}

/** Circle a letter, or remove its circle. */
export const toggleLetterCircle = (letter) =>
  letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase();

/** Circle a letter of the word, or remove its circle. */
export const toggleCircle = (word, index) =>
  word.slice(0, index) + toggleLetterCircle(word[index]) + word.slice(index + 1);

/** Return the rows of a sheet with one word: one row, or one letter a row if vertical. */
export function makeRows(word, direction) {
  if (word === "") return [];
  return direction === VERTICAL ? Array.from(word) : [word];
}

/** Return the word of a sheet with one straight word and nothing else; else null. */
export function getWord({ rows, struck }) {
  const word = rows.length > 1 && rows.some((row) => row.length > 1) ? null : rows.join("");
  return word === null || struck.length || word.includes(BLANK) ? null : word;
}

/** Return the sheet of a bulletin of the server; `defaultDirection` as of `getDirection`. */
export function fromBulletin({ rows, struck, reference, score }, defaultDirection = HORIZONTAL) {
  return { rows, struck, reference, score, direction: getDirection(rows, defaultDirection) };
}

/** Return the direction of a straight word; `defaultDirection` for one letter or a drawing. */
export function getDirection(rows, defaultDirection = HORIZONTAL) {
  if (rows.length > 1 && rows.every((row) => row.length === 1)) return VERTICAL;
  return rows.length === 1 && rows[0].length > 1 ? HORIZONTAL : defaultDirection;
}

export const isEmpty = ({ rows, reference, score }) => !rows.length && !reference && !score;

const hasSameLines = (a, b) => a.length === b.length && a.every((line, i) => line === b[i]);

/** Return true if two sheets have the same rows and struck letters. */
export const hasSameDrawing = (a, b) =>
  hasSameLines(a.rows, b.rows) && hasSameLines(a.struck, b.struck);

export const isSameSheet = (a, b) =>
  hasSameDrawing(a, b) && a.direction === b.direction && a.reference === b.reference &&
  a.score === b.score;
