// The message between turns: what the room is waiting for, and why nothing can be written.

import { createElement } from "../dom.js";
import { gettext } from "../i18n.js";
import { Stage } from "../live/stage.js";
import { formatInterruption, explainEnd, createGameFacts } from "../live/game_texts.js";
import { createGameEndNodes } from "./game_end.js";

/** @returns {[string, string] | null} title and sentence */
function getTexts(stage, { game, turn } = {}, endReasons) {
  return {
    [Stage.NONE]: [
      gettext("Pas encore de partie"),
      gettext("Rien à faire pour l’instant : la page se mettra à jour d’elle-même."),
    ],
    [Stage.WAITING]: [
      turn ? gettext("Le juge-arbitre tire les lettres") : gettext("La partie va commencer"),
      gettext("Les lettres s’afficheront ici dès qu’elles seront annoncées."),
    ],
    [Stage.CANCELLED]: [
      gettext("Coup annulé"),
      gettext("Les points de ce coup ne comptent pas et de nouvelles lettres seront tirées."),
    ],
    [Stage.INTERRUPTED]: [
      formatInterruption(game),
      gettext("Le juge-arbitre annoncera la reprise. Ce qui est enregistré le reste."),
    ],
    [Stage.FINISHED]: [
      gettext("Partie terminée"),
      game ? explainEnd(game, endReasons) : "",
    ],
    [Stage.VOID]: [
      gettext("Partie annulée"),
      gettext("Ses résultats ne comptent pas."),
    ],
  }[stage] ?? null;
}

export class StageMessageView {
  #drawnHtml = "";

  constructor(endReasons, pageUrl) {
    this.endReasons = endReasons;
    this.pageUrl = pageUrl;
    this.box = document.getElementById("notice");
  }

  show(stage, state) {
    const texts = getTexts(stage, state ?? undefined, this.endReasons);
    this.box.hidden = texts === null;
    if (texts === null) return;
    const nodes = [createElement("h2", "", texts[0])];
    if (texts[1]) nodes.push(createElement("p", "", texts[1]));
    if (stage === Stage.WAITING && !state.turn) nodes.push(createGameFacts(state.game));
    if (stage === Stage.FINISHED) nodes.push(...createGameEndNodes(state, this.pageUrl));
    const html = nodes.map((node) => node.outerHTML).join("");
    if (html === this.#drawnHtml) return;
    this.#drawnHtml = html;
    this.box.replaceChildren(...nodes);
  }
}

/** Return the text in place of the keypad while the bulletin is locked. */
export function getLockedText(stage, isHandedIn) {
  if (stage === Stage.ANNOUNCED) return gettext("Le bulletin s’ouvrira avec le chrono.");
  if (stage !== Stage.OVER) return "";
  return isHandedIn ? gettext("Terminé. Bulletin remis.") : gettext("Terminé.");
}
