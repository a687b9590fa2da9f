// Hands a bulletin in while it is written: numbers its revisions, stores the one that the server has not
// acknowledged and sends it again until it has. Knows neither page nor network.

import { EMPTY_SHEET, fromBulletin, isEmpty, isSameSheet } from "../bulletin/sheet.js";

export const SaveStatus = Object.freeze({
  /** Nothing written, nothing on the server. */
  NOTHING: "nothing",
  /** Sent, not yet acknowledged. */
  SENDING: "sending",
  /** The server has the last revision. */
  SAVED: "saved",
  /** Not acknowledged for some time; stored and sent again. */
  UNSENT: "unsent",
  /** The last revision came after the end (5.7); `sheet` is the one before, if any. */
  LATE: "late",
  /** The server refused it, with the reason in `text`. */
  REFUSED: "refused",
});

/** Device of the simulated players of a demonstration: who takes their table begins with an empty sheet. */
export const SIMULATED_DEVICE = "simulated";

const SEND_DELAY = 300;
/** Time without an answer after which the status is UNSENT, in milliseconds. */
const UNSENT_AFTER = 2500;
const RESEND_AFTER = [1500, 2500, 4000];
const RESEND_EARLIER_TURNS_AFTER = 8000;

const makeKey = (turn) => `${turn.gameId}:${turn.ordinal}`;
const toNullIfEmpty = (sheet) => (isEmpty(sheet) ? null : sheet);

export class HandIn {
  #turn = null;
  #sheet = EMPTY_SHEET;
  /** Number of the last revision, and of the newest acknowledged one. */
  #rev = 0;
  #acknowledgedRev = 0;
  /** The revision sent last, and the sheet that the server has in time. */
  #lastSent = { rev: 0, sheet: EMPTY_SHEET };
  #savedSheet = null;
  #savedAt = null;
  #isLate = false;
  #refusal = "";
  #isLocked = true;
  /** The sheet was edited since the last snapshot. */
  #isEdited = false;
  /** The sheet is what a simulated player has written. */
  #isSimulated = false;
  #unsentSince = null;
  #attempts = 0;
  #timer = 0;
  #earlierTimer = 0;

  /**
   * @param {{device: string, store: {load, save, remove, listKeys}, getServerTime: () => number,
   *   send: (message: object, attempt: number) => void, onChange: () => void}} options
   *   `store` has a record for each turn
   */
  constructor({ device, store, getServerTime, send, onChange }) {
    Object.assign(this, { device, store, getServerTime, send, onChange });
  }

  get sheet() {
    return this.#sheet;
  }

  get isLocked() {
    return this.#isLocked;
  }

  /** Return {kind, sheet, at, text}: a SaveStatus, the saved sheet, its time, the refusal. */
  get status() {
    return { kind: this.#getKind(), sheet: this.#savedSheet, at: this.#savedAt, text: this.#refusal };
  }

  #getKind() {
    if (this.#refusal) return SaveStatus.REFUSED;
    if (this.#rev > this.#acknowledgedRev) {
      const waitingTime = this.getServerTime() - (this.#unsentSince ?? this.getServerTime());
      return waitingTime >= UNSENT_AFTER ? SaveStatus.UNSENT : SaveStatus.SENDING;
    }
    if (this.#isLate) return SaveStatus.LATE;
    return this.#savedSheet === null ? SaveStatus.NOTHING : SaveStatus.SAVED;
  }

  /** Begin the turn {gameId, ordinal}, unless it is the current one. */
  beginTurn(turn) {
    if (this.#turn !== null && makeKey(turn) === makeKey(this.#turn)) return;
    clearTimeout(this.#timer);
    this.#turn = turn;
    this.#isLocked = true;
    [this.#isLate, this.#refusal, this.#savedAt, this.#attempts] = [false, "", null, 0];
    [this.#isEdited, this.#unsentSince, this.#savedSheet] = [false, null, null];
    const record = this.store.load(makeKey(turn)) ?? { sheet: EMPTY_SHEET, rev: 0, acked: 0 };
    [this.#sheet, this.#rev, this.#acknowledgedRev] = [record.sheet, record.rev, record.acked];
    this.#lastSent = { rev: this.#rev, sheet: this.#sheet };
    this.#sendEarlierTurns();
    this.onChange();
  }

  /** Compare with the bulletin of a snapshot, or null, and adopt the newer one. */
  reconcile(bulletin) {
    const serverRev = bulletin?.rev ?? 0;
    this.#isSimulated = bulletin?.device === SIMULATED_DEVICE;
    const isFromOtherDevice = bulletin !== null && bulletin.device !== this.device;
    this.#isEdited = false;
    this.#savedSheet = bulletin && toNullIfEmpty(fromBulletin(bulletin, this.#sheet.direction));
    // The server's is newer if another device was used since, or this one has lost its records.
    const isNewer = isFromOtherDevice ? serverRev > this.#acknowledgedRev : serverRev >= this.#rev;
    if (bulletin && isNewer) this.#adopt(bulletin);
    else this.#acknowledgedRev = Math.min(this.#acknowledgedRev, serverRev);
    this.#attempts = 0;
    this.flush();
    this.#sendEarlierTurns();
    this.onChange();
  }

  #adopt(bulletin) {
    const isOwn = bulletin.rev === this.#rev && bulletin.device === this.device;
    if (!isOwn) this.#sheet = fromBulletin(bulletin, this.#sheet.direction);
    this.#rev = this.#acknowledgedRev = bulletin.rev;
    this.#savedSheet = toNullIfEmpty(this.#sheet);
    this.#refusal = "";
    this.#unsentSince = null;
    clearTimeout(this.#timer);
    this.#storeRecord();
  }

  unlock() {
    this.#isLocked = false;
    if (!this.#isSimulated) return;
    this.#isSimulated = false;
    this.edit(EMPTY_SHEET);
  }

  /** Lock the sheet at the end of the time and send it at once (4.1). */
  lock() {
    if (this.#isLocked) return;
    this.#isLocked = true;
    this.flush();
  }

  edit(changes) {
    const sheet = { ...this.#sheet, ...changes };
    if (this.#isLocked || isSameSheet(sheet, this.#sheet)) return;
    this.#sheet = sheet;
    this.#rev += 1;
    this.#isEdited = true;
    this.#refusal = "";
    this.#attempts = 0;
    this.#storeRecord();
    this.#startWaiting(this.getServerTime());
    this.#scheduleFlush(SEND_DELAY);
    this.onChange();
  }

  /** Send the last revision now, unless it is acknowledged. */
  flush() {
    if (this.#turn === null || this.#rev <= this.#acknowledgedRev || this.#refusal) return;
    this.#startWaiting(this.getServerTime());
    this.#lastSent = { rev: this.#rev, sheet: this.#sheet };
    this.send(this.#makeMessage(this.#turn, this.#rev, this.#sheet), this.#attempts);
    this.#scheduleFlush(RESEND_AFTER[Math.min(this.#attempts, RESEND_AFTER.length - 1)]);
    this.#attempts += 1;
  }

  #scheduleFlush(pause) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), pause * (0.9 + Math.random() * 0.2));
  }

  #startWaiting(time) {
    if (this.#unsentSince !== null) return;
    this.#unsentSince = time;
    setTimeout(() => this.onChange(), UNSENT_AFTER + 50);
  }

  #makeMessage(turn, rev, sheet) {
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

  #storeRecord() {
    this.store.save(makeKey(this.#turn), {
      sheet: this.#sheet,
      rev: this.#rev,
      acked: this.#acknowledgedRev,
      turn: this.#turn,
    });
  }

  /** @param {object} message `saved`, `refused` or `stale` */
  handleAnswer(message) {
    const ordinal = (message.type === "stale" ? message.bulletin.turn : message.turn) ?? null;
    if (this.#turn === null) return;
    if (ordinal !== null && ordinal !== this.#turn.ordinal) this.#handleEarlierAnswer(ordinal, message);
    else if (message.type === "saved") this.#handleSaved(message);
    else if (message.type === "refused") this.#handleRefused(message);
    else this.#handleStale(message.bulletin);
    this.onChange();
  }

  #handleSaved({ rev, late }) {
    if (rev <= this.#acknowledgedRev || rev > this.#rev) return;
    this.#acknowledgedRev = rev;
    this.#isLate = late;
    this.#savedAt = this.getServerTime();
    this.#unsentSince = null;
    if (!late && rev === this.#lastSent.rev) this.#savedSheet = toNullIfEmpty(this.#lastSent.sheet);
    if (rev === this.#rev) clearTimeout(this.#timer);
    else this.#startWaiting(this.getServerTime());
    this.#storeRecord();
  }

  #handleRefused({ rev = null, retry, text }) {
    if (retry || (rev !== null && rev < this.#rev)) return; // the timer sends again
    clearTimeout(this.#timer);
    this.#refusal = text;
  }

  /** Adopt the server's newer bulletin, unless this one was edited since; then send it as newer still. */
  #handleStale(bulletin) {
    if (bulletin.rev < this.#rev) return;
    if (!this.#isEdited || this.#isLocked) {
      this.#adopt(bulletin);
      return;
    }
    this.#rev = bulletin.rev + 1;
    this.#storeRecord();
    this.flush();
  }

  /** Send the unacknowledged bulletins of earlier turns: evidence for the arbiter (5.7). */
  #sendEarlierTurns() {
    clearTimeout(this.#earlierTimer);
    for (const key of this.store.listKeys()) {
      const record = this.store.load(key);
      if (key === makeKey(this.#turn)) continue;
      if (record === null || record.rev <= record.acked) {
        this.store.remove(key);
        continue;
      }
      // Answers do not name the game: bulletins of another one are sent by unsent_bulletins.js.
      if (record.turn.gameId !== this.#turn.gameId) continue;
      this.send(this.#makeMessage(record.turn, record.rev, record.sheet), 0);
      this.#earlierTimer = setTimeout(() => this.#sendEarlierTurns(), RESEND_EARLIER_TURNS_AFTER);
    }
  }

  #handleEarlierAnswer(ordinal, message) {
    if (message.type === "refused" && message.retry) return;
    this.store.remove(makeKey({ gameId: this.#turn.gameId, ordinal }));
  }
}
