// One answer for all the tables that remain: asked for with the list of them first.

import { by, setText } from "../../dom.js";
import { gettext, interpolate, ngettext } from "../../i18n.js";
import { BLANK_BULLETIN, bulletinOf } from "./grammar.js";

const KINDS = {
  top: {
    title: () => gettext("Le top à toutes les tables qui restent"),
    button: (n) => ngettext("Donner le top à %(n)s table", "Donner le top à %(n)s tables", n),
    bulletin: ({ tops }) => (tops.length ? bulletinOf(tops[0]) : null),
  },
  nothing: {
    title: () => gettext("Rien n’est venu des tables qui restent"),
    button: (n) => ngettext("Zéro, bulletin manquant, pour %(n)s table",
      "Zéro, bulletin manquant, pour %(n)s tables", n),
    bulletin: () => ({ ...BLANK_BULLETIN, state: "missing" }),
  },
};

export class Rest {
  #asked = null;

  /** @param {{data: object, open: () => number[], onTold: (tables: number[], bulletin: object) => void,
   *   onRefused: (why: string) => void, onClosed: () => void}} options */
  constructor({ data, open, onTold, onRefused, onClosed }) {
    Object.assign(this, { data, open, onTold, onRefused });
    for (const kind of Object.keys(KINDS)) {
      by(`rest-${kind}`).addEventListener("click", () => this.ask(kind));
    }
    by("rest-do").addEventListener("click", () => {
      by("rest").close();
      this.onTold(this.#asked.tables, this.#asked.bulletin);
    });
    by("rest").addEventListener("close", onClosed);
  }

  ask(kind) {
    const [tables, bulletin] = [this.open(), KINDS[kind].bulletin(this.data)];
    if (!tables.length) this.onRefused(gettext("Aucune table ne reste à saisir."));
    else if (!bulletin) this.onRefused(gettext("Les solutions de ce coup ne sont pas encore calculées."));
    else this.#show(kind, tables, bulletin);
  }

  #show(kind, tables, bulletin) {
    this.#asked = { tables, bulletin };
    setText(by("rest-title"), KINDS[kind].title());
    setText(by("rest-tables"), tables.join(", "));
    setText(by("rest-do"), interpolate(KINDS[kind].button(tables.length), { n: tables.length }));
    by("rest").showModal();
    by("rest-do").focus();
  }
}
