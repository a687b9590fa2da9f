// The room as a page sees it: keeps the state up to date and asks for a snapshot when needed.

import { ServerClock } from "./clock.js";
import { LiveSocket, tokenFrom } from "./socket.js";
import { Gap, apply } from "./state.js";

/** Do not ask again while an answer may still be under way. */
const SYNC_AGAIN = 5000;

export class Room {
  #held = { seq: 0, state: null };
  #early = [];
  #syncing = 0;

  /**
   * @param {{token: string, tokenUrl: string,
   *   onState: (state: object | null, message: object) => void,
   *   onStatus: (status: string) => void,
   *   onMessage?: (message: object) => void}} options
   *   `onMessage` gets what is not part of the state: saved, refused, stale.
   */
  constructor({ token, tokenUrl, onState, onStatus, onMessage = () => {} }) {
    Object.assign(this, { onState, onMessage });
    this.clock = new ServerClock();
    this.socket = new LiveSocket({
      token,
      fetchToken: () => tokenFrom(tokenUrl),
      clock: this.clock,
      onMessage: (message) => this.read(message),
      onStatus,
    });
  }

  get state() {
    return this.#held.state;
  }

  /** Number of the last event in the state; news of another game have numbers of their own. */
  get seq() {
    return this.#held.seq;
  }

  start() {
    this.socket.connect();
  }

  /** Take in a message of the server, by whichever way it came. */
  read(message) {
    if (["snapshot", "event", "mine", "told", "holding", "receipt"].includes(message.type)) this.#advance(message);
    else if (message.type === "resync") this.#resync(message.within_ms);
    else this.onMessage(message);
  }

  #advance(message) {
    if (message.type === "snapshot") this.#synced(message.now);
    else if (this.#syncing) this.#early.push(message);
    try {
      this.#held = apply(this.#held, message);
    } catch (error) {
      if (!(error instanceof Gap)) throw error;
      if (!this.#syncing) this.#early.push(message);
      this.#ask();
      return;
    }
    this.onState(this.#held.state, message);
    if (message.type === "snapshot") this.#catchUp();
  }

  /** What came between the question and its answer, as far as the answer does not hold it. */
  #catchUp() {
    const early = this.#early.filter(({ seq = Infinity }) => seq > this.#held.seq);
    this.#early = [];
    for (const message of early) this.#advance(message);
  }

  #synced(now) {
    clearTimeout(this.#syncing);
    this.#syncing = 0;
    this.clock.hint(now);
  }

  #ask() {
    if (this.#syncing) return;
    this.socket.send({ type: "sync" });
    this.#syncing = setTimeout(() => {
      this.#syncing = 0;
      this.#ask();
    }, SYNC_AGAIN);
  }

  #resync(withinMs) {
    setTimeout(() => this.#ask(), Math.random() * (withinMs ?? 0));
  }
}
