// Typed bulletins that the server has not acknowledged: stored on this computer, sent together and again
// until it has. The server accepts the same bulletin twice.

import { remove, save, listKeys, load } from "../../storage.js";

const REQUEST_TIMEOUT = 8000;
const FIRST_PAUSE = 500;
const MAX_PAUSE = 8000;
/** Maximum number of bulletins in a request (arbitrage/views/keying.py). */
const MAX_BULLETINS = 1000;

export class Outbox {
  #waitingBulletins = new Map();
  #delayedTables = new Set();
  #isSending = false;
  #attempt = 0;
  #timer = 0;

  /**
   * @param {{turn: number, user: string, url: string, csrfToken: string,
   *   onAnswer: (answer: object, sentBulletin: object) => void,
   *   onStatus: (status: {waiting: number, failure: string}) => void}} options `waiting` is the
   *   number of bulletins, `failure` the result of `#post`
   */
  constructor({ turn, user, url, csrfToken, onAnswer, onStatus }) {
    Object.assign(this, { url, csrfToken, onAnswer, onStatus });
    this.prefix = `keying:${turn}:${user}:`;
    for (const key of listKeys(this.prefix)) {
      const bulletin = load(key);
      if (bulletin) this.#waitingBulletins.set(bulletin.table, bulletin);
    }
    window.addEventListener("online", () => this.send());
  }

  get size() {
    return this.#waitingBulletins.size;
  }

  /** Return the waiting bulletin of `table`, or null. */
  get(table) {
    return this.#waitingBulletins.get(table) ?? null;
  }

  /** @param {number} delay before sending, in which `takeBack` is possible (ms) */
  add(bulletins, delay = 0) {
    this.#delayedTables.clear(); // delayed bulletins are sent with the new ones
    for (const bulletin of bulletins) {
      this.#waitingBulletins.set(bulletin.table, bulletin);
      save(this.prefix + bulletin.table, bulletin);
      if (delay) this.#delay(bulletin.table, delay);
    }
    this.send();
  }

  #delay(table, delay) {
    this.#delayedTables.add(table);
    setTimeout(() => {
      if (this.#delayedTables.delete(table)) this.send();
    }, delay);
  }

  /** Drop the bulletin of `table` if it is not yet sent. @returns {boolean} true if it was dropped */
  takeBack(table) {
    if (!this.#delayedTables.delete(table)) return false;
    this.remove(table);
    return true;
  }

  /** Drop the bulletin of `table`. */
  remove(table) {
    this.#waitingBulletins.delete(table);
    remove(this.prefix + table);
  }

  async send() {
    if (this.#isSending) return;
    const bulletins = [...this.#waitingBulletins.values()]
      .filter((bulletin) => !bulletin.refused && !this.#delayedTables.has(bulletin.table))
      .slice(0, MAX_BULLETINS);
    if (!bulletins.length) return;
    clearTimeout(this.#timer);
    this.#isSending = true;
    this.#reportStatus("");
    const failure = await this.#post(bulletins);
    this.#isSending = false;
    this.#reportStatus(failure);
    if (!failure) this.#attempt = 0;
    const pause = Math.min(MAX_PAUSE, FIRST_PAUSE * 2 ** this.#attempt);
    if (failure) this.#attempt += 1;
    this.#timer = setTimeout(() => this.send(), failure ? pause : 0);
  }

  #reportStatus(failure) {
    this.onStatus({ waiting: this.size, failure });
  }

  /** @returns {Promise<string>} why it failed: "network", "session", "refused"; "" if it did not */
  async #post(bulletins) {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), REQUEST_TIMEOUT);
    try {
      const response = await fetch(this.url, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-CSRFToken": this.csrfToken },
        body: JSON.stringify({ bulletins: bulletins.map(({ refused, ...bulletin }) => bulletin) }),
        signal: controller.signal,
        redirect: "manual",
      });
      if (response.type === "opaqueredirect" || response.status === 403) return "session";
      const isJson = response.headers.get("Content-Type")?.includes("json");
      if (!response.ok || !isJson) return [409, 422].includes(response.status) ? "refused" : "network";
      this.#applyAnswers(await response.json(), bulletins);
      return "";
    } catch {
      return "network";
    } finally {
      clearTimeout(timer);
    }
  }

  #applyAnswers({ bulletins: answers }, sentBulletins) {
    for (const [i, answer] of answers.entries()) {
      const bulletin = sentBulletins[i];
      const current = this.#waitingBulletins.get(bulletin.table);
      // Typed again meanwhile: the new one is sent, with the version that the server now has.
      const isReplaced = current !== bulletin;
      if (answer.outcome === "refused" && !isReplaced) {
        const { reason, sentence } = answer;
        const refusedBulletin = { ...bulletin, refused: { reason, sentence } };
        this.#waitingBulletins.set(bulletin.table, refusedBulletin);
        save(this.prefix + bulletin.table, refusedBulletin);
      } else if (isReplaced && answer.version) {
        this.add([{ ...current, seen: answer.version }]);
      } else if (!isReplaced) {
        this.remove(bulletin.table);
      }
      this.onAnswer(answer, bulletin);
    }
  }
}
