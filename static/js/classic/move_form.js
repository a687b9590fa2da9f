// The form of a player's move before the announcement: rack, grid, and the fields of word, reference and
// score. Tiles and fields show the same move; no points are counted and no words checked.

import { createGrid, readGridData } from "../components/grid.js";
import { getElement, setText } from "../dom.js";
import { extractLetters } from "../folding.js";
import { gettext } from "../i18n.js";
import { JOKER, isJoker, getSquareName } from "../notation.js";
import { createWordNode } from "../words.js";
import { askJokerLetter } from "../components/joker_dialog.js";
import { LaidTiles, chooseTile } from "../components/laid_tiles.js";
import { formatProblem } from "./laid_tiles_problems.js";
import { MatchRack } from "./rack.js";
import { extractLettersAndJokers, parseWord } from "./word_input.js";

/** Return "MA?ISON" for "MAISON" with a joker at index 2. */
const formatWord = (word, jokers) =>
  Array.from(word, (letter, index) => (jokers.has(index) ? JOKER : "") + letter.toUpperCase()).join("");

export class MoveForm {
  #laidTiles = new LaidTiles();
  #canLay = false;
  #lastMove = null;
  #isExchanging = false;

  /** @param {{key: string, onExchange: (letters: string) => void}} options */
  constructor({ key, onExchange }) {
    this.gridData = readGridData();
    this.grid = createGrid(getElement("board"), {
      gridData: this.gridData,
      label: gettext("Grille"),
      onTap: (row, col) => this.#handleTap(row, col),
    });
    this.rack = new MatchRack({
      list: getElement("rack"),
      shuffle: getElement("shuffle"),
      sort: getElement("sort"),
      gridData: this.gridData,
      key,
      onTap: (letter) => this.#layLetter(letter),
      onTicks: onExchange,
      onDropped: (letter, x, y) => this.#layDropped(letter, x, y),
    });
    getElement("board").addEventListener("keydown", (event) => this.#handleKey(event));
    getElement("take-back").addEventListener("click", () => this.takeBack());
    for (const id of ["word", "reference"]) {
      getElement(id).addEventListener("input", () => this.#layTyped());
    }
    getElement("word").addEventListener("change", () => this.#cleanWord());
  }

  /** @param {{rows: string[], rack: string, lastMove: object | null, canLay: boolean}} state */
  setState({ rows, rack, lastMove, canLay }) {
    this.#laidTiles.setBoard(rows);
    this.#lastMove = lastMove;
    if (!canLay) this.#laidTiles.clear();
    this.#canLay = canLay;
    this.rack.setLetters(rack);
    this.#draw();
  }

  /** @returns {{word: string, ref: string, score: number} | {problem: string}} */
  readMove() {
    const result = this.#laidTiles.findMove();
    if (result.problem) return { problem: formatProblem(result) };
    const text = getElement("score").value.trim();
    if (!/^\d{1,4}$/.test(text)) return { problem: gettext("Écrivez le score que vous annoncez.") };
    return { word: result.word, ref: result.ref, score: Number(text) };
  }

  takeBack() {
    this.#laidTiles.clear();
    this.#writeFields("", "");
    this.#draw();
  }

  /** Clear everything after a move. */
  clear() {
    getElement("score").value = "";
    this.takeBack();
  }

  setExchanging(isExchanging) {
    this.#isExchanging = isExchanging;
    if (isExchanging) this.takeBack();
    this.rack.setTicking(isExchanging);
  }

  showNote(text) {
    setText(getElement("laying-note"), text);
  }

  #listTiles() {
    return this.#laidTiles.tiles.map(({ tile }) => tile);
  }

  #draw() {
    const { cursor, rowsWithTiles: rows, squareNames: names } = this.#laidTiles;
    const { row, col, direction } = cursor ?? {};
    this.grid.update(rows, this.#lastMove, {
      laidSquares: names,
      cursor: this.#canLay && cursor ? { name: getSquareName(row, col), direction } : null,
    });
    this.rack.setLaid({ laidTiles: this.#listTiles(), canLay: this.#canLay });
    getElement("take-back").disabled = this.#laidTiles.tiles.length === 0;
  }

  #handleTap(row, col) {
    if (!this.#canLay || this.#isExchanging) return;
    const pickedLetter = this.rack.pickedLetter;
    if (pickedLetter !== null && !this.#laidTiles.squareNames.has(getSquareName(row, col))) {
      this.#layTile(pickedLetter, (letter, tile) => this.#laidTiles.layAt(row, col, letter, tile));
      return;
    }
    this.#laidTiles.touch(row, col);
    this.#showLaid();
  }

  /** Lay a touched letter of the rack at the cursor; without a cursor it stays picked. */
  #layLetter(letter) {
    if (!this.#laidTiles.cursor) {
      this.#draw();
      return;
    }
    this.#layTile(letter, (tileLetter, tile) => this.#laidTiles.lay(tileLetter, tile));
  }

  #layDropped(letter, x, y) {
    const square = document.elementFromPoint(x, y)?.closest("#board .square");
    if (!square) return false;
    const [row, col] = [Number(square.dataset.row), Number(square.dataset.col)];
    this.#layTile(letter, (tileLetter, tile) => this.#laidTiles.layAt(row, col, tileLetter, tile));
    return true;
  }

  /** Call `lay(letter, tile)`, after asking which letter a joker stands for (c 4.1.5). */
  async #layTile(tile, lay) {
    const letter = tile === JOKER ? await askJokerLetter() : tile;
    this.rack.clearPicked();
    if (letter) lay(letter, tile);
    this.#showLaid();
  }

  #handleKey(event) {
    if (!this.#canLay || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Backspace") {
      event.preventDefault();
      this.#laidTiles.undo();
      this.#showLaid();
      return;
    }
    if (event.key === JOKER) {
      event.preventDefault();
      this.#isJokerNext = true;
      return;
    }
    const letters = event.key.length === 1 ? extractLetters(event.key) : "";
    if (!letters) return;
    event.preventDefault();
    for (const letter of letters) this.#layKey(letter, event.target);
    this.#showLaid();
  }

  /** Lay a typed letter at the cursor, or else on the square `target`. */
  #layKey(letter, target) {
    const tile = chooseTile(this.rack.letters, this.#listTiles(), this.#isJokerNext ? JOKER : letter);
    this.#isJokerNext = false;
    if (!this.#laidTiles.cursor) {
      const square = target.closest(".square");
      if (square) this.#laidTiles.touch(Number(square.dataset.row), Number(square.dataset.col));
    }
    if (tile) this.#laidTiles.lay(tile === JOKER ? letter.toLowerCase() : letter, tile);
    this.showNote(tile ? "" : formatProblem({ problem: "letter", letter }));
  }
  #isJokerNext = false;

  /** Show the laid tiles in the fields and on the grid. */
  #showLaid() {
    const result = this.#laidTiles.findMove();
    const place = result.problem ? null : result;
    this.#writeFields(place ? this.#formatLaidWord(place) : "", place?.ref ?? "");
    if (place || this.#laidTiles.tiles.length === 0) this.showNote("");
    this.#draw();
  }

  /** Return the word with a sign before each letter of a joker. */
  #formatLaidWord({ word, ref }) {
    const jokers = new Set();
    const copy = new LaidTiles();
    copy.setBoard(Array.from({ length: 15 }, () => ".".repeat(15)));
    copy.layWord(word.toUpperCase(), word.toUpperCase(), ref);
    copy.tiles.forEach(({ row, col }, index) => {
      const laidTile = this.#laidTiles.tiles.find((tile) => tile.row === row && tile.col === col);
      if (laidTile && isJoker(laidTile.letter)) jokers.add(index);
    });
    return formatWord(word, jokers);
  }

  #writeFields(word, ref) {
    getElement("word").value = word;
    getElement("reference").value = ref;
    this.#showPreview(word);
  }

  #layTyped() {
    const word = parseWord(getElement("word").value);
    const ref = getElement("reference").value.toUpperCase().replaceAll(" ", "");
    this.#showPreview(getElement("word").value);
    if (!this.#canLay || !word || !ref) return;
    const result = this.#laidTiles.layWord(this.rack.letters, word, ref);
    if (result.problem) this.#laidTiles.clear();
    this.showNote(formatProblem(result));
    this.#draw();
  }

  #cleanWord() {
    getElement("word").value = extractLettersAndJokers(getElement("word").value);
  }

  #showPreview(text) {
    const word = parseWord(text);
    const hasJoker = Array.from(word).some(isJoker);
    getElement("word-seen").replaceChildren(...(hasJoker ? [createWordNode(word)] : []));
  }
}
