// A part of the page that the server draws, in a room that goes on (#room): htmx asks for it anew
// (its event "live") when the room has news that are not in it, and after a request that failed.
// #connection says whether the page still follows.

import { onFailure } from "../components/outage.js";
import { setText } from "../dom.js";
import { gettext } from "../i18n.js";
import { holdWhilePressed } from "./press.js";
import { Room } from "./room.js";
import { Status } from "./socket.js";
import { showTablets } from "./tablets.js";

const CONNECTION = {
  [Status.CONNECTING]: ["", () => gettext("connexion…")],
  [Status.LIVE]: ["good", () => gettext("en direct")],
  [Status.DENIED]: ["bad", () => gettext("accès refusé : rechargez la page")],
};

export class LivePart {
  /** The last news: their number, and the game they are of. */
  #newest = { seq: 0, game: "" };
  #timer = 0;
  /** The room is at another game than the part: numbers cannot tell whether it is behind. */
  #elsewhere = false;

  /**
   * @param {{id: string, pause?: number, retry: number, anyGame?: boolean, lost: () => string,
   *   onState?: (state: object | null, message: object) => void, onFailed: () => void}} options
   *   `id` of the part, which carries data-seq and data-game: the last news in it, and the game it
   *   shows; with `anyGame` that may be another than the room's. News come in bursts: it is asked
   *   for once in `pause` milliseconds, and `retry` after a failure; `lost` says that it does not
   *   follow any more
   */
  constructor({ id, pause = 0, retry, anyGame = false, lost, onState = () => {}, onFailed }) {
    Object.assign(this, { id, pause, anyGame, lost, onState });
    const { token, tokenUrl } = document.getElementById("room").dataset;
    this.room = new Room({
      token,
      tokenUrl,
      onState: (state, message) => this.#read(state, message),
      onStatus: (status) => this.showConnection(status),
      onMessage: (message) => {
        if (message.type === "connected") showTablets(message);
      },
    });
    document.addEventListener("htmx:afterSettle", () => this.#askIfBehind());
    holdWhilePressed({ isPart: (elt) => elt === this.#part, ask: () => this.ask() });
    onFailure(() => {
      onFailed();
      setTimeout(() => this.ask(), retry);
    });
  }

  start() {
    this.room.start();
  }

  /** Ask for the part now. */
  ask() {
    window.htmx.trigger(this.#part, "live");
  }

  showConnection(status) {
    const [kind, text] = CONNECTION[status] ?? ["bad", this.lost];
    const badge = document.getElementById("connection");
    badge.classList.remove("good", "bad");
    if (kind) badge.classList.add(kind);
    setText(badge, text());
  }

  get #part() {
    return document.getElementById(this.id);
  }

  get #behind() {
    const { seq, game } = this.#part.dataset;
    if (this.#newest.game === game) return this.#newest.seq > Number(seq);
    return !this.anyGame && this.#newest.game !== "";
  }

  #read(state, message) {
    this.#newest = { seq: this.room.seq, game: state ? String(state.game.id) : "" };
    this.onState(state, message);
    if (message.type === "holding") return; // has no number: nothing to compare
    this.#elsewhere ||= this.#newest.game !== this.#part.dataset.game;
    this.#askIfBehind();
  }

  #askIfBehind() {
    if (this.#timer || !(this.#elsewhere || this.#behind)) return;
    this.#timer = setTimeout(() => {
      this.#timer = 0;
      if (this.#elsewhere || this.#behind) this.ask();
      this.#elsewhere = false;
    }, this.pause);
  }
}
