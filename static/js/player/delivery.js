// Takes a bulletin to the server: by the socket, or by an ordinary request when there is no
// socket or it does not answer. The server takes the same revision twice without harm.

const REQUEST_WITHIN = 5000;

export class Delivery {
  /** Revisions under way: none is asked twice at once, and none waits for another. */
  #posting = new Set();

  /**
   * @param {{socket: LiveSocket, url: string, csrf: () => string,
   *   onAnswer: (message: object) => void}} options
   */
  constructor({ socket, url, csrf, onAnswer }) {
    Object.assign(this, { socket, url, csrf, onAnswer });
  }

  send(message, attempt) {
    const sent = this.socket.send(message);
    if (attempt > 0) this.socket.check();
    if (!sent || attempt > 0) this.#post(message);
  }

  async #post(message) {
    const name = `${message.turn}:${message.rev}`;
    if (this.#posting.has(name)) return;
    this.#posting.add(name);
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), REQUEST_WITHIN);
    try {
      const response = await fetch(this.url, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-CSRFToken": this.csrf() },
        body: JSON.stringify(message),
        keepalive: true,
        signal: abort.signal,
      });
      const json = response.headers.get("Content-Type")?.includes("json");
      if (json) this.onAnswer(await response.json());
    } catch {
      // No network: the hand-in tries again by itself.
    } finally {
      clearTimeout(timer);
      this.#posting.delete(name);
    }
  }
}
