// Carries the commands of a table's clock to the server, in order, each under its key until it is
// answered, also by the page that is loaded next; each with the time since it was given.

import { drop, keep, load } from "../storage.js";
import { newKey, pauseAfter, post } from "./courier.js";

export class PressQueue {
  #timer = 0;
  #attempt = 0;
  #sending = false;

  /**
   * @param {{address: string, store: string, csrf: () => string, onChange: () => void,
   *   onAnswer: (answer: {problem: string, clock?: object}) => void, today?: () => number}} options
   *   `store` names what is kept
   */
  constructor({ today = Date.now, ...options }) {
    Object.assign(this, options, { today });
    /** What was not answered yet: {key, game, do, side, at}; `at` by the clock of the device. */
    this.waiting = load(this.store, []);
  }

  /** What an earlier page could not send goes first. */
  start() {
    window.addEventListener("online", () => this.#send());
    this.#send();
  }

  /** Whether at least one attempt has failed. */
  get late() {
    return this.waiting.length > 0 && this.#attempt > 0;
  }

  /** @param {{do: string, side?: string, game: number}} command */
  add(command) {
    this.waiting.push({ key: newKey(), at: this.today(), ...command });
    keep(this.store, this.waiting);
    this.onChange();
    this.#send();
  }

  async #send() {
    clearTimeout(this.#timer);
    if (this.#sending || this.waiting.length === 0) return;
    this.#sending = true;
    const { game } = this.waiting[0];
    const batch = this.waiting.filter((command) => command.game === game);
    const now = this.today();
    const commands = batch.map(({ at, game: _, ...command }) => ({ ...command, ago: Math.max(0, Math.round(now - at)) }));
    const answer = await post(this.address, { game, commands }, this.csrf());
    this.#sending = false;
    if (answer) this.#done(batch, answer);
    else this.#later();
  }

  #done(batch, answer) {
    this.#attempt = 0;
    const sent = new Set(batch.map(({ key }) => key));
    this.waiting = this.waiting.filter(({ key }) => !sent.has(key));
    if (this.waiting.length) keep(this.store, this.waiting);
    else drop(this.store);
    this.onAnswer(answer);
    this.#send();
  }

  #later() {
    this.#attempt += 1;
    this.onChange();
    this.#timer = setTimeout(() => this.#send(), pauseAfter(this.#attempt));
  }
}
