// The slips (billets de correction): one that comes lies over the page, where nothing moves for it,
// until the player closes it; all of them are in a list below. When the clock starts, one that was in
// sight folds into a line, to read when he likes: the grid is his to look at. Only what was really in
// sight is told to have been shown.

import { create, setText } from "../dom.js";
import { gettext, interpolate, ngettext } from "../i18n.js";

/** How much of a slip must be in sight; of one that is too long for that, its end. */
const IN_SIGHT = 0.6;

function slipNode(tag, turn, slip) {
  const node = create(tag, "correction");
  node.dataset.uid = slip.uid;
  const head = create("p", "correction-head");
  const kind = { zero: "bad", none: "note" }[slip.sanction] ?? "warn";
  const where = interpolate(gettext("Billet de correction, coup %(turn)s"), { turn });
  head.append(create("strong", "", where), " ", create("span", `badge ${kind}`, slip.heading));
  if (slip.article) head.append(" ", create("span", "soft", `(${slip.article})`));
  const lines = create("ul", "correction-lines");
  lines.append(...slip.lines.map((line) => create("li", "", line)));
  node.append(head, lines, create("span", "correction-end"));
  return node;
}

export class SlipsView {
  /** By slip, those that lie on the page: the turn and what it says. */
  #open = new Map();
  /** Those that the player has closed, or that had been shown before this page was. */
  #closed = new Set();
  /** Those told to have been shown. */
  #seen = new Set();
  #drawn = "";
  #folded = false;

  /** @param {{onShown: (uid: string) => void}} options */
  constructor({ onShown }) {
    this.onShown = onShown;
    this.card = document.getElementById("slip-card");
    this.cardList = document.getElementById("slip-card-list");
    this.line = document.getElementById("slip-card-read");
    this.closing = document.getElementById("slip-card-close");
    this.all = document.getElementById("all-slips");
    this.allList = document.getElementById("all-slips-list");
    this.watch = new IntersectionObserver((changes) => this.#look(changes), { threshold: IN_SIGHT });
    this.closing.addEventListener("click", () => this.#close());
    this.line.addEventListener("click", () => this.#unfold());
    // Nobody sees a page behind another one: what it shows is looked at when it is back.
    document.addEventListener("visibilitychange", () => this.#watchAgain());
    window.addEventListener("resize", () => this.#watchAgain());
  }

  /** @param {Record<string, object>} slips by the number of their turn */
  show(slips) {
    const drawn = JSON.stringify(Object.values(slips).map(({ uid }) => uid));
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const there = new Set(Object.values(slips).map(({ uid }) => uid));
    for (const uid of this.#open.keys()) if (!there.has(uid)) this.#open.delete(uid);
    for (const [turn, slip] of Object.entries(slips)) {
      if (slip.shown && !this.#seen.has(slip.uid)) this.#closed.add(slip.uid);
      if (this.#closed.has(slip.uid)) continue;
      if (!this.#open.has(slip.uid)) this.#folded = false;
      this.#open.set(slip.uid, { turn, slip });
    }
    this.#draw();
    this.#drawAll(slips);
  }

  /** The clock starts: what was in sight is one line. */
  fold() {
    this.#folded = [...this.#open.keys()].every((uid) => this.#seen.has(uid));
    this.#draw();
  }

  #unfold() {
    this.#folded = false;
    this.#draw();
    this.closing.focus();
  }

  #draw() {
    const nodes = [...this.#open.values()].map(({ turn, slip }) => slipNode("article", turn, slip));
    this.cardList.replaceChildren(...nodes.reverse());
    this.card.hidden = nodes.length === 0;
    this.cardList.hidden = this.closing.hidden = this.#folded;
    this.line.hidden = !this.#folded;
    const said = ngettext("Lire le billet", "Lire les %(n)s billets", nodes.length);
    setText(this.line, interpolate(said, { n: nodes.length }));
    this.#watchAgain();
  }

  #drawAll(slips) {
    const rows = Object.entries(slips).sort(([a], [b]) => Number(b) - Number(a));
    this.allList.replaceChildren(...rows.map(([turn, slip]) => slipNode("li", turn, slip)));
    this.all.hidden = rows.length === 0;
    document.getElementById("all-slips-count").textContent = rows.length;
  }

  #watchAgain() {
    this.watch.disconnect();
    if (document.hidden) return;
    for (const node of this.cardList.children) {
      const isLong = node.offsetHeight * IN_SIGHT > this.card.clientHeight;
      this.watch.observe(isLong ? node.lastElementChild : node);
    }
  }

  #look(changes) {
    for (const { isIntersecting, target } of changes) {
      const { uid } = target.closest(".correction").dataset;
      if (!isIntersecting || document.hidden || this.#seen.has(uid)) continue;
      this.#seen.add(uid);
      this.onShown(uid);
    }
  }

  /** What was not yet in sight stays. */
  #close() {
    for (const uid of this.#open.keys()) {
      if (!this.#seen.has(uid)) continue;
      this.#closed.add(uid);
      this.#open.delete(uid);
    }
    this.#draw();
  }
}
