// Shows the panels of a scene (templates/public/scene.html): fetches them, cuts their rows into
// pages where the screen does not scroll, and turns the pages until somebody stops them.

import { setText } from "../dom.js";
import { gettext, interpolate } from "../i18n.js";
import { GRID, nextStep, stepsOf } from "./scenes.js";

/** What is shown is asked for again so often, and this soon after news or a failure. */
const AGAIN_MS = 60_000;
const SOON_MS = 1_500;
const RETRY_MS = 5_000;
const WIDE = matchMedia("(min-width: 64rem) and (min-height: 36rem)");

/** How many rows of `panel` a page holds; everything where the page scrolls. */
function pageSize(panel) {
  const list = panel.querySelector("[data-rows]");
  if (!WIDE.matches || !list) return Infinity;
  const style = getComputedStyle(list);
  return style.getPropertyValue("--rows") * style.getPropertyValue("--columns");
}

export class Panels {
  #scene = GRID;
  #html = "";
  #steps = [];
  #sizes = [];
  /** How many of the steps climb a podium; they come first. */
  #climbed = 0;
  #at = 0;
  #stopped = false;
  #turning = 0;
  #asking = 0;

  /**
   * @param {{box: HTMLElement, turns: HTMLElement, address: (scene: string) => string,
   *   onShown: () => void}} options `turns`: the buttons; `onShown`: panels have come, or gone
   */
  constructor({ box, turns, address, onShown }) {
    Object.assign(this, { box, turns, address, onShown });
    for (const [name, act] of Object.entries({
      previous: () => this.#go(this.#at - 1),
      stop: () => this.#stop(!this.#stopped),
      next: () => this.#go(this.#at + 1),
    })) {
      turns.querySelector(`[data-turn=${name}]`).addEventListener("click", act);
    }
    document.addEventListener("keydown", (event) => this.#key(event));
    WIDE.addEventListener("change", () => this.#cut(0));
    document.addEventListener("fullscreenchange", () => this.#cut(this.#at));
  }

  /** @param {string} scene one of core/scenes.py, GRID for none */
  show(scene) {
    if (scene === this.#scene) return;
    this.#scene = scene;
    this.#html = "";
    clearTimeout(this.#asking);
    if (scene === GRID) this.#draw("");
    else this.#ask();
  }

  /** The room has news: what is shown may be old. Not all screens ask at once. */
  renew() {
    if (this.#scene !== GRID) this.#askIn(Math.random() * SOON_MS);
  }

  #askIn(ms) {
    clearTimeout(this.#asking);
    this.#asking = setTimeout(() => this.#ask(), ms);
  }

  async #ask() {
    const scene = this.#scene;
    let again = AGAIN_MS;
    try {
      const answer = await fetch(this.address(scene));
      if (!answer.ok) throw new Error(answer.status);
      const html = await answer.text();
      if (scene === this.#scene) this.#draw(html);
    } catch {
      again = RETRY_MS; // what is there stays
    }
    if (scene === this.#scene) this.#askIn(again);
  }

  #draw(html) {
    if (html === this.#html && html) return;
    const old = this.#html ? this.#at : 0;
    this.#html = html;
    const parsed = new DOMParser().parseFromString(html, "text/html");
    this.box.replaceChildren(...parsed.querySelectorAll("[data-panel]"));
    this.box.hidden = !html;
    document.body.dataset.scene = html ? this.#scene : GRID;
    this.onShown();
    this.#cut(old);
    this.#stop(old > 0 && this.#stopped);
  }

  get #panels() {
    return [...this.box.children];
  }

  #cut(at) {
    const sizes = this.#panels.map(pageSize);
    const counts = this.#panels.map((panel) => ({
      rows: panel.querySelectorAll("[data-rows] > li").length,
      steps: panel.querySelectorAll("[data-step]").length,
    }));
    this.#sizes = sizes;
    this.#climbed = counts[0]?.steps ?? 0;
    // Where the page scrolls everything is there at once, and nothing turns under a reader's eyes.
    const all = stepsOf(counts, sizes);
    this.#steps = WIDE.matches ? all : all.slice(0, this.#climbed);
    this.#go(Math.max(0, Math.min(at, this.#steps.length - 1)));
  }

  #go(to) {
    const count = this.#steps.length;
    clearTimeout(this.#turning);
    this.turns.hidden = count < 2;
    this.#at = count ? (to + count) % count : 0;
    const step = this.#steps[this.#at];
    this.#panels.forEach((panel, i) => {
      panel.hidden = WIDE.matches ? i !== step.panel : this.#waits(i);
      showPage(panel, step?.panel === i ? step.page : 0, this.#sizes[i]);
    });
    setText(this.turns.querySelector("output"), count ? pageText(step, this.#climbed) : "");
    const next = nextStep(count, this.#climbed, this.#at);
    if (count > 1 && next !== null && !this.#stopped) {
      this.#turning = setTimeout(() => this.#go(next), step.ms);
    }
  }

  /** Whether panel `i` would tell what the podium before it has not told yet. */
  #waits(i) {
    return i > 0 && this.#at + 1 < this.#climbed;
  }

  #stop(stopped) {
    this.#stopped = stopped;
    const button = this.turns.querySelector("[data-turn=stop]");
    setText(button, stopped ? gettext("Reprendre") : gettext("Arrêter"));
    this.#go(this.#at);
  }

  #key(event) {
    const turn = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const typing = event.target.closest?.("input, select, textarea, [role=grid], details");
    if (!turn || typing || this.turns.hidden || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    this.#go(this.#at + turn);
  }
}

/** Which page of how many; of a podium there is no page. */
function pageText({ panel, page, pages }, climbed) {
  if (pages < 2 || (climbed && panel === 0)) return "";
  return interpolate(gettext("Page %(page)s sur %(pages)s"), { page: page + 1, pages });
}

/** Rows of one page only; of a podium those who have been called. */
function showPage(panel, page, size) {
  panel.querySelectorAll("[data-step]").forEach((step, i) => step.classList.toggle("called-up", i < page));
  const rows = panel.querySelectorAll("[data-rows] > li");
  rows.forEach((row, i) => {
    row.hidden = size !== Infinity && Math.floor(i / size) !== page;
  });
}
