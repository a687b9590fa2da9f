// References and squares (1.1): rows A to O, columns 1 to 15, both counted from 0 here.
// A letter first is horizontal ("H4"), a number first vertical ("4H"). Pure.

/** The joker among letters; in a word its letter is in lower case. */
export const JOKER = "?";
/** An empty square of the grid or of a sheet. */
export const BLANK = ".";
export const HORIZONTAL = "H";
export const VERTICAL = "V";

export const getRowName = (row) => String.fromCharCode(65 + row);

/** Return "H8" for (7, 7), whatever the direction of a word. */
export const getSquareName = (row, col) => getRowName(row) + (col + 1);

export const formatReference = (row, col, direction) =>
  direction === VERTICAL ? col + 1 + getRowName(row) : getSquareName(row, col);

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

/** Return the direction that a reference has from its first character on; null if it has none. */
export function readDirection(text) {
  const first = text.trim().charAt(0);
  if (/[A-O]/.test(first)) return HORIZONTAL;
  return /\d/.test(first) ? VERTICAL : null;
}

/** Return a reference in another direction; unchanged if it is none. */
export function turnReference(text, direction) {
  const place = parseReference(text.replaceAll(" ", ""));
  return place ? formatReference(place.row, place.col, direction) : text;
}

/** List the names of the squares that `word` covers from `reference`; none if it is no reference. */
export function listSquares(word, reference) {
  const place = parseReference(reference);
  if (!place) return [];
  const [down, right] = place.direction === VERTICAL ? [1, 0] : [0, 1];
  return Array.from(word, (_, i) => getSquareName(place.row + i * down, place.col + i * right));
}

/** Return true for a lower-case letter: it is played with a joker. */
export const isJoker = (letter) => letter !== letter.toUpperCase();
