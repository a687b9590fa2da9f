// Draws the 15 x 15 grid as an accessible table and changes only the squares that changed.

import { createElement } from "../dom.js";
import { gettext, interpolate, ngettext } from "../i18n.js";
import { BLANK, isJoker, getRowName, getSquareName, listSquares } from "../notation.js";
import { ARROWS } from "./arrows.js";

const NO_SQUARES = new Set();
const PREMIUM_LABELS = { "2L": "LD", "3L": "LT", "2W": "MD", "3W": "MT" };

function getPremiumName(premium) {
  return {
    "2L": gettext("lettre double"),
    "3L": gettext("lettre triple"),
    "2W": gettext("mot double"),
    "3W": gettext("mot triple"),
  }[premium];
}

/** Return {size, centre, premiums, values}, written by the template tag grid_data. */
export function readGridData(root = document) {
  return JSON.parse(root.getElementById("grid-data").textContent);
}

/** Return "H8, A, 1 point" or "H9, vide, lettre double". */
function describeSquare({ name, letter, premium, gridData, isLastMove, isLaid }) {
  const parts = [name];
  if (!letter) {
    parts.push(gettext("vide"));
    if (premium) parts.push(getPremiumName(premium));
  } else {
    parts.push(letter.toUpperCase());
    if (isJoker(letter)) parts.push(gettext("joker"));
    const points = isJoker(letter) ? 0 : gridData.values[letter];
    parts.push(interpolate(ngettext("%(points)s point", "%(points)s points", points), { points }));
    if (isLastMove) parts.push(gettext("dernier mot"));
    if (isLaid) parts.push(gettext("posée"));
  }
  return parts.join(", ");
}

function fillSquare(square, content) {
  const { letter, premium, isCentre, isLastMove, isLaid, cursor, gridData } = content;
  square.className = "square";
  square.classList.toggle("loose", isLaid);
  if (cursor) square.dataset.cursor = cursor;
  else delete square.dataset.cursor;
  square.replaceChildren();
  square.setAttribute("aria-label", describeSquare(content));
  if (letter) {
    square.classList.add("tile");
    square.classList.toggle("joker", isJoker(letter));
    square.classList.toggle("last", isLastMove);
    square.append(createElement("span", "letter", letter.toUpperCase()));
    if (!isJoker(letter)) square.append(createElement("span", "value", gridData.values[letter]));
  } else if (premium) {
    square.classList.add(`p-${premium.toLowerCase()}`);
    square.classList.toggle("centre", isCentre);
    square.append(createElement("span", "premium", isCentre ? "★" : PREMIUM_LABELS[premium]));
  }
}

/** Show the tiles one after the other; they are in the page at once, for screen readers too. */
function animateMove(tiles) {
  tiles.forEach((tile, step) => {
    tile.style.setProperty("--step", step);
    tile.classList.add("laid");
  });
}

function appendElement(role, className, parent) {
  const node = createElement("div", className);
  node.setAttribute("role", role);
  parent.append(node);
  return node;
}

/** Append a header row and the rows of squares; return the squares by name. */
function buildSquares(board, size, cellRole) {
  const squares = new Map();
  const headRow = appendElement("row", "board-row", board);
  appendElement("columnheader", "board-head", headRow).append(
    createElement("span", "visually-hidden", gettext("Ligne")),
  );
  for (let col = 0; col < size; col += 1) {
    appendElement("columnheader", "board-head", headRow).textContent = col + 1;
  }
  for (let row = 0; row < size; row += 1) {
    const boardRow = appendElement("row", "board-row", board);
    appendElement("rowheader", "board-head", boardRow).textContent = getRowName(row);
    for (let col = 0; col < size; col += 1) {
      const square = appendElement(cellRole, "square", boardRow);
      square.dataset.row = row;
      square.dataset.col = col;
      squares.set(getSquareName(row, col), square);
    }
  }
  return squares;
}

/** Give the grid one tab stop; arrows move the focus, a click, Enter or Space calls `onTap`. */
function makeTappable(board, squares, size, onTap) {
  let current = squares.get(getSquareName((size - 1) / 2, (size - 1) / 2));
  current.tabIndex = 0;
  const makeCurrent = (square) => {
    current.tabIndex = -1;
    square.tabIndex = 0;
    current = square;
  };
  board.addEventListener("click", (event) => {
    const square = event.target.closest(".square");
    if (!square) return;
    makeCurrent(square);
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
    const nextSquare = squares.get(getSquareName(row + down, col + right));
    if (nextSquare) {
      makeCurrent(nextSquare);
      nextSquare.focus();
    }
  });
}

/**
 * @param {HTMLElement} host is emptied and filled with the grid
 * @param {{gridData: object, label: string, onTap?: (row: number, col: number) => void}} options
 * @returns {{update: (rows: string[], lastMove?: {word: string, ref: string} | null,
 *   laid?: {laidSquares: Set<string>, cursor: {name: string, direction: string} | null}) => void,
 *   outline: (names: string[]) => void}}
 *   `laidSquares`: names of the squares of tiles that are not announced yet; `cursor`: the square of
 *   the next tile
 */
export function createGrid(host, { gridData, label, onTap = null }) {
  const board = createElement("div", onTap ? "board tappable" : "board");
  board.setAttribute("role", onTap ? "grid" : "table");
  board.setAttribute("aria-label", label);
  const squares = buildSquares(board, gridData.size, onTap ? "gridcell" : "cell");
  if (onTap) makeTappable(board, squares, gridData.size, onTap);
  const drawnStates = new Map();
  let hasShownRows = false; // the first rows are shown without animation
  const centre = getSquareName(...gridData.centre);
  host.replaceChildren(board);

  function update(rows, lastMove = null, { laidSquares = NO_SQUARES, cursor = null } = {}) {
    const move = lastMove ? listSquares(lastMove.word, lastMove.ref) : [];
    const lastMoveNames = new Set(move);
    const newNames = hasShownRows ? listNewTiles(rows) : [];
    for (const [name, square] of squares) {
      const { row, col } = square.dataset;
      const letter = rows[row]?.[col] ?? BLANK;
      const cursorDirection = cursor?.name === name ? cursor.direction : "";
      const state = [letter, lastMoveNames.has(name), laidSquares.has(name), cursorDirection].join();
      if (drawnStates.get(name) === state) continue;
      drawnStates.set(name, state);
      fillSquare(square, {
        name,
        letter: letter === BLANK ? "" : letter,
        premium: gridData.premiums[row][col],
        isCentre: name === centre,
        isLastMove: lastMoveNames.has(name),
        isLaid: laidSquares.has(name),
        cursor: cursorDirection,
        gridData,
      });
    }
    if (newNames.length && newNames.every((name) => lastMoveNames.has(name))) {
      animateMove(move.filter((name) => newNames.includes(name)).map((name) => squares.get(name)));
    }
    hasShownRows ||= rows.length > 0;
  }

  /** List the names of the squares without a tile that get one. */
  function listNewTiles(rows) {
    const hasTile = (square) => (rows[square.dataset.row]?.[square.dataset.col] ?? BLANK) !== BLANK;
    return [...squares]
      .filter(([, square]) => hasTile(square) && !square.matches(".tile"))
      .map(([name]) => name);
  }

  /** Outline the squares of these names, and no other. */
  function outline(names) {
    for (const [name, square] of squares) square.classList.toggle("aimed", names.includes(name));
  }

  update([]);
  return { update, outline };
}
