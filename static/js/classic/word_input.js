// The word of the text field on the pages of a match. Pure.

import { JOKER } from "../notation.js";

/** Return "MAiSON" for "MA?ISON": the letter after the sign is a joker's. */
export const parseWord = (text) =>
  text
    .toUpperCase()
    .replace(/[^A-Z?]/g, "")
    .replace(/\?+([A-Z])/g, (_, letter) => letter.toLowerCase())
    .replaceAll(JOKER, "");
