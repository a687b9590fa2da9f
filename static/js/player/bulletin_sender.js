// Sends a revision of a bulletin by the socket, or by a request if the socket is not connected or does not
// answer. The server accepts the same revision twice.

const REQUEST_TIMEOUT = 5000;

export class BulletinSender {
  /** Revisions with a pending request. */
  #pendingRevisions = new Set();

  /**
   * @param {{socket: LiveSocket, url: string, getCsrfToken: () => string,
   *   onAnswer: (message: object) => void}} options
   */
  constructor({ socket, url, getCsrfToken, onAnswer }) {
    Object.assign(this, { socket, url, getCsrfToken, onAnswer });
  }

  send(message, attempt) {
    const wasSent = this.socket.send(message);
    if (attempt > 0) this.socket.checkConnection();
    if (!wasSent || attempt > 0) this.#post(message);
  }

  async #post(message) {
    const revision = `${message.turn}:${message.rev}`;
    if (this.#pendingRevisions.has(revision)) return;
    this.#pendingRevisions.add(revision);
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), REQUEST_TIMEOUT);
    try {
      const response = await fetch(this.url, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-CSRFToken": this.getCsrfToken() },
        body: JSON.stringify(message),
        keepalive: true,
        signal: controller.signal,
      });
      const isJson = response.headers.get("Content-Type")?.includes("json");
      if (isJson) this.onAnswer(await response.json());
    } catch {
      // No network: `HandIn` sends it again.
    } finally {
      clearTimeout(timer);
      this.#pendingRevisions.delete(revision);
    }
  }
}
