// The state of the room in a page: applies the server's messages and requests a snapshot after a gap.

import { ServerClock } from "./clock.js";
import { LiveSocket, requestToken } from "./socket.js";
import { GapError, applyMessage } from "./state.js";

/** Pause before a snapshot is requested again, in milliseconds. */
const SYNC_RETRY_PAUSE = 5000;
const STATE_MESSAGES = new Set(["snapshot", "event", "mine", "told", "holding", "receipt"]);

export class Room {
  #client = { seq: 0, state: null };
  #pendingMessages = [];
  #syncTimer = 0;

  /**
   * @param {{token: string, tokenUrl: string,
   *   onState: (state: object | null, message: object) => void,
   *   onStatus: (status: string) => void,
   *   onMessage?: (message: object) => void}} options
   *   `onMessage` gets the messages that are not part of the state: saved, refused, stale…
   */
  constructor({ token, tokenUrl, onState, onStatus, onMessage = () => {} }) {
    Object.assign(this, { onState, onMessage });
    this.clock = new ServerClock();
    this.socket = new LiveSocket({
      token,
      fetchToken: () => requestToken(tokenUrl),
      clock: this.clock,
      onMessage: (message) => this.receive(message),
      onStatus,
    });
  }

  get state() {
    return this.#client.state;
  }

  /** Number of the last event in the state; each game has numbers of its own. */
  get seq() {
    return this.#client.seq;
  }

  start() {
    this.socket.connect();
  }

  /** Handle a message of the server, from the socket or a request. */
  receive(message) {
    if (STATE_MESSAGES.has(message.type)) this.#applyMessage(message);
    else if (message.type === "resync") this.#scheduleSync(message.within_ms);
    else this.onMessage(message);
  }

  #applyMessage(message) {
    if (message.type === "snapshot") this.#endSync(message.now);
    else if (this.#syncTimer) this.#pendingMessages.push(message);
    try {
      this.#client = applyMessage(this.#client, message);
    } catch (error) {
      if (!(error instanceof GapError)) throw error;
      if (!this.#syncTimer) this.#pendingMessages.push(message);
      this.#requestSnapshot();
      return;
    }
    this.onState(this.#client.state, message);
    if (message.type === "snapshot") this.#applyPendingMessages();
  }

  /** Apply the messages that came while the snapshot was awaited and are newer than it. */
  #applyPendingMessages() {
    const messages = this.#pendingMessages.filter(({ seq = Infinity }) => seq > this.#client.seq);
    this.#pendingMessages = [];
    for (const message of messages) this.#applyMessage(message);
  }

  #endSync(now) {
    clearTimeout(this.#syncTimer);
    this.#syncTimer = 0;
    this.clock.setEstimate(now);
  }

  #requestSnapshot() {
    if (this.#syncTimer) return;
    this.socket.send({ type: "sync" });
    this.#syncTimer = setTimeout(() => {
      this.#syncTimer = 0;
      this.#requestSnapshot();
    }, SYNC_RETRY_PAUSE);
  }

  #scheduleSync(withinMs) {
    setTimeout(() => this.#requestSnapshot(), Math.random() * (withinMs ?? 0));
  }
}
