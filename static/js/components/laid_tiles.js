// The tiles that a player lays on the grid, and may take back, before the announcement (c 4.1.2). Knows
// squares and references, neither words nor points. Pure.

import {
  BLANK,
  HORIZONTAL,
  JOKER,
  VERTICAL,
  isJoker,
  parseReference,
  formatReference,
  getSquareName,
} from "../notation.js";

const STEPS = Object.freeze({ [HORIZONTAL]: [0, 1], [VERTICAL]: [1, 0] });

/** Why laid or typed letters are no move; the texts are in `laid_tiles_problems.js`. */
export const Problem = Object.freeze({
  NOTHING: "nothing",
  LINE: "line",
  GAP: "gap",
  SHORT: "short",
  REFERENCE: "reference",
  OFF_BOARD: "off-board",
  CONFLICT: "conflict",
  LETTER: "letter",
});

export class LaidTiles {
  /** @type {{row: number, col: number, letter: string, tile: string}[]} `tile` is the letter, or JOKER
   *  with the `letter` in lower case */
  tiles = [];
  /** Place of the next letter: {row, col, direction}, or null. */
  cursor = null;
  #rows = [];

  /** Set the rows of the grid; if they have changed, all tiles are taken back. */
  setBoard(rows) {
    if (rows.join() === this.#rows.join()) return;
    this.#rows = rows;
    this.clear();
  }

  /** Rows of the grid with the laid tiles. */
  get rowsWithTiles() {
    return this.#rows.map((line, row) =>
      Array.from(line, (letter, col) => this.#findTile(row, col)?.letter ?? letter).join(""),
    );
  }

  get squareNames() {
    return new Set(this.tiles.map(({ row, col }) => getSquareName(row, col)));
  }

  clear() {
    this.tiles = [];
    this.cursor = null;
  }

  /** Touch a square: its laid tile is taken back, or else the cursor goes there; the cursor's square
   *  turns it downwards, then removes it.
   *  @returns {boolean} true if a tile was taken back */
  touch(row, col) {
    if (this.takeBack(row, col)) return true;
    if (this.#getLetter(row, col) !== BLANK) return false;
    const isCursor = this.cursor?.row === row && this.cursor.col === col;
    if (!isCursor) this.cursor = { row, col, direction: this.cursor?.direction ?? HORIZONTAL };
    else if (this.cursor.direction === HORIZONTAL) this.cursor.direction = VERTICAL;
    else this.cursor = null;
    return false;
  }

  /** Lay a tile at the cursor, which advances to the next free square.
   *  @returns {boolean} false without a free square at the cursor */
  lay(letter, tile = letter) {
    if (!this.cursor) return false;
    const { row, col, direction } = this.cursor;
    if (this.#getLetter(row, col) !== BLANK) return false;
    this.tiles.push({ row, col, letter, tile });
    this.cursor = this.#findFreeSquare(row, col, direction);
    return true;
  }

  /** Lay a tile on this square. @returns {boolean} false if the square has a letter */
  layAt(row, col, letter, tile = letter) {
    if (this.#getLetter(row, col) !== BLANK) return false;
    const direction = this.#getDirection();
    this.tiles.push({ row, col, letter, tile });
    this.cursor = this.#findFreeSquare(row, col, this.#getDirection() ?? direction ?? HORIZONTAL);
    return true;
  }

  /** @returns {boolean} false if no tile is laid there */
  takeBack(row, col) {
    const index = this.tiles.findIndex((tile) => tile.row === row && tile.col === col);
    if (index < 0) return false;
    this.tiles.splice(index, 1);
    this.cursor = { row, col, direction: this.cursor?.direction ?? HORIZONTAL };
    return true;
  }

  /** Take the last tile back. @returns {boolean} false without any */
  undo() {
    const last = this.tiles.at(-1);
    return Boolean(last) && this.takeBack(last.row, last.col);
  }

  /** @returns {{word: string, ref: string} | {problem: string}} the move that the tiles form */
  findMove() {
    if (this.tiles.length === 0) return { problem: Problem.NOTHING };
    const rows = new Set(this.tiles.map(({ row }) => row));
    const cols = new Set(this.tiles.map(({ col }) => col));
    if (rows.size > 1 && cols.size > 1) return { problem: Problem.LINE };
    const lines = [HORIZONTAL, VERTICAL]
      .filter((direction) => (direction === HORIZONTAL ? rows : cols).size === 1)
      .map((direction) => this.#findLine(direction));
    const unbrokenLines = lines.filter((line) => this.tiles.every((tile) => line.isCovered(tile)));
    if (unbrokenLines.length === 0) return { problem: Problem.GAP };
    const wordLine = unbrokenLines.find((line) => line.word.length > 1);
    if (!wordLine) return { problem: Problem.SHORT };
    const { word, row, col, direction } = wordLine;
    return { word, ref: formatReference(row, col, direction) };
  }

  /**
   * Lay a typed word at a typed reference.
   * @param {string} rack all letters of the player, laid ones included
   * @param {string} word has the letters of jokers in lower case
   * @returns {{} | {problem: string, letter?: string, square?: string}}
   */
  layWord(rack, word, reference) {
    const place = parseReference(reference);
    if (!place || !word) return { problem: Problem.REFERENCE };
    const [down, right] = STEPS[place.direction];
    const availableTiles = [...rack];
    const tiles = [];
    for (const [step, letter] of [...word].entries()) {
      const [row, col] = [place.row + step * down, place.col + step * right];
      const boardLetter = this.#rows[row]?.[col];
      if (boardLetter === undefined) return { problem: Problem.OFF_BOARD };
      if (boardLetter !== BLANK) {
        if (boardLetter.toUpperCase() !== letter.toUpperCase()) {
          return { problem: Problem.CONFLICT, square: getSquareName(row, col) };
        }
        continue;
      }
      const tile = isJoker(letter) || !availableTiles.includes(letter) ? JOKER : letter;
      const index = availableTiles.indexOf(tile);
      if (index < 0) return { problem: Problem.LETTER, letter: letter.toUpperCase() };
      availableTiles.splice(index, 1);
      tiles.push({ row, col, letter: tile === JOKER ? letter.toLowerCase() : letter, tile });
    }
    if (tiles.length === 0) return { problem: Problem.NOTHING };
    this.tiles = tiles;
    this.cursor = null;
    return {};
  }

  #findTile(row, col) {
    return this.tiles.find((tile) => tile.row === row && tile.col === col);
  }

  #getLetter(row, col) {
    return this.#findTile(row, col)?.letter ?? this.#rows[row]?.[col] ?? "";
  }

  /** Return the direction of the laid tiles, or else the cursor's; null if there is none. */
  #getDirection() {
    const [first, second] = this.tiles;
    if (!second) return this.cursor?.direction ?? null;
    if (first.row === second.row) return HORIZONTAL;
    return first.col === second.col ? VERTICAL : null;
  }

  /** Return the next free square on the line; null at its end. */
  #findFreeSquare(row, col, direction) {
    const [down, right] = STEPS[direction];
    do {
      row += down;
      col += right;
    } while (![BLANK, ""].includes(this.#getLetter(row, col)));
    return this.#getLetter(row, col) === "" ? null : { row, col, direction };
  }

  /** Return the unbroken line of letters through the first laid tile. */
  #findLine(direction) {
    const [down, right] = STEPS[direction];
    let { row, col } = this.tiles[0];
    const isFilled = (r, c) => ![BLANK, ""].includes(this.#getLetter(r, c));
    while (isFilled(row - down, col - right)) [row, col] = [row - down, col - right];
    let word = "";
    for (let [r, c] = [row, col]; isFilled(r, c); [r, c] = [r + down, c + right]) {
      word += this.#getLetter(r, c);
    }
    const isCovered = (tile) => {
      const step = direction === HORIZONTAL ? tile.col - col : tile.row - row;
      return step >= 0 && step < word.length;
    };
    return { row, col, direction, word, isCovered };
  }
}

/** Return the tile to lay for a typed letter: the letter or else a joker; null if both are missing. */
export function chooseTile(letters, laidTiles, letter) {
  const available = [...letters];
  for (const tile of laidTiles) available.splice(available.indexOf(tile), 1);
  if (available.includes(letter)) return letter;
  return available.includes(JOKER) ? JOKER : null;
}
