// Sends receipts of the slips that were on the screen, until the server has answered: by the socket, or by
// a request if the socket is not connected or does not answer. The server accepts a receipt twice.

const RETRY_PAUSE = 4000;

export class SlipReceipts {
  /** By slip, the timer of the next attempt; none once the server has answered. */
  #timers = new Map();

  /**
   * @param {{socket: LiveSocket, url: string, getCsrfToken: () => string,
   *   onAnswer: (message: object) => void}} options
   */
  constructor({ socket, url, getCsrfToken, onAnswer }) {
    Object.assign(this, { socket, url, getCsrfToken, onAnswer });
  }

  sendReceipt(uid) {
    if (!this.#timers.has(uid)) this.#send(uid, 0);
  }

  /** Send no receipts again for slips that are confirmed or were withdrawn. */
  forgetConfirmed(slips) {
    const unconfirmedSlips = Object.values(slips).filter((slip) => !slip.shown);
    const unconfirmed = new Set(unconfirmedSlips.map(({ uid }) => uid));
    for (const uid of this.#timers.keys()) if (!unconfirmed.has(uid)) this.#forget(uid);
  }

  /** The slip is confirmed, or not this entry's: its receipt is not sent again. */
  handleAnswer({ uid }) {
    this.#forget(uid);
  }

  #forget(uid) {
    clearTimeout(this.#timers.get(uid));
    this.#timers.delete(uid);
  }

  #send(uid, attempt) {
    const message = { type: "shown", uid };
    const wasSent = this.socket.send(message);
    if (attempt > 0) this.socket.checkConnection();
    if (!wasSent || attempt > 0) this.#post(message);
    this.#timers.set(
      uid,
      setTimeout(() => this.#send(uid, attempt + 1), RETRY_PAUSE),
    );
  }

  async #post(message) {
    try {
      const response = await fetch(this.url, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-CSRFToken": this.getCsrfToken() },
        body: JSON.stringify(message),
      });
      if (response.ok) this.onAnswer(await response.json());
    } catch {
      // No network: it is sent again.
    }
  }
}
