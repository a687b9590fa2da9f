// Tells the server which slips were on the screen, until it has answered: by the socket, and by an
// ordinary request when there is none or it stays silent. The same receipt twice does no harm.

const AGAIN = 4000;

export class Receipts {
  /** By slip, the timer of the next attempt; those that the server knows are gone. */
  #open = new Map();

  /**
   * @param {{socket: LiveSocket, url: string, csrf: () => string,
   *   onAnswer: (message: object) => void}} options
   */
  constructor({ socket, url, csrf, onAnswer }) {
    Object.assign(this, { socket, url, csrf, onAnswer });
  }

  shown(uid) {
    if (!this.#open.has(uid)) this.#send(uid, 0);
  }

  /** What the server knows, or has taken back, is told no more. */
  settle(slips) {
    const waiting = new Set(Object.values(slips).filter((slip) => !slip.shown).map(({ uid }) => uid));
    for (const uid of this.#open.keys()) if (!waiting.has(uid)) this.#forget(uid);
  }

  /** Known now, or none of this table's: either way there is nothing to send again. */
  answered({ uid }) {
    this.#forget(uid);
  }

  #forget(uid) {
    clearTimeout(this.#open.get(uid));
    this.#open.delete(uid);
  }

  #send(uid, attempt) {
    const message = { type: "shown", uid };
    const sent = this.socket.send(message);
    if (attempt > 0) this.socket.check();
    if (!sent || attempt > 0) this.#post(message);
    this.#open.set(
      uid,
      setTimeout(() => this.#send(uid, attempt + 1), AGAIN),
    );
  }

  async #post(message) {
    try {
      const response = await fetch(this.url, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-CSRFToken": this.csrf() },
        body: JSON.stringify(message),
      });
      if (response.ok) this.onAnswer(await response.json());
    } catch {
      // No network: it is sent again.
    }
  }
}
