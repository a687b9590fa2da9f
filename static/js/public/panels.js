// The panels of a scene (templates/public/scene.html): fetched, divided into pages on a screen that does
// not scroll, and shown page after page until somebody stops them.

import { setText } from "../dom.js";
import { gettext, interpolate } from "../i18n.js";
import { GRID, getNextStep, listSteps } from "./scenes.js";

/** Pauses before the scene is fetched again: regularly, at most after news, after a failure. */
const REFRESH_MS = 60_000;
const NEWS_DELAY_MS = 1_500;
const RETRY_MS = 5_000;
const WIDE_SCREEN = matchMedia("(min-width: 64rem) and (min-height: 36rem)");

/** Return the number of rows of `panel` on a page; Infinity if the page scrolls. */
function computePageSize(panel) {
  const list = panel.querySelector("[data-rows]");
  if (!WIDE_SCREEN.matches || !list) return Infinity;
  const style = getComputedStyle(list);
  return style.getPropertyValue("--rows") * style.getPropertyValue("--columns");
}

export class Panels {
  #scene = GRID;
  #html = "";
  #steps = [];
  #pageSizes = [];
  /** Number of steps of the podium, which come first. */
  #podiumSteps = 0;
  #stepIndex = 0;
  #isStopped = false;
  #stepTimer = 0;
  #fetchTimer = 0;

  /**
   * @param {{box: HTMLElement, stepControls: HTMLElement, getAddress: (scene: string) => string,
   *   onShown: () => void}} options `onShown` is called after the panels have changed
   */
  constructor({ box, stepControls, getAddress, onShown }) {
    Object.assign(this, { box, stepControls, getAddress, onShown });
    for (const [name, action] of Object.entries({
      previous: () => this.#showStep(this.#stepIndex - 1),
      stop: () => this.#setStopped(!this.#isStopped),
      next: () => this.#showStep(this.#stepIndex + 1),
    })) {
      stepControls.querySelector(`[data-page-step=${name}]`).addEventListener("click", action);
    }
    document.addEventListener("keydown", (event) => this.#handleKey(event));
    WIDE_SCREEN.addEventListener("change", () => this.#splitIntoSteps(0));
    document.addEventListener("fullscreenchange", () => this.#splitIntoSteps(this.#stepIndex));
  }

  /** @param {string} scene of core/scenes.py; GRID for none */
  show(scene) {
    if (scene === this.#scene) return;
    this.#scene = scene;
    this.#html = "";
    clearTimeout(this.#fetchTimer);
    if (scene === GRID) this.#showHtml("");
    else this.#fetchScene();
  }

  /** Fetch the scene again after news, at a random moment: not all screens at once. */
  refreshSoon() {
    if (this.#scene !== GRID) this.#scheduleFetch(Math.random() * NEWS_DELAY_MS);
  }

  #scheduleFetch(ms) {
    clearTimeout(this.#fetchTimer);
    this.#fetchTimer = setTimeout(() => this.#fetchScene(), ms);
  }

  async #fetchScene() {
    const scene = this.#scene;
    let pause = REFRESH_MS;
    try {
      const answer = await fetch(this.getAddress(scene));
      if (!answer.ok) throw new Error(answer.status);
      const html = await answer.text();
      if (scene === this.#scene) this.#showHtml(html);
    } catch {
      pause = RETRY_MS; // the old panels stay
    }
    if (scene === this.#scene) this.#scheduleFetch(pause);
  }

  #showHtml(html) {
    if (html === this.#html && html) return;
    const oldIndex = this.#html ? this.#stepIndex : 0;
    this.#html = html;
    const scenePage = new DOMParser().parseFromString(html, "text/html");
    this.box.replaceChildren(...scenePage.querySelectorAll("[data-panel]"));
    this.box.hidden = !html;
    document.body.dataset.scene = html ? this.#scene : GRID;
    this.onShown();
    this.#splitIntoSteps(oldIndex);
    this.#setStopped(oldIndex > 0 && this.#isStopped);
  }

  get #panels() {
    return [...this.box.children];
  }

  #splitIntoSteps(index) {
    const pageSizes = this.#panels.map(computePageSize);
    const counts = this.#panels.map((panel) => ({
      rowCount: panel.querySelectorAll("[data-rows] > li").length,
      stepCount: panel.querySelectorAll("[data-podium-step]").length,
    }));
    this.#pageSizes = pageSizes;
    this.#podiumSteps = counts[0]?.stepCount ?? 0;
    // A page that scrolls shows everything at once, except the steps of the podium.
    const allSteps = listSteps(counts, pageSizes);
    this.#steps = WIDE_SCREEN.matches ? allSteps : allSteps.slice(0, this.#podiumSteps);
    this.#showStep(Math.max(0, Math.min(index, this.#steps.length - 1)));
  }

  #showStep(index) {
    const count = this.#steps.length;
    clearTimeout(this.#stepTimer);
    this.stepControls.hidden = count < 2;
    this.#stepIndex = count ? (index + count) % count : 0;
    const step = this.#steps[this.#stepIndex];
    this.#panels.forEach((panel, i) => {
      panel.hidden = WIDE_SCREEN.matches ? i !== step.panel : this.#isPanelDelayed(i);
      showPage(panel, step?.panel === i ? step : null, this.#pageSizes[i]);
    });
    const pageText = count ? formatPage(step) : "";
    setText(this.stepControls.querySelector("output"), pageText);
    const next = getNextStep(count, this.#podiumSteps, this.#stepIndex);
    if (count > 1 && next !== null && !this.#isStopped) {
      this.#stepTimer = setTimeout(() => this.#showStep(next), step.ms);
    }
  }

  /** Return true if panel `i` is hidden because it would reveal the podium before its last step. */
  #isPanelDelayed(i) {
    return i > 0 && this.#stepIndex + 1 < this.#podiumSteps;
  }

  #setStopped(isStopped) {
    this.#isStopped = isStopped;
    const button = this.stepControls.querySelector("[data-page-step=stop]");
    setText(button, isStopped ? gettext("Reprendre") : gettext("Arrêter"));
    this.#showStep(this.#stepIndex);
  }

  #handleKey(event) {
    const offset = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const focusedField = event.target.closest?.("input, select, textarea, [role=grid], details");
    if (!offset || focusedField || this.stepControls.hidden) return;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    this.#showStep(this.#stepIndex + offset);
  }
}

/** Return "Page 1 sur 3"; "" for a single page or a podium. */
function formatPage({ page, pageCount }) {
  if (pageCount < 2) return "";
  return interpolate(gettext("Page %(page)s sur %(pages)s"), { page: page + 1, pages: pageCount });
}

/** Show the rows of the step's page; of a podium, its visible steps. Without a step, the first page. */
function showPage(panel, step, pageSize) {
  panel.querySelectorAll("[data-podium-step]").forEach((node, i) => {
    node.classList.toggle("called-up", i < (step?.visibleStepCount ?? 0));
  });
  const rows = panel.querySelectorAll("[data-rows] > li");
  rows.forEach((row, i) => {
    row.hidden = pageSize !== Infinity && Math.floor(i / pageSize) !== (step?.page ?? 0);
  });
}
