// Where a table's unacknowledged bulletins are kept on the device: in memory, and in
// localStorage so that a reload loses nothing. One record per turn.

import { drop, keep, keysOf, load } from "../storage.js";

export class SheetStore {
  #memory = new Map();

  /** @param {number} entryId bulletins of another table on the same device stay apart */
  constructor(entryId) {
    this.prefix = `sheet:${entryId}:`;
    for (const key of keysOf(this.prefix)) {
      this.#memory.set(key.slice(this.prefix.length), load(key));
    }
  }

  keys() {
    return [...this.#memory.keys()];
  }

  load(key) {
    return this.#memory.get(key) ?? null;
  }

  keep(key, record) {
    this.#memory.set(key, record);
    keep(this.prefix + key, record);
  }

  drop(key) {
    this.#memory.delete(key);
    drop(this.prefix + key);
  }
}

/** A name for this device, kept as long as the browser keeps anything. */
export function deviceName() {
  const known = load("device");
  if (known) return known;
  // crypto.randomUUID is missing on plain http, which a club's own network is.
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  const name = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  keep("device", name);
  return name;
}
