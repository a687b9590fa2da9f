// The list of the games of this device, each with a link and a button that deletes it; collectstatic
// bundles it with the scripts of every public page.

import "../public/page.js";
import { createElement, getElement } from "../dom.js";
import { gettext, interpolate } from "../i18n.js";
import { deleteGame, listGames } from "./device_games.js";

function createGameNode(game) {
  const row = createElement("tr");
  const name = createElement("th");
  name.scope = "row";
  const link = createElement("a", "target", game.label);
  link.href = game.path;
  name.append(link);
  const date = createElement("td", "", new Date(game.at).toLocaleDateString("fr-FR"));
  const points = createElement("td", "num", `${game.total} / ${game.top}`);
  const result = game.isDone ? interpolate(gettext("%(percent)s %"), game) : gettext("à finir");
  const button = createElement("button", "button danger", gettext("Effacer"));
  button.type = "button";
  button.setAttribute("aria-label", interpolate(gettext("Effacer : %(label)s"), game));
  button.addEventListener("click", () => {
    deleteGame(game.key);
    showGames();
    getElement("device-title").focus();
  });
  const command = createElement("td");
  command.append(button);
  row.append(name, date, points, createElement("td", "num", result), command);
  return row;
}

function showGames() {
  const games = listGames();
  getElement("device-games").replaceChildren(...games.map(createGameNode));
  getElement("device-table").hidden = games.length === 0;
  getElement("device-empty").hidden = games.length > 0;
  getElement("device-delete").hidden = games.length === 0;
}

getElement("device-delete").addEventListener("click", () => {
  for (const game of listGames()) deleteGame(game.key);
  showGames();
  getElement("device-title").focus();
});
showGames();
