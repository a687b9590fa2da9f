// What people type, as it is compared. Pure.

const LIGATURES = { œ: "oe", Œ: "OE", æ: "ae", Æ: "AE" };
const LETTERS = {
  đ: "d", ð: "d", ħ: "h", ı: "i", ł: "l", ŋ: "n", ø: "o", ŧ: "t", þ: "th", ß: "ss", ς: "σ",
  ʹ: " ", ʻ: " ", ʼ: " ", ˈ: " ",
};

/** As `remove_accents` in engine/board/letters.py. */
export const removeAccents = (text) =>
  text.replace(/[œŒæÆ]/g, (letter) => LIGATURES[letter]).normalize("NFD").replace(/\p{M}/gu, "");

/** Letters A to Z of what was typed: accents off, Œ and Æ in two letters, upper case. */
export const lettersOf = (text) => removeAccents(text).replace(/[^A-Za-z]/g, "").toUpperCase();

/** As `fold_name` in tournament/core/people/names.py. */
export const foldName = (text) =>
  (removeAccents(text.normalize("NFKC")).toLowerCase()
    .replace(/[đðħıłŋøŧþßςʹʻʼˈ]/g, (letter) => LETTERS[letter])
    .match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
