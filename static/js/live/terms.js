// What players are told about a game: its kind, its time, why it ended (3, 3.7, 3.8).

import { create } from "../dom.js";
import { gettext, interpolate, ngettext } from "../i18n.js";
import { hourOfDay } from "../times.js";
import { article } from "./moves.js";

/** What the template tag format_data says of a format: {name, letters of a rack, particulars}. */
export function formatFacts(format) {
  const formats = JSON.parse(document.getElementById("format-data").textContent);
  // A page that was opened before the server learned of a new format goes on.
  return formats[format] ?? { ...formats.normal, name: format };
}

/** "3 minutes", "2 minutes 30", "45 secondes". */
function duration(seconds) {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  const parts = [];
  if (minutes) parts.push(interpolate(ngettext("%(minutes)s minute", "%(minutes)s minutes", minutes),
    { minutes }));
  if (minutes && rest) parts.push(String(rest).padStart(2, "0"));
  else if (!minutes) parts.push(interpolate(ngettext("%(rest)s seconde", "%(rest)s secondes", rest),
    { rest }));
  return parts.join(" ");
}

/** "Partie 3", "Mort subite (partie 4)". */
export function gameName(number, kind = "duplicate") {
  const name = kind === "mort-subite"
    ? gettext("Mort subite (partie %(number)s)") : gettext("Partie %(number)s");
  return interpolate(name, { number });
}

/** A line of <dl class="facts">. */
export function fact(name, value, className = "") {
  const row = create("div", className);
  row.append(create("dt", "", name), create("dd", "", value));
  return row;
}

/** <dl class="facts">: what the judge tells before the start (3). */
export function gameFacts(game) {
  const list = create("dl", "facts");
  list.append(
    fact(gettext("Partie"), String(game.number)),
    fact(gettext("Formule"), formatFacts(game.format).name),
    ...(game.kind === "mort-subite"
      ? [fact(gettext("Mort subite"), gettext("le temps diminue, qui marque moins que le meilleur est éliminé"), "sentence")]
      : [fact(gettext("Temps par coup"), duration(game.time_s))]),
    fact(gettext("Signal avant la fin"), game.warn_s ? duration(game.warn_s) : gettext("aucun")),
    fact(gettext("Participants"), String(game.entries)),
    ...(formatFacts(game.format).particulars ?? []).map(([name, text]) =>
      fact(name, text, "sentence")),
  );
  return list;
}

/** An interrupted game: until when, if the judge told (3.7). */
export function breakName(game) {
  if (!game?.resumes_at) return gettext("Partie interrompue");
  const until = hourOfDay(game.resumes_at);
  return interpolate(gettext("Pause jusqu’à %(until)s"), { until });
}

/** What the results of persons wait for before they are public; empty once they are. */
export function withheldText(ranking) {
  if (!ranking?.withheld) return "";
  return ranking.withheld === "end"
    ? gettext("Les résultats seront publiés à la fin du tournoi.")
    : gettext("Les résultats seront publiés à la fin de la partie.");
}

/** Why it ended, and the article; `endReasons` are the page's. */
export function endText(game, endReasons) {
  const cited = article(game.end_article);
  return [endReasons[game.end_reason], cited && `(${cited})`].filter(Boolean).join(" ");
}

/** When the bell of this game rings (3.3). */
export function bellName(game) {
  if (!game) return gettext("Sonnerie avant la fin et à la fin");
  if (!game.warn_s) return gettext("Sonnerie à la fin");
  const text = gettext("Sonnerie à %(time)s de la fin et à la fin");
  return interpolate(text, { time: duration(game.warn_s) });
}

/** "Coup 3", "Mort subite, coup 3". */
export function turnName(turn, kind = "duplicate") {
  if (!turn) return gettext("En attente");
  const name = kind === "mort-subite"
    ? gettext("Mort subite, coup\u00a0%(number)s") : gettext("Coup\u00a0%(number)s");
  return interpolate(name, turn);
}
