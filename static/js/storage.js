// localStorage that may be missing, full or forbidden: reading then gives the default and
// writing does nothing. Values are JSON under keys that begin with "duplicata:".

const PREFIX = "duplicata:";

export function load(key, otherwise = null) {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** @returns {boolean} whether the value was kept */
export function keep(key, value) {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export function drop(key) {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // Nothing was kept either.
  }
}

/** Names, without the common prefix, of the kept values that begin with `start`. */
export function keysOf(start) {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i));
    return keys
      .filter((key) => key.startsWith(PREFIX + start))
      .map((key) => key.slice(PREFIX.length));
  } catch {
    return [];
  }
}
