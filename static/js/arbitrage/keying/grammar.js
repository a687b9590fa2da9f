// The meaning of a typed line of keying: a few signs stand for whole bulletins, a score or the
// beginning of a word for the solutions that have it, the rest for what is written, in any order and
// with or without blanks. Pure.

import { rowsOf } from "../../bulletin/sheet.js";
import { lettersOf } from "../../folding.js";
import { HORIZONTAL, VERTICAL } from "../../notation.js";

/** Bulletin without anything on it. */
export const BLANK_BULLETIN = Object.freeze({
  rows: [], struck: [], reference: "", score: "", state: "ok",
});
/** Recorded at once by one key, in an empty line only. */
export const TOP_KEY = "*";
export const AGAIN_KEY = "-";
/** At the beginning of a line, which Enter takes. */
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

const WORD = "word";
const REFERENCE = "reference";
const SCORE = "score";
/** What each piece of a line looks like; "?" stands before the letter of a joker. */
const PATTERNS = Object.freeze({
  [WORD]: /^(?:\??\p{L})+$/u,
  [REFERENCE]: /^(?:[A-O](?:[1-9]|1[0-5])|(?:[1-9]|1[0-5])[A-O])$/i,
  [SCORE]: /^(?:0|[1-9]\d{0,3})$/,
});
const directionOf = (reference) => (/^\d/.test(reference) ? VERTICAL : HORIZONTAL);

/** The bulletin of somebody who wrote this solution without a fault. */
export function bulletinOf([word, reference, score]) {
  const rows = rowsOf(word, directionOf(reference));
  return { ...BLANK_BULLETIN, rows, reference, score: String(score) };
}

/** "Z?ETA": the letter after the sign is circled. */
function circled(text) {
  let word = "";
  for (const [i, part] of text.split("?").entries()) {
    const letters = lettersOf(part);
    word += i && letters ? letters[0].toLowerCase() + letters.slice(1) : letters;
  }
  return word;
}

/**
 * Every way to cut `text`, without blanks, into pieces of different `kinds` ("bath10g25"). Digits
 * are never cut apart, and a word beside another piece has two letters.
 *
 * @returns {Array<Array<[string, string]>>} kind and text of each piece, in the order typed
 */
function cut(text, kinds, isWhole = true) {
  if (!text) return [[]];
  const ways = [];
  for (const kind of kinds) {
    const others = kinds.filter((other) => other !== kind);
    for (let end = 1; end <= text.length; end += 1) {
      const piece = text.slice(0, end);
      const isGlued = !isWhole || end < text.length;
      if (!PATTERNS[kind].test(piece) || /^\d\d$/.test(text.slice(end - 1, end + 1))) continue;
      if (isGlued && kind === WORD && lettersOf(piece).length < 2) continue;
      for (const rest of cut(text.slice(end), others, false)) ways.push([[kind, piece], ...rest]);
    }
  }
  return ways;
}

/** What `tokens` can be: word, place and score in any order, each at most once. */
function parse(tokens, illegible) {
  const plainTokens = tokens.filter((token) => token !== ILLEGIBLE && token !== ABSENT);
  let ways = [[]];
  for (const token of plainTokens) {
    ways = ways.flatMap((way) => {
      const kinds = [WORD, REFERENCE, SCORE].filter((kind) => !way.some(([used]) => used === kind));
      return cut(token, kinds).map((pieces) => [...way, ...pieces]);
    });
  }
  const signs = tokens.filter((token) => token === ILLEGIBLE || token === ABSENT);
  return ways.flatMap((pieces) => {
    const line = { pieces: pieces.map(([kind]) => kind), ...Object.fromEntries(pieces) };
    const empty = [REFERENCE, SCORE].filter((field) => line[field] === undefined);
    if (signs.length > empty.length) return [];
    for (const [i, sign] of signs.entries()) line[empty[i]] = sign === ILLEGIBLE ? illegible : "";
    const hasText = [WORD, REFERENCE, SCORE].some((field) => line[field]);
    return hasText ? [line] : [];
  });
}

/** The bulletin on which exactly this is written. */
function bulletinAsTyped({ word = "", reference = "", score = "" }) {
  const place = reference.toUpperCase();
  const rows = rowsOf(circled(word), directionOf(place));
  return { ...BLANK_BULLETIN, rows, reference: place, score };
}

const plain = (word) => word.toUpperCase();

/** The solutions that begin with the word typed, lie at its place and bring its score. */
function solutionsFor({ word, reference, score }, solutions) {
  const letters = lettersOf(word ?? "");
  const place = (reference ?? "").toUpperCase();
  const isShort = word === undefined || reference === undefined;
  const has = (points) => score === undefined ||
    (isShort ? String(points) === score : String(points).startsWith(score));
  return solutions.filter(([solution, ref, points]) =>
    plain(solution).startsWith(letters) && ref.startsWith(place) && has(points));
}

/** A few signs that stand for a solution: a score, a word's beginning, a place, or score and word. */
const isShorthand = ({ pieces }) =>
  pieces.length === 1 || (pieces.length === 2 && pieces[0] === SCORE && pieces[1] === WORD);

const statesOf = (text) => {
  if (text === STATE_KEY) return Object.values(STATE_KEYS);
  const state = text.length === 2 && text[0] === STATE_KEY && STATE_KEYS[text[1].toLowerCase()];
  return state ? [state] : [];
};

/**
 * What `text` may mean, the likeliest first: states, solutions, the bulletin as it is typed.
 *
 * `choices` is empty where nobody can read the line; with `sure` false the first one is only taken
 * when it is chosen: no solution is what was typed alone, or the line can be cut in several ways.
 *
 * @param {string} text
 * @param {{solutions: Array, illegible: string}} context
 * @returns {{choices: Array<{bulletin: object, move?: Array}>, sure: boolean}}
 */
export function readings(text, { solutions, illegible }) {
  const tokens = text.normalize("NFC").trim().split(/\s+/).filter(Boolean);
  const states = statesOf(tokens.join(" ")).map((state) => ({ bulletin: { ...BLANK_BULLETIN, state } }));
  if (text.trim() === STATE_KEY) return { choices: states, sure: false };
  const lines = parse(tokens, illegible);
  const fits = new Map(lines.map((line) => [line, solutionsFor(line, solutions)]));
  const rank = (line) => [fits.get(line).length ? 0 : 1, line.pieces.length, -(line.word ?? "").length];
  lines.sort((a, b) => compare(rank(a), rank(b)));
  const literals = lines.map((line) => ({ bulletin: bulletinAsTyped(line) }));
  const best = lines[0];
  const solved = best ? fits.get(best).slice(0, OFFERED) : [];
  const moves = solved.map((move) => ({ move, bulletin: bulletinOf(move) }));
  const short = Boolean(best) && isShorthand(best);
  const [likeliest, ...others] = literals;
  const written = short ? [...moves, ...literals] : [likeliest, ...moves, ...others];
  const choices = unique([...states, ...(best ? written : [])]);
  const several = lines.length > 1 && compare(rank(lines[0]).slice(0, 2), rank(lines[1])) === 0;
  const sure = states.length > 0 || (moves.length > 0 ? !several : !short && !several);
  return { choices, sure };
}

/** Like two lists of numbers, by the first that differ; those of `a` alone count. */
function compare(a, b) {
  const i = a.findIndex((value, at) => value !== b[at]);
  return i < 0 ? 0 : a[i] - b[i];
}

const unique = (choices) => choices.filter(
  ({ bulletin }, i) => choices.findIndex((other) => sameBulletin(other.bulletin, bulletin)) === i,
);

const FIELDS = ["reference", "score", "state"];
const lines = (rows) => rows.join("/");

export const sameBulletin = (a, b) =>
  lines(a.rows) === lines(b.rows) && lines(a.struck) === lines(b.struck) &&
  FIELDS.every((field) => a[field] === b[field]);
