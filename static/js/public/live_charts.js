// The scores of the turn just revealed and the leaders turn by turn, drawn by the server
// (templates/public/charts.html) and fetched after each reveal.

import { Stage } from "../live/stage.js";

/** Longest delay of a request: not all screens at once. Delay after a failure. */
const MAX_DELAY_MS = 800;
const RETRY_MS = 5_000;

export class LiveCharts {
  #content = "";
  #turn = 0;
  #seq = 0;
  #timer = 0;
  #stage = Stage.NONE;
  /** Number of the turn in play, null before its draw. */
  #currentTurn = null;

  /** @param {{scores: HTMLElement, leaders: HTMLElement, address: string}} options */
  constructor({ scores, leaders, address }) {
    Object.assign(this, { scores, leaders, address });
  }

  /**
   * Show the scores while their turn is revealed, the leaders during the game. `seq`: number of the
   * latest event, in the address: a cache between here and the server does not answer with older charts.
   */
  show(stage, state, seq) {
    this.#stage = stage;
    this.#currentTurn = state?.turn?.number ?? null;
    const after = state?.ranking?.after ?? 0;
    const content = after ? JSON.stringify([state.game.id, state.game.state, state.ranking]) : "";
    if (content !== this.#content) {
      this.#content = content;
      this.#seq = seq;
      clearTimeout(this.#timer);
      if (content) this.#timer = setTimeout(() => this.#fetch(), Math.random() * MAX_DELAY_MS);
      else this.#showParts(null);
    }
    this.#showOrHide();
  }

  #showOrHide() {
    const isRevealed = this.#stage === Stage.REVEALED && this.#turn === this.#currentTurn;
    this.scores.hidden = !isRevealed || !this.scores.childElementCount;
    this.leaders.hidden = !this.leaders.childElementCount;
  }

  async #fetch() {
    const content = this.#content;
    try {
      const answer = await fetch(`${this.address}?seq=${this.#seq}`);
      if (!answer.ok) throw new Error(answer.status);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (content === this.#content) this.#showParts(page);
    } catch {
      if (content === this.#content) this.#timer = setTimeout(() => this.#fetch(), RETRY_MS);
    }
  }

  #showParts(page) {
    this.#turn = Number(page?.querySelector("[data-turn]").dataset.turn ?? 0);
    this.scores.replaceChildren(...(page?.querySelectorAll(".score-strip") ?? []));
    this.leaders.replaceChildren(...(page?.querySelectorAll(".chart") ?? []));
    this.#showOrHide();
  }
}
