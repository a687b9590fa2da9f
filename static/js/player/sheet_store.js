// Stores the bulletins of an entry on the device, in memory and in localStorage, so that a reload loses
// nothing. One record for each turn.

import { remove, save, listKeys, load } from "../storage.js";

export class SheetStore {
  #records = new Map();

  /** @param {number} entryId whose bulletins are stored */
  constructor(entryId) {
    this.prefix = `sheet:${entryId}:`;
    for (const key of listKeys(this.prefix)) {
      this.#records.set(key.slice(this.prefix.length), load(key));
    }
  }

  listKeys() {
    return [...this.#records.keys()];
  }

  load(key) {
    return this.#records.get(key) ?? null;
  }

  save(key, record) {
    this.#records.set(key, record);
    save(this.prefix + key, record);
  }

  remove(key) {
    this.#records.delete(key);
    remove(this.prefix + key);
  }
}

/** Return the random name of this device; it is created once and stored. */
export function getDeviceName() {
  const storedName = load("device");
  if (storedName) return storedName;
  // crypto.randomUUID is missing on plain http, as in a club's own network.
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  const name = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  save("device", name);
  return name;
}
