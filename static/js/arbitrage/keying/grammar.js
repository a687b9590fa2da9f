// What a typed line of keying means: a few signs stand for whole bulletins, a score or the
// beginning of a word for the solutions that have it, anything else for what is written. Pure.

import { lettersOf, rowsOf } from "../../bulletin/sheet.js";
import { HORIZONTAL, VERTICAL } from "../../notation.js";

/** Bulletin without anything on it. */
export const BLANK_BULLETIN = Object.freeze({
  rows: [], struck: [], reference: "", score: "", state: "ok",
});
/** One key each, when nothing is typed yet. */
export const TOP_KEY = "*";
export const AGAIN_KEY = "-";
export const STATE_KEY = "?";
export const TABLE_KEY = "/";
/** After the key of states: what the bulletin is like (5.5, 5.7). */
export const STATE_KEYS = Object.freeze({
  v: "blank", i: "illegible-word", a: "missing", h: "late", e: "exchanged", p: "several",
});
/** What nobody can read, and what is not there, where a place or a score would be. */
const ILLEGIBLE = "?";
const ABSENT = ".";
/** Solutions offered at once. */
export const OFFERED = 9;

const REFERENCE = /^(?:[A-O]\d{1,2}|\d{1,2}[A-O])$/i;
const directionOf = (reference) => (/^\d/.test(reference) ? VERTICAL : HORIZONTAL);

/** The bulletin of somebody who wrote this solution without a fault. */
export function bulletinOf([word, reference, score]) {
  const rows = rowsOf(word, directionOf(reference));
  return { ...BLANK_BULLETIN, rows, reference, score: String(score) };
}

/** "Z?ETA": the letter after the sign is circled. */
function written(text) {
  let word = "";
  for (const [i, part] of text.split("?").entries()) {
    const letters = lettersOf(part);
    word += i && letters ? letters[0].toLowerCase() + letters.slice(1) : letters;
  }
  return word;
}

/** Word, reference and score as typed, each of which may be missing. */
function bulletinAsTyped(tokens, illegible) {
  const bulletin = { ...BLANK_BULLETIN };
  let word = "";
  const rest = [...tokens];
  if (rest.length && lettersOf(rest[0]) && !REFERENCE.test(rest[0])) word = written(rest.shift());
  const fields = ["reference", "score"];
  for (const token of rest) {
    if (!fields.length) return null;
    const isScore = /^\d+$/.test(token);
    if (isScore && fields[0] === "reference") fields.shift();
    const field = fields.shift();
    if (!field) return null;
    if (token === ILLEGIBLE) bulletin[field] = illegible;
    else if (token !== ABSENT) bulletin[field] = token.toUpperCase();
  }
  bulletin.rows = rowsOf(word, directionOf(bulletin.reference));
  return bulletin;
}

const plain = (word) => word.toUpperCase();

function solutionsFor(tokens, solutions) {
  const [first, second = ""] = tokens;
  if (/^\d+$/.test(first)) {
    const start = lettersOf(second);
    if (second && !start) return [];
    return solutions.filter(([word, , score]) =>
      String(score) === first && plain(word).startsWith(start));
  }
  const start = lettersOf(first);
  if (!start) return [];
  const [reference, score] = [second.toUpperCase(), tokens[2]];
  return solutions.filter(([word, ref, points]) =>
    plain(word).startsWith(start) && ref.startsWith(reference) &&
    (score === undefined || String(points).startsWith(score)));
}

/**
 * What `text` may mean, the likeliest first: solutions, then the bulletin as it is typed.
 *
 * @param {string} text
 * @param {{solutions: Array, illegible: string}} context
 * @returns {Array<{bulletin: object, move?: Array}>}
 */
export function readings(text, { solutions, illegible }) {
  const tokens = text.trim().split(/\s+/).filter(Boolean);
  if (!tokens.length) return [];
  const moves = tokens.length <= 3 ? solutionsFor(tokens, solutions).slice(0, OFFERED) : [];
  const found = moves.map((move) => ({ move, bulletin: bulletinOf(move) }));
  const typed = bulletinAsTyped(tokens, illegible);
  if (!typed) return found;
  const same = found.some(({ bulletin }) => sameBulletin(bulletin, typed));
  if (same) return found;
  const literal = { bulletin: typed };
  // Who types a place or a score after the word says what is written.
  const complete = tokens.length > 1 && !/^\d+$/.test(tokens[0]);
  return complete ? [literal, ...found] : [...found, literal];
}

const FIELDS = ["reference", "score", "state"];
const lines = (rows) => rows.join("/");

export const sameBulletin = (a, b) =>
  lines(a.rows) === lines(b.rows) && lines(a.struck) === lines(b.struck) &&
  FIELDS.every((field) => a[field] === b[field]);
