// Texts about a game: its kind, its time, why it ended (3, 3.7, 3.8).

import { createElement } from "../dom.js";
import { gettext, interpolate, ngettext } from "../i18n.js";
import { formatTimeToMinute } from "../times.js";
import { spellLetters } from "../words.js";
import { formatArticle } from "./moves.js";
import { getRack } from "./stage.js";

/** Return {name, letters, particulars} of a format, from the template tag format_data; `letters` is
 * the size of a rack. */
export function readFormat(format) {
  const formats = JSON.parse(document.getElementById("format-data").textContent);
  // The page may be older than the format.
  return formats[format] ?? { ...formats.normal, name: format };
}

/** Return "3 minutes", "2 minutes 30" or "45 secondes". */
function formatDuration(seconds) {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  const parts = [];
  if (minutes) parts.push(interpolate(ngettext("%(minutes)s minute", "%(minutes)s minutes", minutes),
    { minutes }));
  if (minutes && rest) parts.push(String(rest).padStart(2, "0"));
  else if (!minutes) parts.push(interpolate(ngettext("%(rest)s seconde", "%(rest)s secondes", rest),
    { rest }));
  return parts.join(" ");
}

/** Return "Partie 3" or "Mort subite (partie 4)". */
export function formatGameName(number, kind = "duplicate") {
  const name = kind === "mort-subite"
    ? gettext("Mort subite (partie %(number)s)") : gettext("Partie %(number)s");
  return interpolate(name, { number });
}

/** Create a row of <dl class="facts">. */
export function createFact(name, value, className = "") {
  const row = createElement("div", className);
  row.append(createElement("dt", "", name), createElement("dd", "", value));
  return row;
}

/** Create <dl class="facts"> with what the judge announces before the start (3). */
export function createGameFacts(game) {
  const list = createElement("dl", "facts");
  list.append(
    createFact(gettext("Partie"), String(game.number)),
    createFact(gettext("Formule"), readFormat(game.format).name),
    ...(game.kind === "mort-subite"
      ? [createFact(gettext("Mort subite"),
        gettext("le temps diminue, qui marque moins que le meilleur est éliminé"), "sentence")]
      : [createFact(gettext("Temps de jeu par coup"), formatDuration(game.time_s))]),
    createFact(gettext("Signal avant la fin"), game.warn_s ? formatDuration(game.warn_s) : gettext("aucun")),
    createFact(gettext("Participants"), String(game.entries)),
    ...(readFormat(game.format).particulars ?? []).map(([name, text]) =>
      createFact(name, text, "sentence")),
  );
  return list;
}

/** Return the text of an interrupted game, with its end if the judge has given one (3.7). */
export function formatInterruption(game) {
  if (!game?.resumes_at) return gettext("Partie interrompue");
  const until = formatTimeToMinute(game.resumes_at);
  return interpolate(gettext("Pause jusqu’à %(until)s"), { until });
}

/** Return when the results of persons will be public; "" once they are. */
export function explainWithheldResults(ranking) {
  if (!ranking?.withheld) return "";
  return ranking.withheld === "end"
    ? gettext("Les résultats seront publiés à la fin du tournoi.")
    : gettext("Les résultats seront publiés à la fin de la partie.");
}

/** Return why the game ended, with the article; `endReasons` come with the page. */
export function explainEnd(game, endReasons) {
  const articleText = formatArticle(game.end_article);
  return [endReasons[game.end_reason], articleText && `(${articleText})`].filter(Boolean).join(" ");
}

/** Return when the bell of this game rings (3.3). */
export function describeBell(game) {
  if (!game) return gettext("Sonnerie avant la fin et à la fin");
  if (!game.warn_s) return gettext("Sonnerie à la fin");
  const text = gettext("Sonnerie à %(time)s de la fin et à la fin");
  return interpolate(text, { time: formatDuration(game.warn_s) });
}

/** Return the letters of `turn` and those shown wrongly before; "" if nothing was rectified. */
export function formatRectification(turn) {
  if (!turn?.rectified?.length) return "";
  const [after, before] = [getRack(turn), turn.rectified.at(-1)].map(
    (rack) => spellLetters(rack).replaceAll(" ", "\u00a0"));
  return interpolate(gettext("Rectification : %(after)s, au lieu de %(before)s"), { after, before });
}

/** Return "Coup 3, lettres : A E joker"; "" before they are announced. */
export function describeLetters(turn) {
  const letters = spellLetters(getRack(turn));
  if (!letters) return "";
  return interpolate(gettext("%(turn)s, lettres : %(letters)s"), { turn: formatTurnName(turn), letters });
}

/** Return "Coup 3" or "Mort subite, coup 3". */
export function formatTurnName(turn, kind = "duplicate") {
  if (!turn) return gettext("En attente");
  const name = kind === "mort-subite"
    ? gettext("Mort subite, coup\u00a0%(number)s") : gettext("Coup\u00a0%(number)s");
  return interpolate(name, turn);
}
