// Carries what a player does to the server: sent again, under the same key, until it is answered,
// also by the page that is loaded next. The server knows the key of what it has done already.

import { drop, keep, load } from "../storage.js";

const FIRST_PAUSE = 700;
const LONGEST_PAUSE = 6000;
const ANSWER_WITHIN = 10_000;

/** A key that nothing else has; also on plain http, where randomUUID is missing. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** @returns {Promise<object | null>} the answer to `body`, null when there was none */
export async function post(address, body, csrf) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), ANSWER_WITHIN);
  try {
    const answer = await fetch(address, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "Content-Type": "application/json", "X-CSRFToken": csrf },
      signal: stop.signal,
    });
    return answer.status >= 500 ? null : await answer.json();
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** How long to wait after a failed attempt, in milliseconds. */
export const pauseAfter = (attempt) => Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (attempt - 1));

export class Courier {
  #timer = 0;
  #attempt = 0;
  #sending = false;
  #next = null;

  /**
   * @param {{address: string, store: string, csrf: () => string,
   *   onWaiting: (waiting: {label: string, attempt: number} | null) => void,
   *   onAnswer: (problem: string, command: object) => void}} options
   *   `store` names what is kept; `problem` is "" when it was done
   */
  constructor(options) {
    Object.assign(this, options);
    this.waiting = load(this.store);
  }

  /** What an earlier page could not send goes first. */
  start() {
    window.addEventListener("online", () => this.#now());
    this.#now();
  }

  get busy() {
    return this.waiting !== null;
  }

  /** @param {object} command what is sent; `label` is what the player reads while it waits */
  send(command, label) {
    if (this.busy) {
      // A tap that was quicker than the answer; the same one twice is one.
      if (command.do !== this.waiting.command.do) this.#next = [command, label];
      return;
    }
    this.waiting = { key: newKey(), command, label };
    keep(this.store, this.waiting);
    this.#attempt = 0;
    this.#now();
  }

  async #now() {
    clearTimeout(this.#timer);
    if (!this.waiting || this.#sending) return;
    this.#sending = true;
    this.onWaiting({ label: this.waiting.label, attempt: this.#attempt });
    const { key, command } = this.waiting;
    const answer = await post(this.address, { key, ...command }, this.csrf());
    this.#sending = false;
    if (answer) this.#done(answer.problem ?? "");
    else this.#later();
  }

  #done(problem) {
    const { command } = this.waiting;
    const next = problem ? null : this.#next;
    this.waiting = this.#next = null;
    drop(this.store);
    this.onWaiting(null);
    this.onAnswer(problem, command);
    if (next) this.send(...next);
  }

  #later() {
    this.#attempt += 1;
    this.onWaiting({ label: this.waiting.label, attempt: this.#attempt });
    this.#timer = setTimeout(() => this.#now(), pauseAfter(this.#attempt));
  }
}
