// The player's tiles on the grid of the tablet: laid by drag, by touch or by keyboard, and taken back. Tiles in
// one line are written into the bulletin as word and reference. Nothing is judged; only the bulletin counts.

import { extractLetters } from "../folding.js";
import { askJokerLetter } from "../components/joker_dialog.js";
import { LaidTiles, chooseTile } from "../components/laid_tiles.js";
import { JOKER, getSquareName, isJoker, listSquares } from "../notation.js";
import { load, save } from "../storage.js";

export class Laying {
  #laidTiles = new LaidTiles();
  #turn = "";
  #isOn = false;
  #isLocked = true;
  #isJokerNext = false;
  /** The letter of the rack that was touched before a square; null if none. */
  #picked = null;
  #lastMove = null;

  /**
   * @param {{board: HTMLElement, button: HTMLButtonElement, grid: object, rack: RackView, key: string,
   *   onMove: (word: string, reference: string) => void, onChange?: () => void, onReplace?: () => void}}
   *   options `button` turns laying by touch on and off; `key` of the stored tiles; `onChange`: after each
   *   change by the player; `onReplace`: the tiles are those of another turn or grid
   */
  constructor(options) {
    Object.assign(this, { onChange: () => {}, onReplace: () => {} }, options);
    this.button.addEventListener("click", () => this.#setOn(!this.#isOn));
    this.board.addEventListener("keydown", (event) => this.#handleKey(event));
  }

  /** Show the grid of `turn`, an identifier; the tiles of another turn or grid are taken back. */
  setBoard(rows, lastMove, turn) {
    const oldCount = this.#laidTiles.tiles.length;
    this.#laidTiles.setBoard(rows);
    this.#lastMove = lastMove;
    const isNewTurn = turn !== this.#turn;
    if (isNewTurn) {
      const storedRecord = load(this.key);
      this.#layAll(storedRecord?.turn === turn ? storedRecord.tiles : []);
      this.#turn = turn;
    }
    this.#draw();
    if (isNewTurn || oldCount !== this.#laidTiles.tiles.length) this.onReplace();
  }

  /** Return a copy of the laid tiles, for `restore`. */
  copyTiles() {
    return this.#laidTiles.tiles.map((tile) => ({ ...tile }));
  }

  /** Lay these tiles instead of the laid ones; the bulletin stays as it is. */
  restore(tiles) {
    this.#layAll(tiles);
    this.#store();
    this.#draw();
  }

  #layAll(tiles) {
    this.#laidTiles.clear();
    for (const { row, col, letter, tile } of tiles) {
      if (this.#isAvailable(tile)) this.#laidTiles.layAt(row, col, letter, tile);
    }
    this.#laidTiles.cursor = null;
  }

  #store() {
    save(this.key, { turn: this.#turn, tiles: this.#laidTiles.tiles });
  }

  setLocked(isLocked) {
    if (isLocked === this.#isLocked) return;
    this.#isLocked = isLocked;
    this.button.disabled = isLocked;
    if (isLocked) this.#setOn(false);
  }

  /** Handle a touch of a square. @returns {boolean} false if the touch is not for laying tiles */
  tapSquare(row, col) {
    if (this.#isLocked) return false;
    const isLaid = this.#laidTiles.squareNames.has(getSquareName(row, col));
    if (!isLaid && !this.#isOn) return false;
    if (!isLaid && this.#picked) {
      this.#lay(this.#picked, (letter, tile) => this.#laidTiles.layAt(row, col, letter, tile));
    } else {
      this.#laidTiles.touch(row, col);
      this.#show();
      if (this.#isOn) this.board.querySelector(".square[tabindex='0']").focus(); // for typed letters
    }
    return true;
  }

  /** Handle a touch of a letter of the rack. @returns {boolean} false if the touch is not for laying tiles */
  tapLetter(letter, index) {
    if (!this.#isOn || this.#isLocked) return false;
    if (!this.#isAvailable(letter)) return true;
    if (this.#laidTiles.cursor) this.#lay(letter, (written, tile) => this.#laidTiles.lay(written, tile));
    else this.#pick(this.#picked === letter ? null : letter, index);
    return true;
  }

  /** Lay a letter that was dropped at a point of the window. @returns {boolean} false beside the grid */
  drop(letter, x, y) {
    const square = document.elementFromPoint(x, y)?.closest("#board .square");
    if (!square || this.#isLocked || !this.#isAvailable(letter)) return false;
    const [row, col] = [Number(square.dataset.row), Number(square.dataset.col)];
    this.#lay(letter, (written, tile) => this.#laidTiles.layAt(row, col, written, tile));
    return true;
  }

  #setOn(isOn) {
    this.#isOn = isOn;
    this.button.setAttribute("aria-pressed", String(isOn));
    this.#laidTiles.cursor = null;
    this.#pick(null);
    this.#draw();
  }

  #pick(letter, index = null) {
    this.#picked = letter;
    this.rack.showPicked(letter ? index : null);
  }

  #listLetters() {
    return this.#laidTiles.tiles.map(({ tile }) => tile);
  }

  #isAvailable(letter) {
    return chooseTile(this.rack.letters, this.#listLetters(), letter) === letter;
  }

  /** Call `lay(letter, tile)`, after asking which letter a joker stands for. */
  async #lay(tile, lay) {
    const letter = tile === JOKER ? await askJokerLetter() : tile;
    this.#pick(null);
    if (!letter || this.#isLocked) return;
    lay(letter, tile);
    this.#show();
  }

  #handleKey(event) {
    if (!this.#isOn || this.#isLocked || event.ctrlKey || event.metaKey || event.altKey) return;
    const letters = event.key.length === 1 ? extractLetters(event.key) : "";
    if (event.key === "Backspace") this.#laidTiles.undo();
    else if (event.key === "Escape") this.#setOn(false);
    else if (event.key === JOKER) this.#isJokerNext = true;
    else if (letters) for (const letter of letters) this.#layKey(letter, event.target);
    else return;
    event.preventDefault();
    this.#show();
  }

  /** Lay a typed letter at the cursor, or else on the square `target`. */
  #layKey(letter, target) {
    const tile = chooseTile(this.rack.letters, this.#listLetters(), this.#isJokerNext ? JOKER : letter);
    this.#isJokerNext = false;
    const square = target.closest(".square");
    if (!this.#laidTiles.cursor && square) this.#laidTiles.touch(Number(square.dataset.row), Number(square.dataset.col));
    if (tile) this.#laidTiles.lay(tile === JOKER ? letter.toLowerCase() : letter, tile);
  }

  /** Show and store the tiles, and write them into the bulletin if they are in one line. */
  #show() {
    this.#store();
    this.#draw();
    const { word, ref } = this.#laidTiles.findMove();
    if (word) this.onMove(this.#circleJokers(word, ref), ref);
    this.onChange();
  }

  /** Return the word with the letters of the player's jokers, and no others, in lower case. */
  #circleJokers(word, ref) {
    const letters = new Map(this.#laidTiles.tiles.map(({ row, col, letter }) => [getSquareName(row, col), letter]));
    return listSquares(word, ref)
      .map((name, i) => (isJoker(letters.get(name) ?? "A") ? word[i].toLowerCase() : word[i].toUpperCase()))
      .join("");
  }

  #draw() {
    const { cursor, rowsWithTiles, squareNames } = this.#laidTiles;
    const isShown = this.#isOn && cursor;
    this.grid.update(rowsWithTiles, this.#lastMove, {
      laidSquares: squareNames,
      cursor: isShown ? { name: getSquareName(cursor.row, cursor.col), direction: cursor.direction } : null,
    });
    this.rack.showLaid(this.#listLetters());
  }
}
