// Draws the 15 x 15 grid as an accessible table and changes only the squares that changed.

import { create } from "../dom.js";
import { gettext, interpolate, ngettext } from "../i18n.js";
import { BLANK, isJoker, rowName, squareName, squaresOf } from "../notation.js";
import { ARROWS } from "./arrows.js";

const NOTHING = new Set();
const MARKS = { "2L": "LD", "3L": "LT", "2W": "MD", "3W": "MT" };

function premiumName(premium) {
  return {
    "2L": gettext("lettre double"),
    "3L": gettext("lettre triple"),
    "2W": gettext("mot double"),
    "3W": gettext("mot triple"),
  }[premium];
}

/** Facts written by the template tag grid_data. */
export function gridFacts(root = document) {
  return JSON.parse(root.getElementById("grid-data").textContent);
}

/** "H8, A, 1 point"; "H9, vide, lettre double". */
function squareLabel({ name, letter, premium, facts, last, loose }) {
  const parts = [name];
  if (!letter) {
    parts.push(gettext("vide"));
    if (premium) parts.push(premiumName(premium));
  } else {
    parts.push(letter.toUpperCase());
    if (isJoker(letter)) parts.push(gettext("joker"));
    const points = isJoker(letter) ? 0 : facts.values[letter];
    parts.push(interpolate(ngettext("%(points)s point", "%(points)s points", points), { points }));
    if (last) parts.push(gettext("dernier mot"));
    if (loose) parts.push(gettext("posée"));
  }
  return parts.join(", ");
}

function fillSquare(square, seen) {
  const { letter, premium, centre, last, loose, cursor, facts } = seen;
  square.className = "square";
  square.classList.toggle("loose", loose);
  if (cursor) square.dataset.cursor = cursor;
  else delete square.dataset.cursor;
  square.replaceChildren();
  square.setAttribute("aria-label", squareLabel(seen));
  if (letter) {
    square.classList.add("tile");
    square.classList.toggle("joker", isJoker(letter));
    square.classList.toggle("last", last);
    square.append(create("span", "letter", letter.toUpperCase()));
    if (!isJoker(letter)) square.append(create("span", "value", facts.values[letter]));
  } else if (premium) {
    square.classList.add(`p-${premium.toLowerCase()}`);
    square.classList.toggle("centre", centre);
    square.append(create("span", "premium", centre ? "★" : MARKS[premium]));
  }
}

/** A move is laid letter by letter, in the order of the word; it is written and read at once. */
function lay(tiles) {
  tiles.forEach((tile, step) => {
    tile.style.setProperty("--step", step);
    tile.classList.add("laid");
  });
}

function element(role, className, parent) {
  const node = create("div", className);
  node.setAttribute("role", role);
  parent.append(node);
  return node;
}

/** Header row, 15 rows; returns the squares by name. */
function build(board, size, cellRole) {
  const squares = new Map();
  const head = element("row", "board-row", board);
  element("columnheader", "board-head", head).append(
    create("span", "visually-hidden", gettext("Ligne")),
  );
  for (let col = 0; col < size; col += 1) {
    element("columnheader", "board-head", head).textContent = col + 1;
  }
  for (let row = 0; row < size; row += 1) {
    const line = element("row", "board-row", board);
    element("rowheader", "board-head", line).textContent = rowName(row);
    for (let col = 0; col < size; col += 1) {
      const square = element(cellRole, "square", line);
      square.dataset.row = row;
      square.dataset.col = col;
      squares.set(squareName(row, col), square);
    }
  }
  return squares;
}

/** One tab stop for the whole grid; arrows move in it, Enter and Space tap. */
function makeTappable(board, squares, size, onTap) {
  let current = squares.get(squareName((size - 1) / 2, (size - 1) / 2));
  current.tabIndex = 0;
  const focus = (square) => {
    current.tabIndex = -1;
    square.tabIndex = 0;
    current = square;
  };
  board.addEventListener("click", (event) => {
    const square = event.target.closest(".square");
    if (!square) return;
    focus(square);
    onTap(Number(square.dataset.row), Number(square.dataset.col));
  });
  board.addEventListener("keydown", (event) => {
    const square = event.target.closest(".square");
    if (!square) return;
    const [row, col] = [Number(square.dataset.row), Number(square.dataset.col)];
    if (event.key === "Enter" || event.key === " ") onTap(row, col);
    else if (!(event.key in ARROWS)) return;
    event.preventDefault();
    const [down, right] = ARROWS[event.key] ?? [0, 0];
    const next = squares.get(squareName(row + down, col + right));
    if (next) {
      focus(next);
      next.focus();
    }
  });
}

/**
 * @param {HTMLElement} host emptied and filled with the grid
 * @param {{facts: object, label: string, onTap?: (row: number, col: number) => void}} options
 * @returns {{update: (rows: string[], last?: {word: string, ref: string} | null,
 *   laying?: {loose: Set<string>, cursor: {name: string, direction: string} | null}) => void}}
 *   `laying`: tiles that lie there for now, and where the next one goes
 */
export function createGrid(host, { facts, label, onTap = null }) {
  const board = create("div", onTap ? "board tappable" : "board");
  board.setAttribute("role", onTap ? "grid" : "table");
  board.setAttribute("aria-label", label);
  const squares = build(board, facts.size, onTap ? "gridcell" : "cell");
  if (onTap) makeTappable(board, squares, facts.size, onTap);
  const drawn = new Map();
  let awaited = false; // a board that is there when the page opens was not laid before our eyes
  const centre = squareName(...facts.centre);
  host.replaceChildren(board);

  function update(rows, last = null, { loose = NOTHING, cursor = null } = {}) {
    const move = last ? squaresOf(last.word, last.ref) : [];
    const marked = new Set(move);
    const fresh = awaited ? newTiles(rows) : [];
    for (const [name, square] of squares) {
      const { row, col } = square.dataset;
      const letter = rows[row]?.[col] ?? BLANK;
      const here = cursor?.name === name ? cursor.direction : "";
      const state = [letter, marked.has(name), loose.has(name), here].join();
      if (drawn.get(name) === state) continue;
      drawn.set(name, state);
      fillSquare(square, {
        name,
        letter: letter === BLANK ? "" : letter,
        premium: facts.premiums[row][col],
        centre: name === centre,
        last: marked.has(name),
        loose: loose.has(name),
        cursor: here,
        facts,
      });
    }
    if (fresh.length && fresh.every((name) => marked.has(name))) {
      lay(move.filter((name) => fresh.includes(name)).map((name) => squares.get(name)));
    }
    awaited ||= rows.length > 0;
  }

  /** The names of the squares that had no tile and get one. */
  function newTiles(rows) {
    const has = (square) => (rows[square.dataset.row]?.[square.dataset.col] ?? BLANK) !== BLANK;
    return [...squares].filter(([, one]) => has(one) && !one.matches(".tile")).map(([name]) => name);
  }

  update([]);
  return { update };
}
