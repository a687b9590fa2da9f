// Hands a bulletin in while it is written: numbers its revisions, keeps what the server has not
// acknowledged, sends it again until it has. The page and the network are given to it.

import { EMPTY, fromBulletin, isEmpty, sameSheet } from "../bulletin/sheet.js";

export const Held = Object.freeze({
  /** Nothing written, nothing held. */
  NOTHING: "nothing",
  /** On its way. */
  SENDING: "sending",
  /** The server has exactly what is written here. */
  SAVED: "saved",
  /** It could not be delivered yet; it is kept here and sent again. */
  UNSENT: "unsent",
  /** What is written here came after the bell (5.7); `sheet` is what came before, if anything. */
  LATE: "late",
  /** The server does not take it; `text` says why. */
  REFUSED: "refused",
});

const DEBOUNCE = 300;
/** After this long without an answer the page says that nothing is saved yet. */
const UNSENT_AFTER = 2500;
const RESEND_AFTER = [1500, 2500, 4000];
const RESEND_OTHERS_AFTER = 8000;

const keyOf = (turn) => `${turn.gameId}:${turn.ordinal}`;
const orNull = (sheet) => (isEmpty(sheet) ? null : sheet);

export class Handin {
  #turn = null;
  #sheet = EMPTY;
  /** Revision of what is written, and the newest one that the server has acknowledged. */
  #rev = 0;
  #acked = 0;
  /** What went out last and may be acknowledged, and what the server holds in time. */
  #sent = { rev: 0, sheet: EMPTY };
  #held = null;
  #savedAt = null;
  #late = false;
  #refusal = "";
  #locked = true;
  /** Whether somebody has written since the server last told what it holds. */
  #touched = false;
  #unsentSince = null;
  #attempts = 0;
  #timer = 0;
  #othersTimer = 0;

  /**
   * @param {{device: string, store: {load, keep, drop, keys}, now: () => number,
   *   send: (message: object, attempt: number) => void, onChange: () => void}} options
   *   `store` keeps one record per turn; `now` is the server's clock
   */
  constructor({ device, store, now, send, onChange }) {
    Object.assign(this, { device, store, now, send, onChange });
  }

  get sheet() {
    return this.#sheet;
  }

  get locked() {
    return this.#locked;
  }

  /** What the server holds, for the page to tell: {kind, sheet, at, text}. */
  get status() {
    return { kind: this.#kind(), sheet: this.#held, at: this.#savedAt, text: this.#refusal };
  }

  #kind() {
    if (this.#refusal) return Held.REFUSED;
    if (this.#rev > this.#acked) {
      const waiting = this.now() - (this.#unsentSince ?? this.now());
      return waiting >= UNSENT_AFTER ? Held.UNSENT : Held.SENDING;
    }
    if (this.#late) return Held.LATE;
    return this.#held === null ? Held.NOTHING : Held.SAVED;
  }

  /** The turn that the room is at; `turn` is {gameId, ordinal}. */
  begin(turn) {
    if (this.#turn !== null && keyOf(turn) === keyOf(this.#turn)) return;
    clearTimeout(this.#timer);
    this.#turn = turn;
    this.#locked = true;
    [this.#late, this.#refusal, this.#savedAt, this.#attempts] = [false, "", null, 0];
    [this.#touched, this.#unsentSince, this.#held] = [false, null, null];
    const kept = this.store.load(keyOf(turn)) ?? { sheet: EMPTY, rev: 0, acked: 0 };
    [this.#sheet, this.#rev, this.#acked] = [kept.sheet, kept.rev, kept.acked];
    this.#sent = { rev: this.#rev, sheet: this.#sheet };
    this.#sendOthers();
    this.onChange();
  }

  /** A snapshot says what the server holds for this turn: whose bulletin counts? */
  compare(bulletin) {
    const theirs = bulletin?.rev ?? 0;
    const foreign = bulletin !== null && bulletin.device !== this.device;
    this.#touched = false;
    this.#held = bulletin && orNull(fromBulletin(bulletin, this.#sheet.direction));
    // Another device went on where this one had stopped, or this one has lost its memory.
    if (bulletin && (foreign ? theirs > this.#acked : theirs >= this.#rev)) this.#adopt(bulletin);
    else this.#acked = Math.min(this.#acked, theirs);
    this.#attempts = 0;
    this.flush();
    this.#sendOthers();
    this.onChange();
  }

  #adopt(bulletin) {
    const ours = bulletin.rev === this.#rev && bulletin.device === this.device;
    if (!ours) this.#sheet = fromBulletin(bulletin, this.#sheet.direction);
    this.#rev = this.#acked = bulletin.rev;
    this.#held = orNull(this.#sheet);
    this.#refusal = "";
    this.#unsentSince = null;
    clearTimeout(this.#timer);
    this.#keep();
  }

  unlock() {
    this.#locked = false;
  }

  /** The bell: what is written goes out at once and can no longer be changed (4.1). */
  lock() {
    if (this.#locked) return;
    this.#locked = true;
    this.flush();
  }

  edit(changes) {
    const sheet = { ...this.#sheet, ...changes };
    if (this.#locked || sameSheet(sheet, this.#sheet)) return;
    this.#sheet = sheet;
    this.#rev += 1;
    this.#touched = true;
    this.#refusal = "";
    this.#attempts = 0;
    this.#keep();
    this.#waitFrom(this.now());
    this.#plan(DEBOUNCE);
    this.onChange();
  }

  /** Send what is not acknowledged, now. */
  flush() {
    if (this.#turn === null || this.#rev <= this.#acked || this.#refusal) return;
    this.#waitFrom(this.now());
    this.#sent = { rev: this.#rev, sheet: this.#sheet };
    this.send(this.#message(this.#turn, this.#rev, this.#sheet), this.#attempts);
    this.#plan(RESEND_AFTER[Math.min(this.#attempts, RESEND_AFTER.length - 1)]);
    this.#attempts += 1;
  }

  #plan(pause) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), pause * (0.9 + Math.random() * 0.2));
  }

  #waitFrom(moment) {
    if (this.#unsentSince !== null) return;
    this.#unsentSince = moment;
    setTimeout(() => this.onChange(), UNSENT_AFTER + 50);
  }

  #message(turn, rev, sheet) {
    return {
      type: "save",
      game_id: turn.gameId,
      turn: turn.ordinal,
      rev,
      device: this.device,
      rows: sheet.rows,
      struck: sheet.struck,
      reference: sheet.reference,
      score: sheet.score,
    };
  }

  #keep() {
    const record = { sheet: this.#sheet, rev: this.#rev, acked: this.#acked, turn: this.#turn };
    this.store.keep(keyOf(this.#turn), record);
  }

  /** `saved`, `refused` or `stale` came back. */
  answered(message) {
    const ordinal = (message.type === "stale" ? message.bulletin.turn : message.turn) ?? null;
    if (this.#turn === null) return;
    if (ordinal !== null && ordinal !== this.#turn.ordinal) this.#answeredOther(ordinal, message);
    else if (message.type === "saved") this.#saved(message);
    else if (message.type === "refused") this.#refused(message);
    else this.#stale(message.bulletin);
    this.onChange();
  }

  #saved({ rev, late }) {
    if (rev <= this.#acked || rev > this.#rev) return;
    this.#acked = rev;
    this.#late = late;
    this.#savedAt = this.now();
    this.#unsentSince = null;
    if (!late && rev === this.#sent.rev) this.#held = orNull(this.#sent.sheet);
    if (rev === this.#rev) clearTimeout(this.#timer);
    else this.#waitFrom(this.now());
    this.#keep();
  }

  #refused({ rev = null, retry, text }) {
    if (retry || (rev !== null && rev < this.#rev)) return; // the timer sends again
    clearTimeout(this.#timer);
    this.#refusal = text;
  }

  /** The device in hand wins while somebody writes on it; otherwise the newer bulletin does. */
  #stale(bulletin) {
    if (bulletin.rev < this.#rev) return;
    if (!this.#touched || this.#locked) {
      this.#adopt(bulletin);
      return;
    }
    this.#rev = bulletin.rev + 1;
    this.#keep();
    this.flush();
  }

  /** Bulletins of earlier turns that never arrived: evidence for the arbiter (5.7). */
  #sendOthers() {
    clearTimeout(this.#othersTimer);
    for (const key of this.store.keys()) {
      const kept = this.store.load(key);
      if (key === keyOf(this.#turn)) continue;
      if (kept === null || kept.rev <= kept.acked) {
        this.store.drop(key);
        continue;
      }
      // Of another game: an answer here would not say which (leftovers.js takes it there).
      if (kept.turn.gameId !== this.#turn.gameId) continue;
      this.send(this.#message(kept.turn, kept.rev, kept.sheet), 0);
      this.#othersTimer = setTimeout(() => this.#sendOthers(), RESEND_OTHERS_AFTER);
    }
  }

  #answeredOther(ordinal, message) {
    if (message.type === "refused" && message.retry) return;
    this.store.drop(keyOf({ gameId: this.#turn.gameId, ordinal }));
  }
}
