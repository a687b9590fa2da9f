// Four letters by which letters given by telephone are checked, as core/centres/letters_check.py.

export const CHECK_ALPHABET = "ACFGHIJKLNORSTUVXZ";
export const CHECK_LENGTH = 4;
const FACTOR = 31;
const MODULUS = CHECK_ALPHABET.length ** CHECK_LENGTH;

/** Return the letters that a person typed: in capitals, "?" for a joker, nothing else. */
export const normalizeLetters = (text) => text.toUpperCase().replace(/[^A-Z?]/g, "");

/** Return the check of the letters, in any order, of the turn with this number. */
export function computeCheck(turn, letters) {
  let value = turn;
  for (const letter of [...letters].sort()) {
    value = (value * FACTOR + letter.charCodeAt(0)) % MODULUS;
  }
  let text = "";
  for (let place = 0; place < CHECK_LENGTH; place += 1) {
    text += CHECK_ALPHABET[value % CHECK_ALPHABET.length];
    value = Math.floor(value / CHECK_ALPHABET.length);
  }
  return text;
}
