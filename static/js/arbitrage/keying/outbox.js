// What was typed and is not on the server yet: kept on this computer, sent together, sent again
// until it is acknowledged. The server takes the same bulletin twice without harm.

import { drop, keep, keysOf, load } from "../../storage.js";

const REQUEST_WITHIN = 8000;
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 8000;
/** As many as the server takes at once (arbitrage/views/keying.py). */
const MOST = 1000;

export class Outbox {
  #waiting = new Map();
  #delayed = new Set();
  #sending = false;
  #attempt = 0;
  #timer = 0;

  /**
   * @param {{turn: number, user: string, url: string, csrf: string,
   *   onAnswer: (answer: object, sent: object) => void,
   *   onStatus: (status: {waiting: number, failed: string}) => void}} options `failed` is "" while
   *   the server answers
   */
  constructor({ turn, user, url, csrf, onAnswer, onStatus }) {
    Object.assign(this, { url, csrf, onAnswer, onStatus });
    this.prefix = `keying:${turn}:${user}:`;
    for (const key of keysOf(this.prefix)) {
      const bulletin = load(key);
      if (bulletin) this.#waiting.set(bulletin.table, bulletin);
    }
    window.addEventListener("online", () => this.send());
  }

  get size() {
    return this.#waiting.size;
  }

  /** What waits for `table`, or null. */
  of(table) {
    return this.#waiting.get(table) ?? null;
  }

  tables() {
    return [...this.#waiting.keys()];
  }

  /** @param {number} delay milliseconds in which `takeBack` still reaches them */
  add(bulletins, delay = 0) {
    this.#delayed.clear(); // whatever waited for its own delay goes out now
    for (const bulletin of bulletins) {
      this.#waiting.set(bulletin.table, bulletin);
      keep(this.prefix + bulletin.table, bulletin);
      if (delay) this.#delay(bulletin.table, delay);
    }
    this.send();
  }

  #delay(table, delay) {
    this.#delayed.add(table);
    setTimeout(() => {
      if (this.#delayed.delete(table)) this.send();
    }, delay);
  }

  /** Forget what waits for `table`, unless it is on its way; whether it was forgotten. */
  takeBack(table) {
    if (!this.#delayed.delete(table)) return false;
    this.remove(table);
    return true;
  }

  /** Give up what waits for `table`: the server refused it, and somebody has read why. */
  remove(table) {
    this.#waiting.delete(table);
    drop(this.prefix + table);
  }

  async send() {
    if (this.#sending) return;
    const bulletins = [...this.#waiting.values()]
      .filter((bulletin) => !bulletin.refused && !this.#delayed.has(bulletin.table)).slice(0, MOST);
    if (!bulletins.length) return;
    clearTimeout(this.#timer);
    this.#sending = true;
    this.#tell("");
    const failed = await this.#post(bulletins);
    this.#sending = false;
    this.#tell(failed);
    if (!failed) this.#attempt = 0;
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.#attempt);
    if (failed) this.#attempt += 1;
    this.#timer = setTimeout(() => this.send(), failed ? pause : 0);
  }

  #tell(failed) {
    this.onStatus({ waiting: this.size, failed });
  }

  /** @returns {Promise<string>} why it failed: "network", "session", or "" */
  async #post(bulletins) {
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), REQUEST_WITHIN);
    try {
      const response = await fetch(this.url, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-CSRFToken": this.csrf },
        body: JSON.stringify({ bulletins: bulletins.map(({ refused, ...bulletin }) => bulletin) }),
        signal: abort.signal,
        redirect: "manual",
      });
      if (response.type === "opaqueredirect" || response.status === 403) return "session";
      const json = response.headers.get("Content-Type")?.includes("json");
      if (!response.ok || !json) return [409, 422].includes(response.status) ? "refused" : "network";
      this.#read(await response.json(), bulletins);
      return "";
    } catch {
      return "network";
    } finally {
      clearTimeout(timer);
    }
  }

  #read({ bulletins: answers }, sent) {
    for (const [i, answer] of answers.entries()) {
      const bulletin = sent[i];
      const now = this.#waiting.get(bulletin.table);
      // Typed anew meanwhile: it goes out with the version that stands now.
      const replaced = now !== bulletin;
      if (answer.outcome === "refused" && !replaced) {
        const refused = { ...bulletin, refused: { reason: answer.reason, sentence: answer.sentence } };
        this.#waiting.set(bulletin.table, refused);
        keep(this.prefix + bulletin.table, refused);
      } else if (replaced && answer.version) {
        this.add([{ ...now, seen: answer.version }]);
      } else if (!replaced) {
        this.remove(bulletin.table);
      }
      this.onAnswer(answer, bulletin);
    }
  }
}
