// Parses the typed line of keying: a sign stands for a whole bulletin; a score or the beginning of a word
// for the solutions that have it; else word, place and score, in any order, with or without blanks. Pure.

import { makeRows } from "../../bulletin/sheet.js";
import { extractLetters } from "../../folding.js";
import { HORIZONTAL, VERTICAL } from "../../notation.js";

/** A readable bulletin with nothing written on it. */
export const BLANK_BULLETIN = Object.freeze({
  rows: [], struck: [], reference: "", score: "", state: "ok",
});
/** Keys that record a bulletin at once: the top, and the last one again. Only in an empty line. */
export const TOP_KEY = "*";
export const REPEAT_KEY = "-";
/** Keys that record the first bulletin with a wrong score: one key of the keyboard, with and without Shift. */
export const WRONG_SCORE_KEYS = Object.freeze(["+", "="]);
/** Keys that begin a line: a state of the bulletin, a number of a table. */
export const STATE_KEY = "?";
export const TABLE_KEY = "/";
/** States of a bulletin, by the letter after STATE_KEY (5.5, 5.7). */
export const STATE_KEYS = Object.freeze({
  v: "blank", i: "illegible-word", m: "missing", h: "late", e: "exchanged", p: "several",
});
/** Signs in place of a reference or score that is illegible or missing. */
const ILLEGIBLE = "?";
const MISSING = ".";
/** Number of solutions in the choices. */
export const MAX_SOLUTIONS = 9;

const WORD = "word";
const REFERENCE = "reference";
const SCORE = "score";
/** Patterns of the pieces of a line; "?" stands before the letter of a joker. */
const PATTERNS = Object.freeze({
  [WORD]: /^(?:\??\p{L})+$/u,
  [REFERENCE]: /^(?:[A-O](?:[1-9]|1[0-5])|(?:[1-9]|1[0-5])[A-O])$/i,
  [SCORE]: /^(?:0|[1-9]\d{0,3})$/,
});
const getDirection = (reference) => (/^\d/.test(reference) ? VERTICAL : HORIZONTAL);

/** Return the bulletin of a player who wrote this solution without a mistake. */
export function makeSolutionBulletin([word, reference, score]) {
  const rows = makeRows(word, getDirection(reference));
  return { ...BLANK_BULLETIN, rows, reference, score: String(score) };
}

/** Return "ZeTA" for "Z?ETA": the letter after the sign is a joker's. */
function markJokers(text) {
  let word = "";
  for (const [i, part] of text.split("?").entries()) {
    const letters = extractLetters(part);
    word += i && letters ? letters[0].toLowerCase() + letters.slice(1) : letters;
  }
  return word;
}

/**
 * List every split of `text`, which has no blanks, into pieces of different `kinds` ("bath10g25"). No
 * split is between two digits, and a word beside another piece has at least two letters.
 *
 * @returns {Array<Array<[string, string]>>} kind and text of each piece, in the order typed
 */
function listSplits(text, kinds, isWhole = true) {
  if (!text) return [[]];
  const splits = [];
  for (const kind of kinds) {
    const others = kinds.filter((other) => other !== kind);
    for (let end = 1; end <= text.length; end += 1) {
      const piece = text.slice(0, end);
      const isPart = !isWhole || end < text.length;
      if (!PATTERNS[kind].test(piece) || /^\d\d$/.test(text.slice(end - 1, end + 1))) continue;
      if (isPart && kind === WORD && extractLetters(piece).length < 2) continue;
      for (const otherPieces of listSplits(text.slice(end), others, false)) {
        splits.push([[kind, piece], ...otherPieces]);
      }
    }
  }
  return splits;
}

/** List the pieces of "30r": a score and the first letter of a word, as in "30 r"; "10g" is a place. */
function listBegunWord(token) {
  const begun = /^(\d+)(\p{L})$/u.exec(token);
  if (!begun || !PATTERNS[SCORE].test(begun[1]) || PATTERNS[REFERENCE].test(token)) return [];
  return [[[SCORE, begun[1]], [WORD, begun[2]]]];
}

/** List the lines that `tokens` can mean: {pieces, word, reference, score}, each at most once. */
function listLines(tokens, illegible) {
  const plainTokens = tokens.filter((token) => token !== ILLEGIBLE && token !== MISSING);
  let splits = [[]];
  for (const token of plainTokens) {
    splits = splits.flatMap((split) => {
      const usedKinds = split.map(([kind]) => kind);
      const kinds = [WORD, REFERENCE, SCORE].filter((kind) => !usedKinds.includes(kind));
      return listSplits(token, kinds).map((pieces) => [...split, ...pieces]);
    });
  }
  if (tokens.length === 1) splits.push(...listBegunWord(tokens[0]));
  const signs = tokens.filter((token) => token === ILLEGIBLE || token === MISSING);
  return splits.flatMap((pieces) => {
    const line = { pieces: pieces.map(([kind]) => kind), ...Object.fromEntries(pieces) };
    const emptyFields = [REFERENCE, SCORE].filter((field) => line[field] === undefined);
    if (signs.length > emptyFields.length) return [];
    for (const [i, sign] of signs.entries()) line[emptyFields[i]] = sign === ILLEGIBLE ? illegible : "";
    const hasText = [WORD, REFERENCE, SCORE].some((field) => line[field]);
    return hasText ? [line] : [];
  });
}

/** Return the bulletin with exactly what is typed. */
function makeTypedBulletin({ word = "", reference = "", score = "" }) {
  const place = reference.toUpperCase();
  const rows = makeRows(markJokers(word), getDirection(place));
  return { ...BLANK_BULLETIN, rows, reference: place, score };
}

const toPlainWord = (word) => word.toUpperCase();

/** List the solutions whose word, reference and score begin with the typed ones. */
function findSolutions({ word, reference, score }, solutions) {
  const letters = extractLetters(word ?? "");
  const place = (reference ?? "").toUpperCase();
  const isPartial = word === undefined || reference === undefined;
  const hasScore = (points) => score === undefined ||
    (isPartial ? String(points) === score : String(points).startsWith(score));
  return solutions.filter(([solution, solutionPlace, points]) =>
    toPlainWord(solution).startsWith(letters) && solutionPlace.startsWith(place) && hasScore(points));
}

/** Return true for a line that stands for a solution: one piece, or a score and a word. */
const isShorthand = ({ pieces }) =>
  pieces.length === 1 || (pieces.length === 2 && pieces[0] === SCORE && pieces[1] === WORD);

/** List the bulletins with a wrong score that a shorthand of no solution, "30ra", can stand for. One of
 * them must be chosen: the score may be the typist's mistake. */
function listWrongScores({ pieces, word, score }, solutions) {
  if (pieces.length !== 2) return [];
  const begun = findSolutions({ word }, solutions).slice(0, MAX_SOLUTIONS);
  return begun.map((move) => ({ bulletin: { ...makeSolutionBulletin(move), score }, isWrongScore: true }));
}

const parseStates = (text) => {
  if (text === STATE_KEY) return Object.values(STATE_KEYS);
  const state = text.length === 2 && text[0] === STATE_KEY && STATE_KEYS[text[1].toLowerCase()];
  return state ? [state] : [];
};

/**
 * List the bulletins that `text` may mean, the likeliest first: states, solutions, as typed.
 *
 * `choices` is empty if the line cannot be read. Unless `isSure`, one of them must be chosen: what was
 * typed is a shorthand of no solution, or the line can be split in several ways.
 *
 * @param {string} text
 * @param {{solutions: Array, illegible: string}} context
 * @returns {{choices: Array<{bulletin: object, move?: Array, isWrongScore?: boolean}>, isSure: boolean}}
 */
export function parseLine(text, { solutions, illegible }) {
  const tokens = text.normalize("NFC").trim().split(/\s+/).filter(Boolean);
  const states = parseStates(tokens.join(" ")).map((state) => ({ bulletin: { ...BLANK_BULLETIN, state } }));
  if (text.trim() === STATE_KEY) return { choices: states, isSure: false };
  const lines = listLines(tokens, illegible);
  const solutionsByLine = new Map(lines.map((line) => [line, findSolutions(line, solutions)]));
  const computeRank = (line) =>
    [solutionsByLine.get(line).length ? 0 : 1, line.pieces.length, -(line.word ?? "").length];
  lines.sort((a, b) => compareLists(computeRank(a), computeRank(b)));
  const typedBulletins = lines.map((line) => ({ bulletin: makeTypedBulletin(line) }));
  const best = lines[0];
  const bestSolutions = best ? solutionsByLine.get(best).slice(0, MAX_SOLUTIONS) : [];
  const moves = bestSolutions.map((move) => ({ move, bulletin: makeSolutionBulletin(move) }));
  const isBestShorthand = Boolean(best) && isShorthand(best);
  const wrongScores = isBestShorthand && !moves.length ? listWrongScores(best, solutions) : [];
  const [likeliest, ...others] = typedBulletins;
  const orderedChoices = isBestShorthand ? [...moves, ...wrongScores, ...typedBulletins] : [likeliest, ...moves, ...others];
  const choices = removeDuplicates([...states, ...(best ? orderedChoices : [])]);
  const isAmbiguous = lines.length > 1 &&
    compareLists(computeRank(lines[0]).slice(0, 2), computeRank(lines[1])) === 0;
  const isSure = states.length > 0 || (moves.length > 0 ? !isAmbiguous : !isBestShorthand && !isAmbiguous);
  return { choices, isSure };
}

/** Compare two lists of numbers by the first that differ, as far as `a` has numbers. */
function compareLists(a, b) {
  const i = a.findIndex((value, index) => value !== b[index]);
  return i < 0 ? 0 : a[i] - b[i];
}

const removeDuplicates = (choices) => choices.filter(
  ({ bulletin }, i) => choices.findIndex((other) => isSameBulletin(other.bulletin, bulletin)) === i,
);

const FIELDS = ["reference", "score", "state"];
const joinRows = (rows) => rows.join("/");

export const isSameBulletin = (a, b) =>
  joinRows(a.rows) === joinRows(b.rows) && joinRows(a.struck) === joinRows(b.struck) &&
  FIELDS.every((field) => a[field] === b[field]);
