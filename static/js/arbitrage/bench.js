// The bench: letters are typed on the grid or on the bulletin's sheet; the text fields of the form, which
// are sent, get the same content.

import { STRUCK } from "../bulletin/drawing.js";
import { BulletinEditor } from "../bulletin/editor.js";
import { getDirection } from "../bulletin/sheet.js";
import { createGrid, readGridData } from "../components/grid.js";
import { extractLetters, removeAccents } from "../folding.js";
import { gettext } from "../i18n.js";
import { BLANK } from "../notation.js";

const gridField = document.getElementById("id_grid");
const gridHost = document.getElementById("bench-grid");
const gridData = readGridData();

const splitLines = (field) => removeAccents(field.value).split(/\r?\n/).filter((line) => line !== "");

function readGrid() {
  const rows = splitLines(gridField);
  return Array.from({ length: gridData.size }, (_, row) =>
    Array.from({ length: gridData.size }, (__, col) => {
      const letter = rows[row]?.[col] ?? BLANK;
      return /[A-Za-z]/.test(letter) ? letter : BLANK;
    }));
}

let squares = readGrid();
const grid = createGrid(gridHost, {
  gridData,
  label: gettext("Grille : tapez une lettre, avec Majuscule pour un joker"),
  onTap: () => {},
});

const showGrid = () => grid.update(squares.map((row) => row.join("")));

function writeGrid() {
  const isBlank = squares.every((row) => row.every((letter) => letter === BLANK));
  gridField.value = isBlank ? "" : squares.map((row) => row.join("")).join("\n");
  showGrid();
}

function moveFocus(square, down, right) {
  const row = Number(square.dataset.row) + down;
  const col = Number(square.dataset.col) + right;
  gridHost.querySelector(`[data-row="${row}"][data-col="${col}"]`)?.click();
  gridHost.querySelector(`[data-row="${row}"][data-col="${col}"]`)?.focus();
}

/** Step to the square of the next letter, by the arrow key pressed last: [rows down, columns right]. */
let direction = [0, 1];
const DIRECTIONS = { ArrowRight: [0, 1], ArrowLeft: [0, 1], ArrowDown: [1, 0], ArrowUp: [1, 0] };

gridHost.addEventListener("keydown", (event) => {
  const square = event.target.closest(".square");
  if (!square || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key in DIRECTIONS) direction = DIRECTIONS[event.key];
  const { row, col } = square.dataset;
  const isErasing = ["Backspace", "Delete"].includes(event.key);
  const [letter] = event.key.length === 1 ? extractLetters(event.key) : "";
  if (!isErasing && !letter) return;
  event.preventDefault();
  squares[row][col] = isErasing ? BLANK : event.shiftKey ? letter.toLowerCase() : letter;
  writeGrid();
  const sign = event.key === "Backspace" ? -1 : 1;
  if (event.key !== "Delete") moveFocus(square, direction[0] * sign, direction[1] * sign);
});

gridField.addEventListener("input", () => {
  squares = readGrid();
  showGrid();
});

showGrid();
gridHost.hidden = false;

// --- the bulletin --------------------------------------------------------------------------

const form = document.getElementById("sheet");
const sheetField = document.getElementById("id_sheet");
const struckField = document.getElementById("id_struck");

function readDrawing() {
  const rows = splitLines(sheetField);
  const struckRows = splitLines(struckField);
  const struck = struckRows.some((line) => line.includes(STRUCK))
    ? rows.map((row, i) => (struckRows[i] ?? "").slice(0, row.length).padEnd(row.length, BLANK))
    : [];
  return { rows, struck };
}

const { reference, score } = form.dataset;
let bulletin = { ...readDrawing(), reference, score };
bulletin.direction = getDirection(bulletin.rows);
const editor = new BulletinEditor({
  remembersMode: false,
  onEdit: (changes) => {
    bulletin = { ...bulletin, ...changes };
    sheetField.value = bulletin.rows.join("\n");
    struckField.value = bulletin.struck.join("\n");
  },
});
editor.show(bulletin, false);
for (const field of [sheetField, struckField]) {
  field.addEventListener("change", () => {
    bulletin = { ...bulletin, ...readDrawing() };
    editor.show(bulletin, false);
  });
}
