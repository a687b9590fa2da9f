// What players are told about a game: its kind, its time, why it ended (3, 3.7, 3.8).

import { gettext, interpolate, ngettext } from "../i18n.js";
import { create } from "../words.js";

export function formatName(format) {
  return {
    normal: gettext("Duplicate normal"),
    joker: gettext("Partie joker"),
    "7sur8": gettext("7 sur 8"),
    "7et8": gettext("7 et 8"),
    789: gettext("7, 8 et 9"),
    "7sur8-joker": gettext("7 sur 8, partie joker"),
    "7et8-joker": gettext("7 et 8, partie joker"),
    "789-joker": gettext("7, 8 et 9, partie joker"),
  }[format] ?? format;
}

/** "3 minutes", "2 minutes 30", "45 secondes". */
export function duration(seconds) {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  const parts = [];
  if (minutes) parts.push(interpolate(ngettext("%(minutes)s minute", "%(minutes)s minutes", minutes),
    { minutes }));
  if (minutes && rest) parts.push(String(rest).padStart(2, "0"));
  else if (!minutes) parts.push(interpolate(ngettext("%(rest)s seconde", "%(rest)s secondes", rest),
    { rest }));
  return parts.join(" ");
}

/** A line of <dl class="facts">. */
export function fact(name, value) {
  const row = create("div");
  row.append(create("dt", "", name), create("dd", "", value));
  return row;
}

/** <dl class="facts">: what the judge tells before the start (3). */
export function gameFacts(game) {
  const list = create("dl", "facts");
  list.append(
    fact(gettext("Partie"), String(game.number)),
    fact(gettext("Formule"), formatName(game.format)),
    fact(gettext("Temps par coup"), duration(game.time_s)),
    fact(gettext("Signal avant la fin"), game.warn_s ? duration(game.warn_s) : gettext("aucun")),
    fact(gettext("Participants"), String(game.entries)),
  );
  return list;
}

/** When the bell of this game rings (3.3). */
export function bellName(game) {
  if (!game) return gettext("Sonnerie avant la fin et à la fin");
  if (!game.warn_s) return gettext("Sonnerie à la fin");
  const text = gettext("Sonnerie à %(time)s de la fin et à la fin");
  return interpolate(text, { time: duration(game.warn_s) });
}

export const turnName = (turn) =>
  turn ? interpolate(gettext("Coup %(number)s"), turn) : gettext("En attente");
