// Keying: paper bulletins are typed with the keyboard alone. The page proposes the next table, a few keys
// give its bulletin, and nothing waits for the server.

import { getElement, setText } from "../../dom.js";
import { gettext, interpolate, ngettext } from "../../i18n.js";
import { Room } from "../../live/room.js";
import { Status } from "../../live/socket.js";
import { ChoiceList } from "./choices.js";
import { FullSheet } from "./full_sheet.js";
import {
  REPEAT_KEY, BLANK_BULLETIN, STATE_KEY, TABLE_KEY, TOP_KEY, WRONG_SCORE_KEYS, parseLine,
  makeSolutionBulletin,
} from "./line_parser.js";
import { isLeaving } from "./page_leaving.js";
import { Outbox } from "./outbox.js";
import { RemainingTables } from "./remaining_tables.js";
import { BulletinTable, TypedDifferences } from "./bulletins.js";

/** Pause between two fetches of the bulletins, in milliseconds. */
const FETCH_PAUSE = 400;
/** A bulletin recorded by one key is sent after this time (ms) or with the next one; Ctrl+Z undoes it. */
const UNDO_TIME = 4000;

const data = JSON.parse(getElement("keying-data").textContent);
const page = getElement("keying");
const line = getElement("line");

let bulletins = new Map(data.bulletins.map((bulletin) => [bulletin.table, bulletin]));
let currentTable = null;
let lastBulletin = null;
/** For undo: the table recorded last, and the bulletin recorded before it. */
let undoRecord = null;
/** The line was refused: no letter is added until it is corrected. */
let isRefused = false;

const outbox = new Outbox({
  turn: data.turn,
  user: page.dataset.user,
  url: page.dataset.url,
  csrfToken: page.dataset.csrf,
  onAnswer: applyAnswer,
  onStatus: showStatus,
});
const bulletinTable = new BulletinTable({
  body: getElement("bulletins"),
  states: data.states,
  onOpen: (number) => goToTable(number),
});
const differences = new TypedDifferences({
  box: getElement("differences"),
  states: data.states,
  onKeep: keepVersion,
});
const choices = new ChoiceList({
  field: line,
  list: getElement("choices"),
  states: data.states,
  onChosen: recordBulletin,
});
const remainingTables = new RemainingTables({
  data,
  listOpenTables,
  onConfirmed: (tables, bulletin) => {
    outbox.add(tables.map((number) => makeKeyedBulletin(number, bulletin)));
    goToTable(findNextOpen(currentTable ?? 0));
  },
  onRefused: showMessage,
  onClosed: focusLine,
});
const fullSheet = new FullSheet({ illegible: data.illegible, onWritten: recordBulletin });

// --- the tables --------------------------------------------------------------------------------

const listBulletins = () => [...bulletins.values()];
const listWithWaiting = () =>
  listBulletins().map((bulletin) => ({ ...bulletin, waiting: outbox.get(bulletin.table) }));
/** List the bulletins on paper, typed or not; those of tablets are in the arbiter's list. */
const listShown = () => listWithWaiting().filter(({ mine, how, typed, waiting, table: number }) =>
  typed || waiting || number === currentTable || (mine && how !== "in-time"));

/** List the tables to type: those on paper; without any, those whose tablet sent nothing. */
function listOpenTables() {
  const missing = listWithWaiting().filter(({ mine, typed, waiting }) => mine && !typed && !waiting);
  const listTables = (how) =>
    missing.filter((bulletin) => bulletin.how === how).map((bulletin) => bulletin.table);
  const onPaper = listTables("awaited");
  return onPaper.length ? onPaper : listTables("not");
}

function findNextOpen(previous) {
  const openTables = listOpenTables();
  return openTables.find((number) => number > previous) ?? openTables[0] ?? null;
}

function goToTable(number) {
  currentTable = number;
  const bulletin = bulletins.get(number);
  setText(getElement("table-number"), number ?? "–");
  setText(getElement("table-name"), bulletin?.name ?? (number === null ? gettext("Rien à saisir") : ""));
  line.value = "";
  choices.show([]);
  clearRefusal();
  showAll();
  bulletinTable.scrollTo(number);
  focusLine();
}

/** Focus the line anew: Chromium gives it the focus of a closed dialog, but no caret. */
function focusLine() {
  line.blur();
  line.focus();
}

/** Show what typing for this table replaces; it may change while the table is current. */
function showNotice(bulletin) {
  let text = "";
  if (outbox.get(currentTable)) {
    text = gettext("Déjà saisi par vous, pas encore enregistré : ce que vous tapez le remplace.");
  } else if (bulletin?.typed) {
    text = interpolate(gettext("Déjà saisi par %(by)s : ce que vous tapez le remplace."), bulletin.typed);
  } else if (bulletin && ["in-time", "late"].includes(bulletin.how)) {
    text = gettext("La tablette de cette table a remis un bulletin : ce que vous tapez compte à sa place.");
  }
  setText(getElement("notice"), text);
  const history = getElement("history");
  history.hidden = !bulletin?.typed;
  if (bulletin?.typed) history.href = page.dataset.history.replace("/0/", `/${bulletin.entry}/`);
}

/** Go to the table `offset` rows below the current one. */
function moveBy(offset) {
  const numbers = listShown().map((bulletin) => bulletin.table);
  const index = numbers.indexOf(currentTable);
  const next = numbers[index + offset];
  if (next !== undefined) goToTable(next);
}

// --- recording ---------------------------------------------------------------------------------

const makeKeyedBulletin = (number, bulletin) => {
  const { typed, version, how } = bulletins.get(number);
  const overTablet = !typed && ["in-time", "late"].includes(how);
  return { table: number, ...bulletin, seen: version, over_tablet: overTablet };
};

function recordBulletin(bulletin, delay = 0) {
  if (!bulletins.has(currentTable)) return;
  undoRecord = { table: currentTable, lastBulletin };
  lastBulletin = bulletin;
  outbox.add([makeKeyedBulletin(currentTable, bulletin)], delay);
  goToTable(findNextOpen(currentTable));
}

/** Go back to the table recorded last: its bulletin is dropped or, if already sent, will be replaced. */
function undo() {
  if (!undoRecord) return;
  const { table: number } = undoRecord;
  lastBulletin = undoRecord.lastBulletin;
  undoRecord = null;
  const isTakenBack = outbox.takeBack(number);
  goToTable(number);
  const text = isTakenBack ? gettext("Table %(number)s : la saisie est annulée.")
    : gettext("Table %(number)s : déjà envoyé, ce que vous tapez le remplace.");
  showMessage(interpolate(text, { number }));
}

function keepVersion(number, { rows, struck, reference, score, state }) {
  outbox.add([makeKeyedBulletin(number, { rows, struck, reference, score, state })]);
  showAll();
  line.focus();
}

function showMessage(text) {
  setText(getElement("status-text"), text);
}

/** Show why the line is refused; it stays until it is corrected. */
function showRefusal(text) {
  isRefused = true;
  line.setAttribute("aria-invalid", "true");
  setText(getElement("refused"), "");
  setText(getElement("refused"), text);
}

function clearRefusal() {
  isRefused = false;
  line.removeAttribute("aria-invalid");
  setText(getElement("refused"), "");
}

function recordLine() {
  if (choices.choose() || !line.value.trim()) return;
  let text = gettext("« %(line)s » n’est aucune solution du coup. Complétez la ligne ; si c’est bien ce que porte le bulletin, choisissez par ↓, puis Entrée.");
  if (!choices.isOpen) {
    text = gettext("« %(line)s » ne se lit pas. Tapez mot, référence, score : chacun une fois, dans l’ordre que vous voulez.");
  } else if (line.value === STATE_KEY) {
    text = gettext("Tapez la lettre de l’état, ou choisissez-le par ↓, puis Entrée.");
  }
  showRefusal(interpolate(text, { line: line.value.trim() }));
}

function recordTop() {
  const { tops } = data;
  if (tops.length === 1) recordBulletin(makeSolutionBulletin(tops[0]), UNDO_TIME);
  else if (tops.length) choices.show(tops.map((move) => ({ move, bulletin: makeSolutionBulletin(move) })));
  else showMessage(gettext("Les solutions de ce coup ne sont pas encore calculées : tapez ce qui est écrit."));
}

function goToTypedTable() {
  const number = line.value.slice(1);
  const text = gettext("Personne n’est attendu à la table %(number)s.");
  if (bulletins.has(Number(number))) goToTable(Number(number));
  else showRefusal(interpolate(text, { number }));
}

function recordRepeated() {
  if (lastBulletin) recordBulletin(lastBulletin, UNDO_TIME);
  else showMessage(gettext("Aucun bulletin n’est encore saisi."));
}

const SIGN_ACTIONS = { [TOP_KEY]: recordTop, [REPEAT_KEY]: recordRepeated };
const KEY_ACTIONS = {
  F2: () => openSheet(),
  Escape: () => goToTable(currentTable),
  ArrowDown: () => (choices.isOpen ? choices.move(1) : moveBy(1)),
  ArrowUp: () => (choices.isOpen ? choices.move(-1) : moveBy(-1)),
  Enter: () => {
    if (line.value.startsWith(TABLE_KEY)) goToTypedTable();
    else recordLine();
  },
};

const CTRL_KEY_ACTIONS = {
  Enter: () => remainingTables.askConfirmation("top"),
  Delete: () => remainingTables.askConfirmation("nothing"),
  z: undo,
};

line.addEventListener("keydown", (event) => {
  const isUndoOfText = event.key === "z" && line.value !== "";
  if (event.ctrlKey && event.key in CTRL_KEY_ACTIONS && !isUndoOfText) {
    event.preventDefault();
    CTRL_KEY_ACTIONS[event.key]();
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { key } = event;
  if (choices.wrongScore && WRONG_SCORE_KEYS.includes(key)) {
    event.preventDefault();
    showMessage("");
    if (!event.repeat) recordBulletin(choices.wrongScore, UNDO_TIME);
    return;
  }
  if (isRefused && key.length === 1) {
    event.preventDefault();
    showRefusal(getElement("refused").textContent);
    return;
  }
  showMessage("");
  const action = key in KEY_ACTIONS ? KEY_ACTIONS[key] : line.value === "" ? SIGN_ACTIONS[key] : null;
  if (action) {
    event.preventDefault();
    if (!event.repeat || key.startsWith("Arrow")) action();
  }
});
line.addEventListener("input", () => {
  clearRefusal();
  const { choices: lineChoices, isSure } = parseLine(line.value, data);
  choices.show(line.value.startsWith(TABLE_KEY) ? [] : lineChoices, isSure);
});
document.addEventListener("keydown", (event) => {
  if (document.querySelector("dialog[open]") || event.target === line) return;
  if (event.key !== "F2") return;
  event.preventDefault();
  openSheet();
});

function openSheet() {
  const bulletin = bulletins.get(currentTable);
  if (!bulletin) return;
  const [typed] = parseLine(line.value, data).choices.filter(({ move }) => !move);
  const title = interpolate(gettext("Table %(table)s, %(name)s"), bulletin);
  fullSheet.open(title, typed?.bulletin ?? outbox.get(currentTable) ?? bulletin.typed ?? BLANK_BULLETIN);
}

getElement("give-top").addEventListener("click", recordTop);
getElement("open-sheet").addEventListener("click", openSheet);
getElement("full-sheet").addEventListener("close", focusLine);

// --- the server ---------------------------------------------------------------------------------

function applyAnswer(answer, sentBulletin) {
  const bulletin = bulletins.get(answer.table);
  if (!bulletin) return;
  if (answer.outcome === "stored" || answer.outcome === "same") {
    const { table: _table, seen: _seen, over_tablet: _over, ...typed } = sentBulletin;
    const { verdict: _verdict, ...otherFields } = bulletin;
    const unchanged = answer.outcome === "same" ? { verdict: bulletin.verdict } : {};
    bulletins.set(answer.table, { ...otherFields, ...unchanged, typed: { ...typed, by: page.dataset.user },
      version: answer.version });
  } else if (answer.sentence) {
    showMessage(answer.sentence);
  }
  showAll();
  scheduleFetch();
}

const FAILURE_TEXTS = {
  network: (n) => ngettext(
    "Le serveur ne répond pas : %(n)s bulletin est gardé ici et repartira seul.",
    "Le serveur ne répond pas : %(n)s bulletins sont gardés ici et repartiront seuls.", n),
  session: (n) => ngettext(
    "Vous n’êtes plus connecté : %(n)s bulletin est gardé ici. Reconnectez-vous, puis revenez à cette page.",
    "Vous n’êtes plus connecté : %(n)s bulletins sont gardés ici. Reconnectez-vous, puis revenez à cette page.", n),
  refused: (n) => ngettext(
    "Le serveur refuse la saisie de ce coup : %(n)s bulletin est gardé ici. Rechargez la page.",
    "Le serveur refuse la saisie de ce coup : %(n)s bulletins sont gardés ici. Rechargez la page.", n),
};

function showStatus({ waiting, failure }) {
  const problem = getElement("problem");
  problem.hidden = !failure;
  if (failure) setText(problem.querySelector("p"), interpolate(FAILURE_TEXTS[failure](waiting), { n: waiting }));
  showAll();
}

let timer = 0;

function scheduleFetch() {
  timer ||= setTimeout(fetchState, FETCH_PAUSE);
}

async function fetchState() {
  timer = 0;
  try {
    const response = await fetch(page.dataset.state, { headers: { Accept: "application/json" } });
    if (!response.ok) return;
    const state = await response.json();
    if (state.own !== data.own) {
      // The arbiter's own bulletin is in: the page may now show the others and the solutions.
      if (!isLeaving()) location.replace(page.dataset.url);
      return;
    }
    bulletins = new Map(state.bulletins.map((bulletin) => [bulletin.table, bulletin]));
    showAll();
  } catch {
    // The socket reports the lost network; its reconnection brings news.
  }
}

const room = new Room({
  token: data.token,
  tokenUrl: page.dataset.tokenUrl,
  onState: scheduleFetch,
  onStatus: (status) => {
    const isLost = ![Status.LIVE, Status.CONNECTING].includes(status);
    const badge = getElement("connection");
    badge.className = `badge ${status === Status.LIVE ? "good" : isLost ? "bad" : ""}`;
    setText(badge, isLost ? gettext("hors ligne") : status === Status.LIVE ? gettext("en direct") : "");
    if (status === Status.LIVE) outbox.send();
  },
});

function showAll() {
  const shownBulletins = listShown();
  bulletinTable.show(shownBulletins, currentTable);
  differences.show(listBulletins());
  setText(getElement("left"), listOpenTables().length);
  setText(getElement("typed"), shownBulletins.filter(({ typed, waiting }) => typed || waiting).length);
  setText(getElement("unsent"), outbox.size);
  showNotice(bulletins.get(currentTable));
}

const requestedTable = Number(new URLSearchParams(location.search).get("table"));
goToTable(bulletins.has(requestedTable) ? requestedTable : findNextOpen(0));
room.start();
outbox.send();
