// References and squares (1.1): rows A to O, columns 1 to 15, both counted from 0 here.
// A letter first is horizontal ("H4"), a number first vertical ("4H"). Pure.

/** The joker among letters; in a word its letter is in lower case. */
export const JOKER = "?";
/** Nothing, on the grid as on the squared part of a bulletin. */
export const BLANK = ".";
export const HORIZONTAL = "H";
export const VERTICAL = "V";

export const rowName = (row) => String.fromCharCode(65 + row);

/** "H8", whatever the direction of the word that begins there. */
export const squareName = (row, col) => rowName(row) + (col + 1);

export const referenceOf = (row, col, direction) =>
  direction === VERTICAL ? col + 1 + rowName(row) : squareName(row, col);

/** @returns {{row: number, col: number, direction: string} | null} */
export function parseReference(text) {
  const match = /^(?:([A-O])(\d{1,2})|(\d{1,2})([A-O]))$/.exec(text);
  if (!match) return null;
  return {
    row: (match[1] ?? match[4]).charCodeAt(0) - 65,
    col: Number(match[2] ?? match[3]) - 1,
    direction: match[1] ? HORIZONTAL : VERTICAL,
  };
}

/** Names of the squares that `word` covers from `reference`, e.g. for the last move. */
export function squaresOf(word, reference) {
  const place = parseReference(reference);
  if (!place) return [];
  const [down, right] = place.direction === VERTICAL ? [1, 0] : [0, 1];
  return Array.from(word, (_, i) => squareName(place.row + i * down, place.col + i * right));
}

/** A lower-case letter is played with a joker. */
export const isJoker = (letter) => letter !== letter.toUpperCase();
