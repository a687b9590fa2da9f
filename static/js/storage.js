// localStorage that may be missing, full or forbidden: reading then gives the default and
// writing does nothing. Values are JSON under keys that begin with "duplicata:".

const PREFIX = "duplicata:";

export function load(key, defaultValue = null) {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? defaultValue : JSON.parse(text);
  } catch {
    return defaultValue;
  }
}

/** @returns {boolean} true if the value was stored */
export function save(key, value) {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export function remove(key) {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // Nothing was stored either.
  }
}

/** List the keys, without "duplicata:", that begin with `prefix`. */
export function listKeys(prefix) {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i));
    return keys
      .filter((key) => key.startsWith(PREFIX + prefix))
      .map((key) => key.slice(PREFIX.length));
  } catch {
    return [];
  }
}
