// The quiet box between turns: what the room is waiting for, why nothing can be written.

import { create } from "../dom.js";
import { gettext } from "../i18n.js";
import { Stage } from "../live/stage.js";
import { breakName, endText, gameFacts } from "../live/terms.js";
import { finalNodes } from "./final.js";

/** @returns {[string, string] | null} title and sentence */
function wording(stage, { game, turn } = {}, endReasons) {
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
      breakName(game),
      gettext("Le juge-arbitre annoncera la reprise. Ce qui est enregistré le reste."),
    ],
    [Stage.FINISHED]: [
      gettext("Partie terminée"),
      game ? endText(game, endReasons) : "",
    ],
    [Stage.VOID]: [
      gettext("Partie annulée"),
      gettext("Ses résultats ne comptent pas."),
    ],
  }[stage] ?? null;
}

export class NoticeView {
  #drawn = "";

  constructor(endReasons, pageUrl) {
    this.endReasons = endReasons;
    this.pageUrl = pageUrl;
    this.box = document.getElementById("notice");
  }

  show(stage, state) {
    const words = wording(stage, state ?? undefined, this.endReasons);
    this.box.hidden = words === null;
    if (words === null) return;
    const nodes = [create("h2", "", words[0])];
    if (words[1]) nodes.push(create("p", "", words[1]));
    if (stage === Stage.WAITING && !state.turn) nodes.push(gameFacts(state.game));
    if (stage === Stage.FINISHED) nodes.push(...finalNodes(state, this.pageUrl));
    const drawn = nodes.map((node) => node.outerHTML).join("");
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.box.replaceChildren(...nodes);
  }
}

/** What stands in place of the keys while the bulletin is closed. */
export function lockedNote(stage, handedIn) {
  if (stage === Stage.ANNOUNCED) return gettext("Le bulletin s’ouvrira avec le chrono.");
  if (stage !== Stage.OVER) return "";
  return handedIn ? gettext("Terminé. Bulletin remis.") : gettext("Terminé.");
}
