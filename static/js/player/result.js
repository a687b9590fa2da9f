// The result after the reveal: the top, and the points of the entry's bulletin with motive and article.

import { createBulletinNode } from "../bulletin/bulletin_nodes.js";
import { createElement } from "../dom.js";
import { gettext, interpolate } from "../i18n.js";
import { formatPoints, createTopNodes } from "../live/moves.js";
import { createWordNode } from "../words.js";

function getSanctionName(sanction) {
  return {
    warning: gettext("Avertissement"),
    penalty: gettext("Pénalité"),
    zero: gettext("Zéro"),
  }[sanction];
}

/** Remove the sanction's name, which the badge shows, from the beginning of a text. */
function removeName(text, name) {
  if (!name || !text.startsWith(name)) return text;
  return text.slice(name.length).replace(/^\s:\s/, "");
}

/** Return the sentence without word, place, points and sanction, which are shown beside it. */
function shortenSentence(result) {
  const name = getSanctionName(result.sanction);
  const word = result.word?.toUpperCase();
  const moveText = interpolate(gettext("%(word)s en %(ref)s"), { word, ref: result.ref });
  const pointsText = formatPoints(result.points);
  let sentence = removeName(result.text, name);
  if (word && sentence.startsWith(moveText)) {
    sentence = sentence.slice(moveText.length).replace(/^(\s: |, )/, "");
  }
  if ([`${pointsText}, `, `${pointsText} (`].some((start) => sentence.startsWith(start))) {
    sentence = sentence.slice(pointsText.length).replace(/^,? /, "");
    sentence = removeName(sentence, name?.toLowerCase()).trimStart();
  }
  sentence = sentence.replace(/^\(([^()]*)\)\.$/, "$1");
  // An article at the beginning is moved to the end of the sentence.
  return name ? sentence : sentence.replace(/^(\([^()]*\))\. (.+)\.$/, "$2 $1.");
}

/** Return sanction and sentence, with its article; "" without both. */
export function formatVerdict(result) {
  return [getSanctionName(result.sanction), shortenSentence(result)].filter(Boolean).join(" : ");
}

function createOwnNodes(result, top) {
  const moveLine = createElement("p", "move");
  if (result.word) {
    moveLine.append(createWordNode(result.word), " ", createElement("span", "ref", result.ref));
  } else if (!result.points) moveLine.append(createElement("span", "", gettext("Aucune solution retenue")));
  moveLine.append(createElement("span", "move-score num", formatPoints(result.points)));
  const nodes = [moveLine];
  const name = getSanctionName(result.sanction);
  const line = createElement("p", "motive");
  const kind = result.sanction === "zero" ? "bad" : "warn";
  if (name) line.append(createElement("span", `badge ${kind}`, name));
  else if (result.points === top.score) {
    line.append(createElement("span", "badge good", gettext("Vous avez le top")));
  }
  if (result.text) line.append(" ", shortenSentence(result));
  if (line.childNodes.length) nodes.push(line);
  return nodes;
}

function createHandedInNodes(sheet) {
  if (!sheet) return [];
  const line = createElement("p", "handed");
  line.append(createElement("span", "soft", gettext("Remis :")), " ", createBulletinNode(sheet));
  return [line];
}

function formatWarnings(warnings) {
  return interpolate(gettext("Vos avertissements dans cette partie : %(warnings)s"), { warnings });
}

export class ResultView {
  #drawnJson = "";

  constructor() {
    this.box = document.getElementById("result");
    this.title = document.getElementById("result-title");
    this.top = document.getElementById("result-top");
    this.own = document.getElementById("result-own");
  }

  /**
   * @param {object | undefined} result undefined until it is decided
   * @param {object | null} sheet that the server has
   * @param {number} warnings number of the entry's warnings in the revealed turns
   * @param {boolean} isWatched no bulletin was awaited of this table
   */
  show(turn, result, sheet, warnings = 0, isWatched = false) {
    const json = JSON.stringify([turn.number, turn.top, result, sheet, warnings, isWatched]);
    if (json === this.#drawnJson) return;
    this.#drawnJson = json;
    this.title.textContent = interpolate(gettext("Coup %(number)s : le top"), turn);
    this.top.replaceChildren(...createTopNodes(turn.top));
    this.own.hidden = isWatched;
    const heading = createElement("h3", "", gettext("Votre bulletin"));
    const waitingText = gettext("Un arbitre examine votre bulletin, ou ne l’a pas encore saisi.");
    const waitingNode = createElement("p", "soft", waitingText);
    const verdictNodes = result ? createOwnNodes(result, turn.top) : [waitingNode];
    this.own.replaceChildren(heading, ...createHandedInNodes(sheet), ...verdictNodes);
    if (warnings) this.own.append(createElement("p", "soft", formatWarnings(warnings)));
  }
}
