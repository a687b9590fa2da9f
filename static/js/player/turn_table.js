// Connects the parts of a turn with each other: grid, rack, laid tiles and bulletin. Knows neither room nor
// network: the tablet of a table and the page of who plays alone both use it.

import { BulletinEditor } from "../bulletin/editor.js";
import { createGrid, readGridData } from "../components/grid.js";
import { getElement, setText } from "../dom.js";
import { gettext } from "../i18n.js";
import { readFormat } from "../live/game_texts.js";
import { GridToggle } from "./grid_toggle.js";
import { Laying } from "./laying.js";
import { RackView } from "./rack_view.js";

/**
 * @param {{key: string | number, onEdit: (changes: object) => void}} options `key` of what the device stores of
 *   it; `onEdit` is called with the changes of the sheet
 */
export function createTurnTable({ key, onEdit }) {
  const gridData = readGridData();
  const rack = new RackView({
    list: getElement("rack"),
    shuffle: getElement("shuffle"),
    sort: getElement("sort"),
    swap: getElement("swap"),
    gridData,
    slots: readFormat("normal").letters,
    key: `rack:${key}`,
    onLetter: (letter, index) => laying.tapLetter(letter, index) || bulletin.typeLetter(letter),
    onDrop: (letter, x, y) => laying.drop(letter, x, y),
  });
  let laying = null; // made after the editor, whose history reads its tiles
  const bulletin = new BulletinEditor({
    followsReference: true,
    laid: { read: () => laying?.copyTiles() ?? [], restore: (tiles) => laying.restore(tiles) },
    onEdit,
    onOutline: (names, isAsked) => {
      grid.outline(names);
      if (isAsked) setText(getElement("announce"), gettext("Touchez encore la case pour changer la référence."));
    },
    onCircleNextChange: (isCircleNext) => {
      rack.showJokerPressed(isCircleNext);
      if (isCircleNext) setText(getElement("announce"), gettext("Joker : choisissez la lettre."));
    },
  });
  const grid = createGrid(getElement("board"), {
    gridData,
    label: gettext("Grille"),
    onTap: (row, col) => {
      if (!laying.tapSquare(row, col) && bulletin.tapSquare(row, col)) gridToggle.close();
    },
  });
  laying = new Laying({
    board: getElement("board"),
    button: getElement("lay"),
    grid,
    rack,
    key: `laid:${key}`,
    onMove: (word, reference) => bulletin.writeMove(word, reference),
    onChange: () => bulletin.addLaidStep(),
    onReplace: () => bulletin.forgetSteps(),
  });
  const gridToggle = new GridToggle();
  return { rack, bulletin, grid, laying, gridToggle };
}
