// Bulletins on paper, typed in with the keyboard alone: the next table is offered, a few keys say
// what is on its bulletin, and the server is never waited for.

import { by, setText } from "../../dom.js";
import { gettext, interpolate } from "../../i18n.js";
import { Room } from "../../live/room.js";
import { Status } from "../../live/socket.js";
import { Choices } from "./choices.js";
import { FullSheet } from "./full_sheet.js";
import {
  AGAIN_KEY, BLANK_BULLETIN, STATE_KEY, TABLE_KEY, TOP_KEY, readings, bulletinOf,
} from "./grammar.js";
import { leaving } from "./leaving.js";
import { Outbox } from "./outbox.js";
import { Rest } from "./rest.js";
import { BulletinTable, Differences } from "./bulletins.js";

/** News come in bursts: what became of the bulletins is asked for at most this often (ms). */
const PAUSE = 400;
/** A bulletin recorded by one key is sent after this (ms), or with the next one: Ctrl+Z takes it back. */
const UNDO_WITHIN = 4000;

const data = JSON.parse(by("keying-data").textContent);
const page = by("keying");
const line = by("line");

let bulletins = new Map(data.bulletins.map((bulletin) => [bulletin.table, bulletin]));
let current = null;
let before = null;
/** What was recorded last, and for which table. */
let last = null;
/** The line was refused: nothing is added to it before it is corrected. */
let refused = false;

const outbox = new Outbox({
  turn: data.turn,
  user: page.dataset.user,
  url: page.dataset.url,
  csrf: page.dataset.csrf,
  onAnswer: read,
  onStatus: showStatus,
});
const table = new BulletinTable({ body: by("bulletins"), states: data.states, onOpen: (one) => go(one) });
const differences = new Differences({ box: by("differences"), states: data.states, onTake: settle });
const choices = new Choices({ field: line, list: by("choices"), states: data.states, onChosen: enter });
const rest = new Rest({
  data,
  open,
  onTold: (tables, bulletin) => {
    outbox.add(tables.map((number) => outgoing(number, bulletin)));
    go(nextOpen(current ?? 0));
  },
  onRefused: tell,
  onClosed: () => line.focus(),
});
const fullSheet = new FullSheet({ illegible: data.illegible, onWritten: enter });

// --- which table -------------------------------------------------------------------------------

const known = () => [...bulletins.values()];
const withWaiting = () => known().map((bulletin) => ({ ...bulletin, waiting: outbox.of(bulletin.table) }));
/** What is or should be on paper; what a tablet sent is in the list of the bulletins. */
const shown = () => withWaiting().filter(({ mine, how, typed, waiting, table: number }) =>
  typed || waiting || number === current || (mine && how !== "in-time"));

/** Tables of whom nothing is here: on paper first; without any, those whose tablet sent nothing. */
function open() {
  const without = withWaiting().filter(({ mine, typed, waiting }) => mine && !typed && !waiting);
  const on = (how) => without.filter((bulletin) => bulletin.how === how).map((bulletin) => bulletin.table);
  const onPaper = on("awaited");
  return onPaper.length ? onPaper : on("not");
}

function nextOpen(after) {
  const left = open();
  return left.find((number) => number > after) ?? left[0] ?? null;
}

function go(number) {
  current = number;
  const bulletin = bulletins.get(number);
  setText(by("table-number"), number ?? "–");
  setText(by("table-name"), bulletin?.name ?? (number === null ? gettext("Rien à saisir") : ""));
  line.value = "";
  choices.show([]);
  accept();
  draw();
  table.scrollTo(number);
  line.focus();
}

/** Drawn with the rest: what waits is acknowledged, and others type, while one stands at a table. */
function showNotice(bulletin) {
  let text = "";
  if (outbox.of(current)) {
    text = gettext("Déjà saisi par vous, pas encore enregistré : ce que vous tapez le remplace.");
  } else if (bulletin?.typed) {
    text = interpolate(gettext("Déjà saisi par %(by)s : ce que vous tapez le remplace."), bulletin.typed);
  } else if (bulletin && ["in-time", "late"].includes(bulletin.how)) {
    text = gettext("La tablette de cette table a remis un bulletin : ce que vous tapez compte à sa place.");
  }
  setText(by("notice"), text);
  const history = by("history");
  history.hidden = !bulletin?.typed;
  if (bulletin?.typed) history.href = page.dataset.history.replace("/0/", `/${bulletin.entry}/`);
}

/** Up and down, through what is on the page. */
function step(by_) {
  const numbers = shown().map((bulletin) => bulletin.table);
  const at = numbers.indexOf(current);
  const next = numbers[at + by_];
  if (next !== undefined) go(next);
}

// --- what is typed -----------------------------------------------------------------------------

const outgoing = (number, bulletin) => {
  const { typed, version, how } = bulletins.get(number);
  const overTablet = !typed && ["in-time", "late"].includes(how);
  return { table: number, ...bulletin, seen: version, over_tablet: overTablet };
};

function enter(bulletin, delay = 0) {
  if (!bulletins.has(current)) return;
  last = { table: current, before };
  before = bulletin;
  outbox.add([outgoing(current, bulletin)], delay);
  go(nextOpen(current));
}

/** Back to the table recorded last: it is open again, or what is typed now replaces it. */
function undo() {
  if (!last) return;
  const { table: number } = last;
  before = last.before;
  last = null;
  const isOpen = outbox.takeBack(number);
  go(number);
  const text = isOpen ? gettext("Table %(number)s : la saisie est annulée.")
    : gettext("Table %(number)s : déjà envoyé, ce que vous tapez le remplace.");
  tell(interpolate(text, { number }));
}

function settle(number, { rows, struck, reference, score, state }) {
  outbox.add([outgoing(number, { rows, struck, reference, score, state })]);
  draw();
  line.focus();
}

function tell(text) {
  setText(by("said"), text);
}

/** The line stays as it is, at its table, until it is corrected. */
function refuse(text) {
  refused = true;
  line.setAttribute("aria-invalid", "true");
  setText(by("refused"), "");
  setText(by("refused"), text);
}

function accept() {
  refused = false;
  line.removeAttribute("aria-invalid");
  setText(by("refused"), "");
}

function enterLine() {
  if (choices.choose() || !line.value.trim()) return;
  const values = { line: line.value.trim() };
  if (!choices.open) {
    refuse(interpolate(gettext("« %(line)s » ne se lit pas. Tapez mot, place, score : chacun une fois, dans l’ordre que vous voulez."), values));
  } else if (line.value === STATE_KEY) {
    refuse(gettext("Tapez la lettre de l’état, ou choisissez-le par ↓, puis Entrée."));
  } else {
    refuse(interpolate(gettext("« %(line)s » n’est aucune solution du coup. Complétez la ligne ; si le bulletin ne porte que cela, choisissez par ↓, puis Entrée."), values));
  }
}

function enterTop() {
  const { tops } = data;
  if (tops.length === 1) enter(bulletinOf(tops[0]), UNDO_WITHIN);
  else if (tops.length) choices.show(tops.map((move) => ({ move, bulletin: bulletinOf(move) })));
  else tell(gettext("Les solutions de ce coup ne sont pas encore calculées : tapez ce qui est écrit."));
}

function goTyped() {
  const number = Number(line.value.slice(1));
  if (bulletins.has(number)) go(number);
  else refuse(interpolate(gettext("Personne n’est attendu à la table %(number)s."), { number: line.value.slice(1) }));
}

const SIGNS = {
  [TOP_KEY]: enterTop,
  [AGAIN_KEY]: () => (before ? enter(before, UNDO_WITHIN) : tell(gettext("Aucun bulletin n’est encore saisi."))),
};
const KEYS = {
  F2: () => openSheet(),
  Escape: () => go(current),
  ArrowDown: () => (choices.open ? choices.move(1) : step(1)),
  ArrowUp: () => (choices.open ? choices.move(-1) : step(-1)),
  Enter: () => {
    if (line.value.startsWith(TABLE_KEY)) goTyped();
    else enterLine();
  },
};

const CTRL_KEYS = {
  Enter: () => rest.ask("top"),
  Delete: () => rest.ask("nothing"),
  z: undo,
};

line.addEventListener("keydown", (event) => {
  const isUndoOfText = event.key === "z" && line.value !== "";
  if (event.ctrlKey && event.key in CTRL_KEYS && !isUndoOfText) {
    event.preventDefault();
    CTRL_KEYS[event.key]();
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { key } = event;
  if (refused && key.length === 1) {
    event.preventDefault();
    refuse(by("refused").textContent);
    return;
  }
  tell("");
  const act = key in KEYS ? KEYS[key] : line.value === "" ? SIGNS[key] : null;
  if (act) {
    event.preventDefault();
    if (!event.repeat || key.startsWith("Arrow")) act();
  }
});
line.addEventListener("input", () => {
  accept();
  const { choices: found, sure } = readings(line.value, data);
  choices.show(line.value.startsWith(TABLE_KEY) ? [] : found, sure);
});
document.addEventListener("keydown", (event) => {
  if (document.querySelector("dialog[open]") || event.target === line) return;
  if (event.key !== "F2") return;
  event.preventDefault();
  openSheet();
});

function openSheet() {
  const bulletin = bulletins.get(current);
  if (!bulletin) return;
  const [typed] = readings(line.value, data).choices.filter(({ move }) => !move);
  const title = interpolate(gettext("Table %(table)s, %(name)s"), bulletin);
  fullSheet.open(title, typed?.bulletin ?? outbox.of(current) ?? bulletin.typed ?? BLANK_BULLETIN);
}

by("give-top").addEventListener("click", enterTop);
by("open-sheet").addEventListener("click", openSheet);
by("full-sheet").addEventListener("close", () => line.focus());

// --- the server ---------------------------------------------------------------------------------

function read(answer, sent) {
  const bulletin = bulletins.get(answer.table);
  if (!bulletin) return;
  if (answer.outcome === "stored" || answer.outcome === "same") {
    const { table: _table, seen: _seen, over_tablet: _over, ...typed } = sent;
    const { verdict: _verdict, ...known_ } = bulletin;
    const unchanged = answer.outcome === "same" ? { verdict: bulletin.verdict } : {};
    bulletins.set(answer.table, { ...known_, ...unchanged, typed: { ...typed, by: page.dataset.user },
      version: answer.version });
  } else if (answer.sentence) {
    tell(answer.sentence);
  }
  draw();
  ask();
}

const FAILED = {
  network: () => gettext("Le serveur ne répond pas : %(n)s bulletins sont gardés ici et repartiront seuls."),
  session: () => gettext("Vous n’êtes plus connecté : %(n)s bulletins sont gardés ici. Reconnectez-vous, puis revenez à cette page."),
  refused: () => gettext("Le serveur refuse la saisie de ce coup : %(n)s bulletins sont gardés ici. Rechargez la page."),
};

function showStatus({ waiting, failed }) {
  const problem = by("problem");
  problem.hidden = !failed;
  if (failed) setText(problem.querySelector("p"), interpolate(FAILED[failed](), { n: waiting }));
  draw();
}

let timer = 0;

function ask() {
  timer ||= setTimeout(fetchState, PAUSE);
}

async function fetchState() {
  timer = 0;
  try {
    const response = await fetch(page.dataset.state, { headers: { Accept: "application/json" } });
    if (!response.ok) return;
    const state = await response.json();
    if (state.own !== data.own) {
      // The others and the solutions may be seen now; the next key is not for his own table.
      if (!leaving()) location.replace(page.dataset.url);
      return;
    }
    bulletins = new Map(state.bulletins.map((bulletin) => [bulletin.table, bulletin]));
    draw();
  } catch {
    // The socket says so, and its return brings news.
  }
}

const room = new Room({
  token: data.token,
  tokenUrl: page.dataset.tokenUrl,
  onState: ask,
  onStatus: (status) => {
    const lost = ![Status.LIVE, Status.CONNECTING].includes(status);
    const badge = by("connection");
    badge.className = `badge ${status === Status.LIVE ? "good" : lost ? "bad" : ""}`;
    setText(badge, lost ? gettext("hors ligne") : status === Status.LIVE ? gettext("en direct") : "");
    if (status === Status.LIVE) outbox.send();
  },
});

function draw() {
  const all = shown();
  table.show(all, current);
  differences.show(known());
  setText(by("left"), open().length);
  setText(by("typed"), all.filter(({ typed, waiting }) => typed || waiting).length);
  setText(by("unsent"), outbox.size);
  showNotice(bulletins.get(current));
}

const asked = Number(new URLSearchParams(location.search).get("table"));
go(bulletins.has(asked) ? asked : nextOpen(0));
room.start();
outbox.send();
