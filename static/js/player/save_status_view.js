// Shows what the server has of the bulletin.

import { createBulletinNode, describeBulletin } from "../bulletin/bulletin_nodes.js";
import { createIcon, setText } from "../dom.js";
import { gettext, interpolate } from "../i18n.js";
import { formatTimeToSecond } from "../times.js";
import { SaveStatus } from "./hand_in.js";

const ICONS = {
  [SaveStatus.NOTHING]: "info",
  [SaveStatus.SENDING]: "wait",
  [SaveStatus.SAVED]: "check",
  [SaveStatus.UNSENT]: "offline",
  [SaveStatus.LATE]: "alert",
  [SaveStatus.REFUSED]: "alert",
};

function formatSaved(savedAt) {
  if (savedAt === null) return gettext("Enregistré sur le serveur :");
  const time = formatTimeToSecond(savedAt);
  return interpolate(gettext("Enregistré sur le serveur à %(time)s :"), { time });
}

function formatStatus({ kind, sheet, at: savedAt, text: refusal }, { isOver, isOffline }) {
  if (kind === SaveStatus.SAVED) return formatSaved(savedAt);
  if (kind === SaveStatus.REFUSED) return refusal;
  if (kind === SaveStatus.SENDING) return gettext("Enregistrement…");
  if (kind === SaveStatus.LATE) {
    return sheet
      ? gettext("Arrivé après la fin, gardé pour l’arbitre. Le bulletin qui compte :")
      : gettext("Arrivé après la fin du temps : gardé pour l’arbitre, il décidera.");
  }
  if (kind === SaveStatus.UNSENT) {
    return isOffline
      ? gettext("Pas encore enregistré – réseau perdu, la feuille est gardée sur cette tablette.")
      : gettext("Pas encore enregistré – la feuille est gardée sur cette tablette et repart.");
  }
  return isOver ? gettext("Aucun bulletin remis.") : gettext("Rien n’est encore écrit.");
}

export class SaveStatusView {
  #kind = null;
  #drawnJson = "";

  constructor() {
    this.box = document.getElementById("save-status");
    this.line = document.getElementById("save-status-text");
    this.liveRegion = document.getElementById("announce");
  }

  /** @param {{isOver: boolean, isOffline: boolean}} situation `isOver`: the time is over */
  show(status, situation) {
    const isWaiting = status.kind === SaveStatus.SENDING && situation.isOffline;
    const kind = isWaiting ? SaveStatus.UNSENT : status.kind;
    const sentence = formatStatus({ ...status, kind }, situation);
    const sheet = [SaveStatus.SAVED, SaveStatus.LATE].includes(kind) ? status.sheet : null;
    const json = JSON.stringify([kind, sentence, sheet]);
    if (json === this.#drawnJson) return;
    this.#drawnJson = json;
    this.box.dataset.kind = kind;
    this.box.querySelector(".icon").replaceWith(createIcon(ICONS[kind]));
    this.line.replaceChildren(sentence);
    if (sheet) this.line.append(" ", createBulletinNode(sheet));
    this.#announceChange(kind, sheet ? `${sentence} ${describeBulletin(sheet)}` : sentence);
  }

  /** Announce a change of the status to screen readers, but not each saved letter. */
  #announceChange(kind, sentence) {
    const isSilent = kind === SaveStatus.SENDING || kind === this.#kind;
    const isFirst = this.#kind === null;
    if (kind !== SaveStatus.SENDING) this.#kind = kind;
    if (!isSilent && !isFirst) setText(this.liveRegion, sentence);
  }
}
