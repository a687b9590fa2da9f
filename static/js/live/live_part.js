// A part of a staff page that follows the room (#room): htmx fetches it again, on its event "live", when
// the room has news that are not in it and after a failed request. #connection shows whether the page
// still follows.

import { watchFailures } from "../components/outage.js";
import { setText } from "../dom.js";
import { gettext } from "../i18n.js";
import { CONNECTION_TEXTS } from "./connection_view.js";
import { delaySwapsWhilePressed } from "./swap_delay.js";
import { Room } from "./room.js";
import { Status } from "./socket.js";
import { showTablets } from "./tablets.js";

const STAFF_CONNECTION_TEXTS = {
  ...CONNECTION_TEXTS,
  [Status.DENIED]: ["bad", () => gettext("accès refusé : rechargez la page")],
};

export class LivePart {
  /** Number and game of the latest news. */
  #latestNews = { seq: 0, game: "" };
  #timer = 0;
  /** The room is at another game than the part: their numbers cannot be compared. */
  #showsOtherGame = false;

  /**
   * @param {{id: string, fetchPause?: number, retryPause?: number, showsAnyGame?: boolean,
   *   getLostText: () => string, onState?: (state: object | null, message: object) => void,
   *   onFailed: () => void}} options
   *   `id` of the part, which has data-seq and data-game: its latest news and its game, which may be
   *   another than the room's if `showsAnyGame`. News come in bursts: the part is fetched at most once
   *   in `fetchPause` milliseconds, and `retryPause` milliseconds after a failure
   */
  constructor({
    id, fetchPause = 1200, retryPause = 3000, showsAnyGame = false, getLostText, onState = () => {},
    onFailed,
  }) {
    Object.assign(this, { id, fetchPause, showsAnyGame, getLostText, onState });
    const { token, tokenUrl } = document.getElementById("room").dataset;
    this.room = new Room({
      token,
      tokenUrl,
      onState: (state, message) => this.#receive(state, message),
      onStatus: (status) => this.showConnection(status),
      onMessage: (message) => {
        if (message.type === "connected") showTablets(message);
      },
    });
    document.addEventListener("htmx:afterSettle", () => this.#refreshIfBehind());
    delaySwapsWhilePressed({ isPart: (elt) => elt === this.#part, refresh: () => this.refresh() });
    watchFailures(() => {
      onFailed();
      setTimeout(() => this.refresh(), retryPause);
    });
  }

  start() {
    this.room.start();
  }

  /** Fetch the part now. */
  refresh() {
    window.htmx.trigger(this.#part, "live");
  }

  showConnection(status) {
    const [kind, text] = STAFF_CONNECTION_TEXTS[status] ?? ["bad", this.getLostText];
    const badge = document.getElementById("connection");
    badge.classList.remove("good", "bad");
    if (kind) badge.classList.add(kind);
    setText(badge, text());
  }

  get #part() {
    return document.getElementById(this.id);
  }

  get #isBehind() {
    const { seq, game } = this.#part.dataset;
    if (this.#latestNews.game === game) return this.#latestNews.seq > Number(seq);
    return !this.showsAnyGame && this.#latestNews.game !== "";
  }

  #receive(state, message) {
    this.#latestNews = { seq: this.room.seq, game: state ? String(state.game.id) : "" };
    this.onState(state, message);
    if (message.type === "holding") return; // it has no number to compare
    this.#showsOtherGame ||= this.#latestNews.game !== this.#part.dataset.game;
    this.#refreshIfBehind();
  }

  #refreshIfBehind() {
    if (this.#timer || !(this.#showsOtherGame || this.#isBehind)) return;
    this.#timer = setTimeout(() => {
      this.#timer = 0;
      if (this.#showsOtherGame || this.#isBehind) this.refresh();
      this.#showsOtherGame = false;
    }, this.fetchPause);
  }
}
