// A word as it is written on the pages of a match. Pure.

import { JOKER } from "../notation.js";

/** "MA?ISON": the letter after the sign is a joker's, in lower case in the word. */
export const wordFrom = (text) =>
  text
    .toUpperCase()
    .replace(/[^A-Z?]/g, "")
    .replace(/\?+([A-Z])/g, (_, letter) => letter.toLowerCase())
    .replaceAll(JOKER, "");
