// A bulletin to read: its word, or its sheet drawn small, as in the template arbitrage/sheet.html; and its
// text for screen readers.

import { createElement } from "../dom.js";
import { gettext, interpolate } from "../i18n.js";
import { BLANK, isJoker } from "../notation.js";
import { describeWord, createWordNode } from "../words.js";
import { STRUCK, makeLines, listMarks } from "./drawing.js";
import { getWord } from "./sheet.js";

/** Return "RE / TA, encerclé : A, rayé : T": the lines, then the circled and the struck letters. */
function describeDrawing(sheet) {
  const marks = listMarks(sheet);
  const listLetters = (isIncluded) =>
    marks.filter(isIncluded).map(({ letter }) => letter.toUpperCase()).join(", ");
  const lines = sheet.rows.map((row) => row.replaceAll(BLANK, " ").trimEnd().toUpperCase());
  const parts = [lines.join(" / ")];
  const circled = listLetters(({ letter }) => isJoker(letter));
  const struck = listLetters((mark) => mark.struck);
  if (circled) parts.push(interpolate(gettext("encerclé : %(letters)s"), { letters: circled }));
  if (struck) parts.push(interpolate(gettext("rayé : %(letters)s"), { letters: struck }));
  return parts.join(", ");
}

function createDrawingNode(sheet) {
  const { rows, struck } = makeLines(listMarks(sheet));
  const box = createElement("span", "drawing");
  box.setAttribute("role", "img");
  box.setAttribute("aria-label", describeDrawing(sheet));
  const squares = createElement("span", "drawing-squares");
  squares.style.setProperty("--rows", rows.length);
  for (const [row, line] of rows.entries()) {
    const squaresOfRow = Array.from(line, (letter, col) => createSquare(letter, struck[row]?.[col]));
    const node = createElement("span", "drawing-row");
    node.append(...squaresOfRow);
    squares.append(node);
  }
  box.append(squares);
  return box;
}

function createSquare(letter, sign) {
  if (letter === BLANK) return createElement("span", "sq none");
  const node = createElement("span", "sq", letter.toUpperCase());
  node.classList.toggle("circled", isJoker(letter));
  node.classList.toggle("struck", sign === STRUCK);
  return node;
}

/** Create the node of "MAISON H4 24", or of the drawing; a missing part is named as missing. */
export function createBulletinNode(sheet) {
  const node = createElement("span", "written-sheet");
  const word = getWord(sheet);
  if (word === "" && !sheet.reference && !sheet.score) {
    node.append(gettext("vierge"));
    return node;
  }
  const place = sheet.reference || gettext("sans référence");
  const score = sheet.score || gettext("sans score");
  if (word === null) node.append(createDrawingNode(sheet));
  else node.append(word ? createWordNode(word) : gettext("sans mot"));
  node.append(" ", createElement("span", "ref", place), " ", createElement("span", "num", score));
  return node;
}

/** Return the text of a bulletin for screen readers. */
export function describeBulletin(sheet) {
  const word = getWord(sheet);
  const text = word === null ? describeDrawing(sheet) : word && describeWord(word);
  return [text, sheet.reference, sheet.score].filter(Boolean).join(" ");
}
