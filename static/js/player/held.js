// Says, without judging it, what the server holds of the bulletin.

import { bulletinNode, spokenBulletin } from "../bulletin/read_only.js";
import { icon, setText } from "../dom.js";
import { gettext, interpolate } from "../i18n.js";
import { timeOfDay } from "../times.js";
import { Held } from "./handin.js";

const ICONS = {
  [Held.NOTHING]: "info",
  [Held.SENDING]: "wait",
  [Held.SAVED]: "check",
  [Held.UNSENT]: "offline",
  [Held.LATE]: "alert",
  [Held.REFUSED]: "alert",
};

function savedText(at) {
  if (at === null) return gettext("Enregistré sur le serveur :");
  return interpolate(gettext("Enregistré sur le serveur à %(time)s :"), { time: timeOfDay(at) });
}

function text({ kind, sheet, at, text: refusal }, { over, offline }) {
  if (kind === Held.SAVED) return savedText(at);
  if (kind === Held.REFUSED) return refusal;
  if (kind === Held.SENDING) return gettext("Enregistrement…");
  if (kind === Held.LATE) {
    return sheet
      ? gettext("Arrivé après la fin, gardé pour l’arbitre. Le bulletin qui compte :")
      : gettext("Arrivé après la fin du temps : gardé pour l’arbitre, il décidera.");
  }
  if (kind === Held.UNSENT) {
    return offline
      ? gettext("Pas encore enregistré – réseau perdu, la feuille est gardée sur cette tablette.")
      : gettext("Pas encore enregistré – la feuille est gardée sur cette tablette et repart.");
  }
  return over ? gettext("Aucun bulletin remis.") : gettext("Rien n’est encore écrit.");
}

export class HeldView {
  #kind = null;
  #drawn = "";

  constructor() {
    this.box = document.getElementById("held");
    this.line = document.getElementById("held-text");
    this.announce = document.getElementById("announce");
  }

  /** @param {{over: boolean, offline: boolean}} situation: after the bell, without network */
  show(status, situation) {
    const waits = status.kind === Held.SENDING && situation.offline;
    const kind = waits ? Held.UNSENT : status.kind;
    const shown = text({ ...status, kind }, situation);
    const sheet = [Held.SAVED, Held.LATE].includes(kind) ? status.sheet : null;
    const drawn = JSON.stringify([kind, shown, sheet]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.box.dataset.kind = kind;
    this.box.querySelector(".icon").replaceWith(icon(ICONS[kind]));
    this.line.replaceChildren(shown);
    if (sheet) this.line.append(" ", bulletinNode(sheet));
    this.#say(kind, sheet ? `${shown} ${spokenBulletin(sheet)}` : shown);
  }

  /** Only a change for better or worse is read out, not every letter. */
  #say(kind, sentence) {
    const quiet = kind === Held.SENDING || kind === this.#kind;
    const first = this.#kind === null;
    if (kind !== Held.SENDING) this.#kind = kind;
    if (!quiet && !first) setText(this.announce, sentence);
  }
}
