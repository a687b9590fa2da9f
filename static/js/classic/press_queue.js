// Sends the commands of a table's clock to the server, in order, each with its key and its age: again
// until the answer comes, also after a reload.

import { load, remove, save } from "../storage.js";
import { computePause, createKey, postJson } from "./command_sender.js";

export class PressQueue {
  #timer = 0;
  #attempt = 0;
  #isSending = false;

  /**
   * @param {{address: string, storageKey: string, getCsrfToken: () => string, onChange: () => void,
   *   onAnswer: (answer: {problem: string, clock?: object}) => void, localNow?: () => number}} options
   */
  constructor({ localNow = Date.now, ...options }) {
    Object.assign(this, options, { localNow });
    /** Commands without answer: {key, game, do, side, at}; `at` by the clock of the device. */
    this.waitingCommands = load(this.storageKey, []);
  }

  /** Send the commands that an earlier page has stored, if any. */
  start() {
    window.addEventListener("online", () => this.#sendNow());
    this.#sendNow();
  }

  /** Return true if at least one attempt has failed. */
  get isLate() {
    return this.waitingCommands.length > 0 && this.#attempt > 0;
  }

  /** @param {{do: string, side?: string, game: number}} command */
  add(command) {
    this.waitingCommands.push({ key: createKey(), at: this.localNow(), ...command });
    save(this.storageKey, this.waitingCommands);
    this.onChange();
    this.#sendNow();
  }

  async #sendNow() {
    clearTimeout(this.#timer);
    if (this.#isSending || this.waitingCommands.length === 0) return;
    this.#isSending = true;
    const { game } = this.waitingCommands[0];
    const batch = this.waitingCommands.filter((command) => command.game === game);
    const now = this.localNow();
    const commands = batch.map(({ at, game: _, ...command }) => (
      { ...command, ago: Math.max(0, Math.round(now - at)) }));
    const answer = await postJson(this.address, { game, commands }, this.getCsrfToken());
    this.#isSending = false;
    if (answer) this.#finish(batch, answer);
    else this.#scheduleRetry();
  }

  #finish(batch, answer) {
    this.#attempt = 0;
    const sentKeys = new Set(batch.map(({ key }) => key));
    this.waitingCommands = this.waitingCommands.filter(({ key }) => !sentKeys.has(key));
    if (this.waitingCommands.length) save(this.storageKey, this.waitingCommands);
    else remove(this.storageKey);
    this.onAnswer(answer);
    this.#sendNow();
  }

  #scheduleRetry() {
    this.#attempt += 1;
    this.onChange();
    this.#timer = setTimeout(() => this.#sendNow(), computePause(this.#attempt));
  }
}
