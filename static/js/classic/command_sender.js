// Sends the commands of a player to the server: again, with the same key, until the answer comes, also
// after a reload. The server performs the command of a key once.

import { remove, save, load } from "../storage.js";

const FIRST_PAUSE = 700;
const MAX_PAUSE = 6000;
const ANSWER_TIMEOUT = 10_000;

/** Return a random UUID; crypto.randomUUID is missing on plain http. */
export function createKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** @returns {Promise<object | null>} the answer; null without any, or if the server failed */
export async function postJson(address, body, csrfToken) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), ANSWER_TIMEOUT);
  try {
    const answer = await fetch(address, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "Content-Type": "application/json", "X-CSRFToken": csrfToken },
      signal: controller.signal,
    });
    return answer.status >= 500 ? null : await answer.json();
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** Return the pause after failed attempt number `attempt`, in milliseconds. */
export const computePause = (attempt) => Math.min(MAX_PAUSE, FIRST_PAUSE * 2 ** (attempt - 1));

export class CommandSender {
  #timer = 0;
  #attempt = 0;
  #isSending = false;
  #nextCommand = null;

  /**
   * @param {{address: string, storageKey: string, getCsrfToken: () => string,
   *   onWaiting: (waiting: {label: string, attempt: number} | null) => void,
   *   onAnswer: (problem: string, command: object) => void}} options
   *   `problem` is "" if the command was performed
   */
  constructor(options) {
    Object.assign(this, options);
    this.waitingCommand = load(this.storageKey);
  }

  /** Send the command that an earlier page has stored, if any. */
  start() {
    window.addEventListener("online", () => this.#sendNow());
    this.#sendNow();
  }

  get isBusy() {
    return this.waitingCommand !== null;
  }

  /** @param {string} label names the command while it waits */
  send(command, label) {
    if (this.isBusy) {
      // A tap before the answer to the last one; a second tap on the same button is ignored.
      if (command.do !== this.waitingCommand.command.do) this.#nextCommand = [command, label];
      return;
    }
    this.waitingCommand = { key: createKey(), command, label };
    save(this.storageKey, this.waitingCommand);
    this.#attempt = 0;
    this.#sendNow();
  }

  async #sendNow() {
    clearTimeout(this.#timer);
    if (!this.waitingCommand || this.#isSending) return;
    this.#isSending = true;
    this.onWaiting({ label: this.waitingCommand.label, attempt: this.#attempt });
    const { key, command } = this.waitingCommand;
    const answer = await postJson(this.address, { key, ...command }, this.getCsrfToken());
    this.#isSending = false;
    if (answer) this.#finish(answer.problem ?? "");
    else this.#scheduleRetry();
  }

  #finish(problem) {
    const { command } = this.waitingCommand;
    const nextCommand = problem ? null : this.#nextCommand;
    this.waitingCommand = this.#nextCommand = null;
    remove(this.storageKey);
    this.onWaiting(null);
    this.onAnswer(problem, command);
    if (nextCommand) this.send(...nextCommand);
  }

  #scheduleRetry() {
    this.#attempt += 1;
    this.onWaiting({ label: this.waitingCommand.label, attempt: this.#attempt });
    this.#timer = setTimeout(() => this.#sendNow(), computePause(this.#attempt));
  }
}
