// The dialog that records the same bulletin for all remaining tables, after it has listed them.

import { getElement, setText } from "../../dom.js";
import { gettext, interpolate, ngettext } from "../../i18n.js";
import { BLANK_BULLETIN, makeSolutionBulletin } from "./line_parser.js";

const ANSWERS = {
  top: {
    title: () => gettext("Le top à toutes les tables qui restent"),
    button: (n) => ngettext("Donner le top à %(n)s table", "Donner le top à %(n)s tables", n),
    bulletin: ({ tops }) => (tops.length ? makeSolutionBulletin(tops[0]) : null),
  },
  nothing: {
    title: () => gettext("Rien n’est venu des tables qui restent"),
    button: (n) => ngettext("Zéro, bulletin manquant, pour %(n)s table",
      "Zéro, bulletin manquant, pour %(n)s tables", n),
    bulletin: () => ({ ...BLANK_BULLETIN, state: "missing" }),
  },
};

export class RemainingTables {
  #pendingAnswer = null;

  /**
   * @param {{data: object, listOpenTables: () => number[],
   *   onConfirmed: (tables: number[], bulletin: object) => void,
   *   onRefused: (reason: string) => void, onClosed: () => void}} options
   */
  constructor({ data, listOpenTables, onConfirmed, onRefused, onClosed }) {
    Object.assign(this, { data, listOpenTables, onConfirmed, onRefused });
    for (const kind of Object.keys(ANSWERS)) {
      getElement(`remaining-tables-${kind}`).addEventListener("click", () => this.askConfirmation(kind));
    }
    getElement("remaining-tables-do").addEventListener("click", () => {
      getElement("remaining-tables").close();
      this.onConfirmed(this.#pendingAnswer.tables, this.#pendingAnswer.bulletin);
    });
    getElement("remaining-tables").addEventListener("close", onClosed);
  }

  askConfirmation(kind) {
    const [tables, bulletin] = [this.listOpenTables(), ANSWERS[kind].bulletin(this.data)];
    if (!tables.length) this.onRefused(gettext("Aucune table ne reste à saisir."));
    else if (!bulletin) this.onRefused(gettext("Les solutions de ce coup ne sont pas encore calculées."));
    else this.#showDialog(kind, tables, bulletin);
  }

  #showDialog(kind, tables, bulletin) {
    this.#pendingAnswer = { tables, bulletin };
    setText(getElement("remaining-tables-title"), ANSWERS[kind].title());
    setText(getElement("remaining-tables-list"), tables.join(", "));
    setText(getElement("remaining-tables-do"), interpolate(ANSWERS[kind].button(tables.length), { n: tables.length }));
    getElement("remaining-tables").showModal();
    getElement("remaining-tables-do").focus();
  }
}
