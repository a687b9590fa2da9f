// One answer for all the tables that remain: asked for with the list of them first.

import { gettext, interpolate, ngettext } from "../../i18n.js";
import { setText } from "../../words.js";
import { BLANK_SLIP, slipOf } from "./grammar.js";

const by = (id) => document.getElementById(id);

const KINDS = {
  top: {
    title: () => gettext("Le top à toutes les tables qui restent"),
    button: (n) => ngettext("Donner le top à %(n)s table", "Donner le top à %(n)s tables", n),
    slip: ({ tops }) => (tops.length ? slipOf(tops[0]) : null),
  },
  nothing: {
    title: () => gettext("Rien n’est venu de toutes les tables qui restent"),
    button: (n) => ngettext("Zéro, bulletin manquant, pour %(n)s table",
      "Zéro, bulletin manquant, pour %(n)s tables", n),
    slip: () => ({ ...BLANK_SLIP, state: "missing" }),
  },
};

export class Rest {
  #asked = null;

  /** @param {{data: object, open: () => number[], onTold: (tables: number[], slip: object) => void,
   *   onRefused: (why: string) => void, onClosed: () => void}} options */
  constructor({ data, open, onTold, onRefused, onClosed }) {
    Object.assign(this, { data, open, onTold, onRefused });
    for (const kind of Object.keys(KINDS)) {
      by(`rest-${kind}`).addEventListener("click", () => this.ask(kind));
    }
    by("rest-do").addEventListener("click", () => {
      by("rest").close();
      this.onTold(this.#asked.tables, this.#asked.slip);
    });
    by("rest").addEventListener("close", onClosed);
  }

  ask(kind) {
    const [tables, slip] = [this.open(), KINDS[kind].slip(this.data)];
    if (!tables.length) this.onRefused(gettext("Aucune table ne reste à saisir."));
    else if (!slip) this.onRefused(gettext("Les solutions de ce coup ne sont pas encore calculées."));
    else this.#show(kind, tables, slip);
  }

  #show(kind, tables, slip) {
    this.#asked = { tables, slip };
    setText(by("rest-title"), KINDS[kind].title());
    setText(by("rest-tables"), tables.join(", "));
    setText(by("rest-do"), interpolate(KINDS[kind].button(tables.length), { n: tables.length }));
    by("rest").showModal();
    by("rest-do").focus();
  }
}
