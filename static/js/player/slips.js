// The slips (billets de correction): between turns a new one is shown at the top of the page until the player
// closes it; during a turn a button of the bar opens it. All of them are in a list below. A slip is
// reported as shown once it was visible.

import { createElement, setText } from "../dom.js";
import { gettext, interpolate, ngettext } from "../i18n.js";
import { listTurns } from "./road_sheet.js";

/** Share of a slip that must be visible; of a slip longer than the card, its end must be. */
const VISIBLE_SHARE = 0.6;

/** Return the text of points and running total by the number of the turn, if the slips give them. */
function formatPointsByTurn({ game, history, results, watched = [] }) {
  if (!game.points_on_slips) return {};
  const text = gettext("Points : %(points)s · top\u00a0%(top)s · total\u00a0%(total)s");
  const scoredTurns = listTurns(history, results, watched).filter(({ result }) => result);
  return Object.fromEntries(scoredTurns.map(({ number, turn, result, total }) =>
    [number, interpolate(text, { points: result.points, top: turn.score, total })]));
}

function createSlipNode(tag, { turn, slip, points }) {
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
  node.append(head, lines, points && createElement("p", "num", points), createElement("span", "correction-end"));
  return node;
}

export class SlipsView {
  /** Slips of the card by uid: {turn, slip, points}. */
  #openSlips = new Map();
  /** Slips that the player has closed, or that were shown before this page was opened. */
  #hiddenUids = new Set();
  /** Slips that were reported as shown. */
  #shownUids = new Set();
  #drawnJson = "";
  #isFolded = false;
  /** True if the player has opened the card during the turn. */
  #isOpened = false;

  /** @param {{onShown: (uid: string) => void}} options */
  constructor({ onShown }) {
    this.onShown = onShown;
    this.card = document.getElementById("slip-card");
    this.cardList = document.getElementById("slip-card-list");
    this.openButton = document.getElementById("slips-open");
    this.closeButton = document.getElementById("slip-card-close");
    this.all = document.getElementById("all-slips");
    this.allList = document.getElementById("all-slips-list");
    const options = { threshold: VISIBLE_SHARE };
    this.observer = new IntersectionObserver((changes) => this.#reportShown(changes), options);
    this.closeButton.addEventListener("click", () => this.#close());
    this.openButton.addEventListener("click", () => this.#open());
    // A hidden page shows nothing: its slips are observed once it is visible again.
    document.addEventListener("visibilitychange", () => this.#restartObserver());
    window.addEventListener("resize", () => this.#restartObserver());
  }

  show(state) {
    const pointsByTurn = state ? formatPointsByTurn(state) : {};
    const rows = Object.entries(state?.slips ?? {}).map(([turn, slip]) =>
      ({ turn, slip, points: pointsByTurn[turn] ?? "" }));
    const json = JSON.stringify(rows.map(({ slip, points }) => [slip.uid, points]));
    if (json === this.#drawnJson) return;
    this.#drawnJson = json;
    const uids = new Set(rows.map(({ slip }) => slip.uid));
    for (const uid of this.#openSlips.keys()) if (!uids.has(uid)) this.#openSlips.delete(uid);
    for (const row of rows) {
      const { uid, shown } = row.slip;
      if (shown && !this.#shownUids.has(uid)) this.#hiddenUids.add(uid);
      if (!this.#hiddenUids.has(uid)) this.#openSlips.set(uid, row);
    }
    this.#draw();
    this.#drawList(rows);
  }

  /** @param {boolean} isFolded true during a turn: the button of the bar stands for the card */
  setFolded(isFolded) {
    if (isFolded === this.#isFolded) return;
    this.#isFolded = isFolded;
    this.#isOpened = false;
    this.#draw();
  }

  #open() {
    this.#isOpened = true;
    this.#draw();
    this.closeButton.focus();
  }

  #draw() {
    const nodes = [...this.#openSlips.values()].map((row) => createSlipNode("article", row));
    this.cardList.replaceChildren(...nodes.reverse());
    if (nodes.length === 0) this.#isOpened = false;
    this.card.hidden = nodes.length === 0 || (this.#isFolded && !this.#isOpened);
    this.openButton.hidden = nodes.length === 0 || !this.#isFolded;
    const label = ngettext("%(n)s billet", "%(n)s billets", nodes.length);
    setText(this.openButton, interpolate(label, { n: nodes.length }));
    this.#restartObserver();
  }

  #drawList(rows) {
    const newestFirst = [...rows].sort((a, b) => Number(b.turn) - Number(a.turn));
    this.allList.replaceChildren(...newestFirst.map((row) => createSlipNode("li", row)));
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

  /** Close the slips that were visible, and the card during a turn. */
  #close() {
    this.#isOpened = false;
    for (const uid of this.#openSlips.keys()) {
      if (!this.#shownUids.has(uid)) continue;
      this.#hiddenUids.add(uid);
      this.#openSlips.delete(uid);
    }
    this.#draw();
  }
}
