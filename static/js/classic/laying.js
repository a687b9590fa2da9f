// Letters that a player lays on the grid and takes back before he announces (4.1.2). Geometry only:
// it knows which squares are taken and how a place is called, neither words nor points. Pure.

import {
  BLANK,
  HORIZONTAL,
  JOKER,
  VERTICAL,
  isJoker,
  parseReference,
  referenceOf,
  squareName,
} from "../notation.js";

const STEPS = Object.freeze({ [HORIZONTAL]: [0, 1], [VERTICAL]: [1, 0] });

/** Why what lies there, or was written, is no move; words for them are in `laying_words.js`. */
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

export class Laying {
  /** @type {{row: number, col: number, letter: string, tile: string}[]} `tile` is the joker's sign
   *  or the letter itself; `letter` in lower case is a joker's */
  tiles = [];
  /** Where the next letter goes: `{row, col, direction}`. */
  cursor = null;
  #rows = [];

  /** The grid as it lies; tiles that were laid on another one are taken back. */
  board(rows) {
    if (rows.join() === this.#rows.join()) return;
    this.#rows = rows;
    this.clear();
  }

  /** Rows with what is laid on them. */
  get shown() {
    return this.#rows.map((line, row) =>
      Array.from(line, (there, col) => this.#loose(row, col)?.letter ?? there).join(""),
    );
  }

  get names() {
    return new Set(this.tiles.map(({ row, col }) => squareName(row, col)));
  }

  clear() {
    this.tiles = [];
    this.cursor = null;
  }

  /** A square is touched: a letter laid there comes back, else the next one goes there; touched
   *  again, it goes on downwards, then nowhere.
   *  @returns {boolean} whether a letter came back */
  touch(row, col) {
    if (this.takeBack(row, col)) return true;
    if (this.#letter(row, col) !== BLANK) return false;
    const here = this.cursor?.row === row && this.cursor.col === col;
    if (!here) this.cursor = { row, col, direction: this.cursor?.direction ?? HORIZONTAL };
    else if (this.cursor.direction === HORIZONTAL) this.cursor.direction = VERTICAL;
    else this.cursor = null;
    return false;
  }

  /** Lay a letter at the cursor, which goes on to the next free square.
   *  @returns {boolean} whether there was room */
  lay(letter, tile = letter) {
    if (!this.cursor) return false;
    const { row, col, direction } = this.cursor;
    if (this.#letter(row, col) !== BLANK) return false;
    this.tiles.push({ row, col, letter, tile });
    this.cursor = this.#free(row, col, direction);
    return true;
  }

  /** Lay a letter on this square. */
  layAt(row, col, letter, tile = letter) {
    if (this.#letter(row, col) !== BLANK) return false;
    const direction = this.#direction();
    this.tiles.push({ row, col, letter, tile });
    this.cursor = this.#free(row, col, this.#direction() ?? direction ?? HORIZONTAL);
    return true;
  }

  takeBack(row, col) {
    const at = this.tiles.findIndex((tile) => tile.row === row && tile.col === col);
    if (at < 0) return false;
    this.tiles.splice(at, 1);
    this.cursor = { row, col, direction: this.cursor?.direction ?? HORIZONTAL };
    return true;
  }

  /** The last letter comes back. */
  undo() {
    const last = this.tiles.at(-1);
    return Boolean(last) && this.takeBack(last.row, last.col);
  }

  /** @returns {{word: string, ref: string} | {problem: string}} the move that lies there */
  move() {
    if (this.tiles.length === 0) return { problem: Problem.NOTHING };
    const rows = new Set(this.tiles.map(({ row }) => row));
    const cols = new Set(this.tiles.map(({ col }) => col));
    if (rows.size > 1 && cols.size > 1) return { problem: Problem.LINE };
    const runs = [HORIZONTAL, VERTICAL]
      .filter((one) => (one === HORIZONTAL ? rows : cols).size === 1)
      .map((one) => this.#run(one));
    const whole = runs.filter((run) => this.tiles.every((tile) => run.covers(tile)));
    if (whole.length === 0) return { problem: Problem.GAP };
    const found = whole.find((run) => run.word.length > 1);
    if (!found) return { problem: Problem.SHORT };
    return { word: found.word, ref: referenceOf(found.row, found.col, found.direction) };
  }

  /**
   * Lay a word that was written, at a reference that was written.
   * @param {string} rack the letters at hand, what is laid now among them
   * @param {string} word in lower case what a joker stands for
   * @returns {{} | {problem: string, letter?: string, square?: string}}
   */
  write(rack, word, reference) {
    const place = parseReference(reference);
    if (!place || !word) return { problem: Problem.REFERENCE };
    const [down, right] = STEPS[place.direction];
    const left = [...rack];
    const tiles = [];
    for (const [step, letter] of [...word].entries()) {
      const [row, col] = [place.row + step * down, place.col + step * right];
      const there = this.#rows[row]?.[col];
      if (there === undefined) return { problem: Problem.OFF_BOARD };
      if (there !== BLANK) {
        const square = squareName(row, col);
        if (there.toUpperCase() !== letter.toUpperCase()) return { problem: Problem.CONFLICT, square };
        continue;
      }
      const tile = isJoker(letter) || !left.includes(letter) ? JOKER : letter;
      const at = left.indexOf(tile);
      if (at < 0) return { problem: Problem.LETTER, letter: letter.toUpperCase() };
      left.splice(at, 1);
      tiles.push({ row, col, letter: tile === JOKER ? letter.toLowerCase() : letter, tile });
    }
    if (tiles.length === 0) return { problem: Problem.NOTHING };
    this.tiles = tiles;
    this.cursor = null;
    return {};
  }

  #loose(row, col) {
    return this.tiles.find((tile) => tile.row === row && tile.col === col);
  }

  #letter(row, col) {
    return this.#loose(row, col)?.letter ?? this.#rows[row]?.[col] ?? "";
  }

  /** Of what is laid, if it says one. */
  #direction() {
    const [first, second] = this.tiles;
    if (!second) return this.cursor?.direction ?? null;
    if (first.row === second.row) return HORIZONTAL;
    return first.col === second.col ? VERTICAL : null;
  }

  /** The next free square on the line, null at its end. */
  #free(row, col, direction) {
    const [down, right] = STEPS[direction];
    do {
      row += down;
      col += right;
    } while (![BLANK, ""].includes(this.#letter(row, col)));
    return this.#letter(row, col) === "" ? null : { row, col, direction };
  }

  /** The letters without a gap around the first that is laid. */
  #run(direction) {
    const [down, right] = STEPS[direction];
    let { row, col } = this.tiles[0];
    const filled = (r, c) => ![BLANK, ""].includes(this.#letter(r, c));
    while (filled(row - down, col - right)) [row, col] = [row - down, col - right];
    let word = "";
    for (let [r, c] = [row, col]; filled(r, c); [r, c] = [r + down, c + right]) {
      word += this.#letter(r, c);
    }
    const covers = (tile) => {
      const step = direction === HORIZONTAL ? tile.col - col : tile.row - row;
      return step >= 0 && step < word.length;
    };
    return { row, col, direction, word, covers };
  }
}
