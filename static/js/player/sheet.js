// What is written on a bulletin and how it travels: {word, direction, reference, score}, where a
// lower-case letter of the word is circled (4.2). Pure; it never judges what is written.

import { HORIZONTAL, VERTICAL } from "../notation.js";

export const LONGEST_WORD = 15;
export const LONGEST_REFERENCE = 6;
export const LONGEST_SCORE = 5;

export const EMPTY = Object.freeze({
  word: "",
  direction: HORIZONTAL,
  reference: "",
  score: "",
});

/** Letters A to Z of what was typed: accents off, Œ and Æ in two letters, upper case. */
export function lettersOf(text) {
  const plain = text.replace(/[œŒ]/g, "OE").replace(/[æÆ]/g, "AE").normalize("NFD");
  return plain.toUpperCase().replace(/[^A-Z]/g, "");
}

/**
 * The word after the text of its field became `text`: letters that stayed keep their circle, the
 * first new one gets one if `circleNew`.
 */
export function rewrite(word, text, circleNew = false) {
  const next = lettersOf(text).slice(0, LONGEST_WORD);
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

/** Circle a letter of the word, or take its circle away. */
export function toggleCircle(word, index) {
  const letter = word[index];
  const upper = letter.toUpperCase();
  return word.slice(0, index) + (letter === upper ? letter.toLowerCase() : upper) +
    word.slice(index + 1);
}

/** The squared part: one row when horizontal, one letter a row when vertical. */
export function toRows({ word, direction }) {
  if (word === "") return [];
  return direction === VERTICAL ? Array.from(word) : [word];
}

/** Back from the squared part; one letter alone is horizontal unless `otherwise` says more. */
export function fromBulletin({ rows, reference, score }, otherwise = HORIZONTAL) {
  const vertical = rows.length > 1;
  const known = rows.length === 1 && rows[0].length > 1;
  const direction = vertical ? VERTICAL : known ? HORIZONTAL : otherwise;
  const word = vertical ? rows.join("") : (rows[0] ?? "");
  return { word, direction, reference, score };
}

export const isEmpty = ({ word, reference, score }) => !word && !reference && !score;

export const sameSheet = (a, b) =>
  a.word === b.word && a.direction === b.direction && a.reference === b.reference &&
  a.score === b.score;
