// Stores a game played alone on the device: its signed state and the bulletin of the turn, so that a reload loses
// nothing. Of a turn to try it stores nothing.

import { EMPTY_SHEET } from "../bulletin/sheet.js";
import { load, save } from "../storage.js";

export class PracticeStore {
  /** @param {{key: string, token: string, isTrial: boolean, isStored: boolean}} data of the page */
  constructor({ key, token, isTrial, isStored }) {
    this.isSilent = isTrial;
    this.tokenKey = `practice:${key}`;
    this.sheetKey = `practice-sheet:${key}`;
    this.token = token;
    if (!isTrial && !isStored) this.token = load(this.tokenKey) ?? token;
  }

  saveToken(token) {
    this.token = token;
    if (!this.isSilent && token) save(this.tokenKey, token);
  }

  saveSheet(number, sheet) {
    if (!this.isSilent) save(this.sheetKey, { number, sheet });
  }

  /** Return the sheet of the turn, an empty one if none is stored. */
  loadSheet(number) {
    const stored = this.isSilent ? null : load(this.sheetKey);
    return stored?.number === number ? stored.sheet : EMPTY_SHEET;
  }
}
