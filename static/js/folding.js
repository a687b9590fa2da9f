// Typed letters and names in the form in which they are compared. Pure.

const LIGATURES = { œ: "oe", Œ: "OE", æ: "ae", Æ: "AE" };
const LETTER_REPLACEMENTS = {
  đ: "d", ð: "d", ħ: "h", ı: "i", ł: "l", ŋ: "n", ø: "o", ŧ: "t", þ: "th", ß: "ss", ς: "σ",
  ʹ: " ", ʻ: " ", ʼ: " ", ˈ: " ",
};

/** Return `text` without accents and ligatures, as `remove_accents` of engine/board/letters.py does. */
export const removeAccents = (text) =>
  text.replace(/[œŒæÆ]/g, (letter) => LIGATURES[letter]).normalize("NFD").replace(/\p{M}/gu, "");

/** Return the letters A to Z of `text` in upper case, without accents; Œ and Æ are two letters. */
export const extractLetters = (text) => removeAccents(text).replace(/[^A-Za-z]/g, "").toUpperCase();

/** Return a name in the form in which names are compared, as `fold_name` of tournament/core/people/names.py
 * does. */
export const foldName = (text) =>
  (removeAccents(text.normalize("NFKC")).toLowerCase()
    .replace(/[đðħıłŋøŧþßςʹʻʼˈ]/g, (letter) => LETTER_REPLACEMENTS[letter])
    .match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
