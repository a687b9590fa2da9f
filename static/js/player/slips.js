// The slips (billets de correction): a new one is shown in a card over the page, which does not move, until
// the player closes it; all of them are in a list below. When the clock starts, a card whose slips were
// visible is folded into a button. A slip is reported as shown once it was visible.

import { createElement, setText } from "../dom.js";
import { gettext, interpolate, ngettext } from "../i18n.js";

/** Share of a slip that must be visible; of a slip longer than the card, its end must be. */
const VISIBLE_SHARE = 0.6;

function createSlipNode(tag, turn, slip) {
  const node = createElement(tag, "correction");
  node.dataset.uid = slip.uid;
  const head = createElement("p", "correction-head");
  const kind = { zero: "bad", none: "note" }[slip.sanction] ?? "warn";
  const title = interpolate(gettext("Billet de correction, coup %(turn)s"), { turn });
  const badge = createElement("span", `badge ${kind}`, slip.heading);
  head.append(createElement("strong", "", title), " ", badge);
  if (slip.article) head.append(" ", createElement("span", "soft", `(${slip.article})`));
  const lines = createElement("ul", "correction-lines");
  lines.append(...slip.lines.map((line) => createElement("li", "", line)));
  node.append(head, lines, createElement("span", "correction-end"));
  return node;
}

export class SlipsView {
  /** Slips of the card by uid: {turn, slip}. */
  #openSlips = new Map();
  /** Slips that the player has closed, or that were shown before this page was opened. */
  #hiddenUids = new Set();
  /** Slips that were reported as shown. */
  #shownUids = new Set();
  #drawnUids = "";
  #isFolded = false;

  /** @param {{onShown: (uid: string) => void}} options */
  constructor({ onShown }) {
    this.onShown = onShown;
    this.card = document.getElementById("slip-card");
    this.cardList = document.getElementById("slip-card-list");
    this.unfoldButton = document.getElementById("slip-card-read");
    this.closeButton = document.getElementById("slip-card-close");
    this.all = document.getElementById("all-slips");
    this.allList = document.getElementById("all-slips-list");
    const options = { threshold: VISIBLE_SHARE };
    this.observer = new IntersectionObserver((changes) => this.#reportShown(changes), options);
    this.closeButton.addEventListener("click", () => this.#close());
    this.unfoldButton.addEventListener("click", () => this.#unfold());
    // A hidden page shows nothing: its slips are observed once it is visible again.
    document.addEventListener("visibilitychange", () => this.#restartObserver());
    window.addEventListener("resize", () => this.#restartObserver());
  }

  /** @param {Record<string, object>} slips by the number of their turn */
  show(slips) {
    const json = JSON.stringify(Object.values(slips).map(({ uid }) => uid));
    if (json === this.#drawnUids) return;
    this.#drawnUids = json;
    const uids = new Set(Object.values(slips).map(({ uid }) => uid));
    for (const uid of this.#openSlips.keys()) if (!uids.has(uid)) this.#openSlips.delete(uid);
    for (const [turn, slip] of Object.entries(slips)) {
      if (slip.shown && !this.#shownUids.has(slip.uid)) this.#hiddenUids.add(slip.uid);
      if (this.#hiddenUids.has(slip.uid)) continue;
      if (!this.#openSlips.has(slip.uid)) this.#isFolded = false;
      this.#openSlips.set(slip.uid, { turn, slip });
    }
    this.#draw();
    this.#drawList(slips);
  }

  /** Fold the card when the clock starts, if all its slips were visible. */
  fold() {
    this.#isFolded = [...this.#openSlips.keys()].every((uid) => this.#shownUids.has(uid));
    this.#draw();
  }

  #unfold() {
    this.#isFolded = false;
    this.#draw();
    this.closeButton.focus();
  }

  #draw() {
    const slips = [...this.#openSlips.values()];
    const nodes = slips.map(({ turn, slip }) => createSlipNode("article", turn, slip));
    this.cardList.replaceChildren(...nodes.reverse());
    this.card.hidden = nodes.length === 0;
    this.cardList.hidden = this.closeButton.hidden = this.#isFolded;
    this.unfoldButton.hidden = !this.#isFolded;
    const label = ngettext("Lire le billet", "Lire les %(n)s billets", nodes.length);
    setText(this.unfoldButton, interpolate(label, { n: nodes.length }));
    this.#restartObserver();
  }

  #drawList(slips) {
    const rows = Object.entries(slips).sort(([a], [b]) => Number(b) - Number(a));
    this.allList.replaceChildren(...rows.map(([turn, slip]) => createSlipNode("li", turn, slip)));
    this.all.hidden = rows.length === 0;
    document.getElementById("all-slips-count").textContent = rows.length;
  }

  #restartObserver() {
    this.observer.disconnect();
    if (document.hidden) return;
    for (const node of this.cardList.children) {
      const isLong = node.offsetHeight * VISIBLE_SHARE > this.card.clientHeight;
      this.observer.observe(isLong ? node.lastElementChild : node);
    }
  }

  #reportShown(changes) {
    for (const { isIntersecting, target } of changes) {
      const { uid } = target.closest(".correction").dataset;
      if (!isIntersecting || document.hidden || this.#shownUids.has(uid)) continue;
      this.#shownUids.add(uid);
      this.onShown(uid);
    }
  }

  /** Close the slips that were visible. */
  #close() {
    for (const uid of this.#openSlips.keys()) {
      if (!this.#shownUids.has(uid)) continue;
      this.#hiddenUids.add(uid);
      this.#openSlips.delete(uid);
    }
    this.#draw();
  }
}
