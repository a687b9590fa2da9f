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

/** Remove what begins with `prefix`, except the key `but`. */
export function dropOthers(prefix, but) {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i));
    for (const key of keys) {
      if (key.startsWith(PREFIX + prefix) && key !== PREFIX + but) localStorage.removeItem(key);
    }
  } catch {
    // As above.
  }
}
