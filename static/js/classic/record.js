// The page on which an arbiter records a match played with real tiles: the typed move is shown on the grid
// before it is sent, then the focus returns to the word.

import { createGrid, readGridData } from "../components/grid.js";
import { getElement, setText } from "../dom.js";
import { gettext } from "../i18n.js";
import { UpdatedPart } from "../live/update_channel.js";
import { JOKER } from "../notation.js";
import { runClocks } from "../live/clocks.js";
import { LaidTiles } from "../components/laid_tiles.js";
import { formatProblem } from "./laid_tiles_problems.js";
import { preserveInputs } from "./preserved_inputs.js";
import { parseWord } from "./word_input.js";

/** The players' letters are unknown: every letter is possible. */
const ANY_RACK = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".repeat(7) + JOKER.repeat(7);

const part = new UpdatedPart();
const drawClocks = runClocks(part.clock, { onTimeOver: () => part.refresh() });
let grid = null;
let laidTiles = null;
let shownMoves = "";

function drawBoard() {
  const host = getElement("board");
  if (!host) return;
  const { rows, word, ref } = host.dataset;
  grid = createGrid(host, { gridData: readGridData(), label: gettext("Grille") });
  laidTiles = new LaidTiles();
  laidTiles.setBoard(rows.split("/"));
  showTyped(word ? { word, ref } : null);
  drawClocks();
}

function showTyped(lastMove = null) {
  const word = parseWord(getElement("word")?.value ?? "");
  const reference = (getElement("reference")?.value ?? "").toUpperCase().replaceAll(" ", "");
  let problem = "";
  if (word && reference) problem = formatProblem(laidTiles.layWord(ANY_RACK, word, reference));
  if (problem || !word || !reference) laidTiles.clear();
  grid.update(laidTiles.rowsWithTiles, lastMove, { laidSquares: laidTiles.squareNames });
  if (getElement("laying-note")) setText(getElement("laying-note"), problem);
}

/** Draw the board and, after a new move, focus the word. */
function drawAndFocus() {
  drawBoard();
  const movesText = document.querySelector(".match-moves")?.textContent ?? "";
  if (movesText !== shownMoves) getElement("word")?.focus();
  shownMoves = movesText;
}

document.addEventListener("input", (event) => {
  if (event.target.matches("#word, #reference")) showTyped();
});
preserveInputs(drawAndFocus);
drawAndFocus();
part.start();
