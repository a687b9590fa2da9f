// After the reveal: the top, and what the player's own bulletin brought, with motive and article.

import { bulletinNode } from "../bulletin/read_only.js";
import { create } from "../dom.js";
import { gettext, interpolate } from "../i18n.js";
import { points, topNodes } from "../live/moves.js";
import { wordNode } from "../words.js";

function sanctionName(sanction) {
  return {
    warning: gettext("Avertissement"),
    penalty: gettext("Pénalité"),
    zero: gettext("Zéro"),
  }[sanction];
}

/** The sentence of a zero begins with the word that the badge beside it says. */
function withoutName(text, name) {
  if (!name || !text.startsWith(name)) return text;
  return text.slice(name.length).replace(/^\s:\s/, "");
}

/** The sentence without what stands beside it already: word and place, points, the sanction. */
function sentence(result) {
  const name = sanctionName(result.sanction);
  const word = result.word?.toUpperCase();
  const move = interpolate(gettext("%(word)s en %(ref)s"), { word, ref: result.ref });
  const paid = points(result.points);
  let rest = withoutName(result.text, name);
  if (word && rest.startsWith(move)) rest = rest.slice(move.length).replace(/^(\s: |, )/, "");
  if ([`${paid}, `, `${paid} (`].some((start) => rest.startsWith(start))) {
    rest = rest.slice(paid.length).replace(/^,? /, "");
    rest = withoutName(rest, name?.toLowerCase()).trimStart();
  }
  rest = rest.replace(/^\(([^()]*)\)\.$/, "$1");
  // An article that nothing stands before any more goes behind what follows it.
  return name ? rest : rest.replace(/^(\([^()]*\))\. (.+)\.$/, "$2 $1.");
}

/** Sanction and sentence, which cites its article; "" for a bulletin about which nothing is said. */
export function verdictText(result) {
  return [sanctionName(result.sanction), sentence(result)].filter(Boolean).join(" : ");
}

function ownNodes(result, top) {
  const head = create("p", "move");
  if (result.word) head.append(wordNode(result.word), " ", create("span", "ref", result.ref));
  else if (!result.points) head.append(create("span", "", gettext("Aucune solution retenue")));
  head.append(create("span", "move-score num", points(result.points)));
  const nodes = [head];
  const name = sanctionName(result.sanction);
  const line = create("p", "motive");
  if (name) line.append(create("span", `badge ${result.sanction === "zero" ? "bad" : "warn"}`, name));
  else if (result.points === top.score) {
    line.append(create("span", "badge good", gettext("Vous avez le top")));
  }
  if (result.text) line.append(" ", sentence(result));
  if (line.childNodes.length) nodes.push(line);
  return nodes;
}

/** The bulletin as it was handed in. */
function handedNodes(sheet) {
  if (!sheet) return [];
  const line = create("p", "handed");
  line.append(create("span", "soft", gettext("Remis :")), " ", bulletinNode(sheet));
  return [line];
}

function warningsText(warnings) {
  return interpolate(gettext("Vos avertissements dans cette partie : %(warnings)s"), { warnings });
}

export class ResultView {
  #drawn = "";

  constructor() {
    this.box = document.getElementById("result");
    this.title = document.getElementById("result-title");
    this.top = document.getElementById("result-top");
    this.own = document.getElementById("result-own");
  }

  /**
   * @param {object | undefined} result undefined while an arbiter still decides
   * @param {object | null} sheet what the server holds of the bulletin
   * @param {number} warnings own ones over the turns revealed
   * @param {boolean} watched nothing was awaited of this table
   */
  show(turn, result, sheet, warnings = 0, watched = false) {
    const drawn = JSON.stringify([turn.number, turn.top, result, sheet, warnings, watched]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.title.textContent = interpolate(gettext("Coup %(number)s : le top"), turn);
    this.top.replaceChildren(...topNodes(turn.top));
    this.own.hidden = watched;
    const heading = create("h3", "", gettext("Votre bulletin"));
    const where = gettext("Un arbitre examine votre bulletin, ou ne l’a pas encore saisi.");
    const waiting = create("p", "soft", where);
    const verdict = result ? ownNodes(result, turn.top) : [waiting];
    this.own.replaceChildren(heading, ...handedNodes(sheet), ...verdict);
    if (warnings) this.own.append(create("p", "soft", warningsText(warnings)));
  }
}
