// The player's tablet: joins the room's state, the hand-in and what is on the page.

import "../frame.js";
import { BulletinEditor } from "../bulletin/editor.js";
import { createGrid, gridFacts } from "../components/grid.js";
import { by, setText } from "../dom.js";
import { gettext, interpolate } from "../i18n.js";
import { stayAwake } from "../live/awake.js";
import { bindBell } from "../live/bell.js";
import { ClockView } from "../live/clock_view.js";
import { watchedTurns, watches } from "../live/contest.js";
import { showLink } from "../live/link_view.js";
import { Room } from "../live/room.js";
import { Status } from "../live/socket.js";
import { Stage, lastMove, lettersOf, shownTurnOf, stageOf } from "../live/stage.js";
import { bellName, formatFacts, gameName, turnName } from "../live/terms.js";
import { AppealsView } from "./appeals.js";
import { bindAwakeNote, tellAwake } from "./awake_note.js";
import { ContestView } from "./contest.js";
import { Delivery } from "./delivery.js";
import { Handin, Held } from "./handin.js";
import { HeldView } from "./held.js";
import { deliverLeftovers } from "./leftovers.js";
import { NoticeView, lockedNote } from "./notice.js";
import { RackView } from "./rack_view.js";
import { ResultView } from "./result.js";
import { Receipts } from "./receipts.js";
import { RoadView } from "./road.js";
import { SheetStore, deviceName } from "./sheet_store.js";
import { SlipsView } from "./slips.js";
import { followToppings } from "../topping/toppings.js";

const csrf = () => document.querySelector("[name=csrfmiddlewaretoken]").value;
const data = JSON.parse(by("table-data").textContent);
const facts = gridFacts();

let stage = Stage.NONE;
let shownTurn = "";
let shownGame = null;

const room = new Room({
  token: data.token,
  tokenUrl: data.tokenUrl,
  onState: stateChanged,
  onStatus: statusChanged,
  onMessage: (message) => {
    if (["saved", "refused", "stale"].includes(message.type)) handin.answered(message);
  },
});
const delivery = new Delivery({
  socket: room.socket,
  url: data.bulletinUrl,
  csrf,
  onAnswer: (message) => handin.answered(message),
});
const receipts = new Receipts({
  socket: room.socket,
  url: data.slipUrl,
  csrf,
  onAnswer: (message) => room.read(message),
});
const slips = new SlipsView({ onShown: (uid) => receipts.shown(uid) });
const handin = new Handin({
  device: deviceName(),
  store: new SheetStore(data.entry),
  now: () => room.clock.now(),
  send: (message, attempt) => delivery.send(message, attempt),
  onChange: showBulletin,
});
const rack = new RackView({
  list: by("rack"),
  shuffle: by("shuffle"),
  sort: by("sort"),
  swap: by("swap"),
  facts,
  slots: formatFacts("normal").letters,
  key: `rack:${data.entry}`,
  onLetter: (letter) => bulletin.typeLetter(letter),
});
const bulletin = new BulletinEditor({
  onEdit: (changes) => handin.edit(changes),
  onArm: (armed) => {
    rack.arm(armed);
    if (armed) setText(by("announce"), gettext("Joker : choisissez la lettre."));
  },
});
const grid = createGrid(by("board"), {
  facts,
  label: gettext("Grille"),
  onTap: (row, col) => bulletin.tapSquare(row, col),
});
const held = new HeldView();
const notice = new NoticeView(data.endReasons, data.pageUrl);
const result = new ResultView();
const contest = new ContestView();
const road = new RoadView(data.roadUrl);
const appeals = new AppealsView({
  url: data.appealsUrl,
  entry: data.entry,
  csrf,
  now: () => room.clock.now(),
});
const askToppings = followToppings(data.toppingsUrl);
const clock = new ClockView(room.clock, clockTicked);

function stateChanged(state, message) {
  const turn = state?.turn ?? null;
  if (turn) beginTurn(state, turn);
  if (turn && message.type === "snapshot") {
    handin.compare(state.bulletin?.turn === turn.ordinal ? state.bulletin : null);
  }
  rack.set(lettersOf(turn), shownTurn, formatFacts(state?.game.format ?? "normal").letters);
  clock.set(turn, state?.game ?? null, lettersOf(turn) ? gettext("Annonce des lettres") : "");
  grid.update(state?.board ?? [], state && lastMove(state.history));
  road.show(state);
  slips.show(state?.slips ?? {});
  receipts.settle(state?.slips ?? {});
  if (message.type === "receipt") receipts.answered(message);
  appeals.show(state?.news ?? 0);
  if (message.type === "told") askToppings();
  setText(by("sound-name"), bellName(state?.game));
  contest.show(state);
  showSums(state);
  showStage();
}

function beginTurn(state, turn) {
  const name = `${state.game.id}:${turn.ordinal}`;
  if (name === shownTurn) return;
  shownTurn = name;
  bulletin.restart();
  handin.begin({ gameId: state.game.id, ordinal: turn.ordinal });
  if (state.game.id !== shownGame) sendEarlier(state.game.id);
}

/** What was written in games before this one and never arrived. */
function sendEarlier(game) {
  shownGame = game;
  deliverLeftovers({
    store: new SheetStore(data.entry),
    url: data.bulletinUrl,
    csrf: csrf(),
    device: deviceName(),
    wanted: (kept) => kept.turn.gameId !== game,
  });
}

/** The bell may ring here before the server's word of it comes, or without it. */
function clockTicked() {
  if (stageOf(room.state, clock.phase) !== stage) showStage();
}

function showStage() {
  const { state } = room;
  const before = stage;
  stage = stageOf(state, clock.phase);
  if (stage === Stage.OPEN && before !== stage) {
    appeals.close();
    slips.fold();
  }
  document.body.dataset.stage = stage;
  if (stage === Stage.OPEN && !watches(state)) handin.unlock();
  else handin.lock();
  const shown = shownTurnOf(state, stage);
  by("result").hidden = shown === null;
  if (shown) {
    const held = shown === state.turn ? handin.status.sheet : null;
    const watched = watchedTurns(state).includes(shown.number);
    result.show(shown, state.results[shown.number], held, state.warnings, watched);
  }
  showBulletin();
}

function showBulletin() {
  const { state } = room;
  const locked = handin.locked;
  const offline = !room.socket.live;
  const { status } = handin;
  bulletin.show(handin.sheet, locked);
  held.show(status, { over: stage === Stage.OVER, offline });
  notice.show(stage, state);
  setText(by("locked-note"), lockedNote(stage, status.kind === Held.SAVED));
}

function showSums(state) {
  // In a mort subite nothing is counted but who is in.
  setText(by("total"), state && !state.field ? state.total : "–");
  const ranked = state?.ranking.after && !state.field;
  const rank = { rank: ranked ? state.rank : null, size: state?.ranking.size };
  by("provisional").hidden = !(rank.rank && state.ranking.provisional);
  setText(by("rank"), rank.rank ? interpolate(gettext("%(rank)s / %(size)s"), rank) : "–");
  setText(by("turn-name"), turnName(state?.turn, state?.game.kind));
  const game = { number: state?.game.number };
  setText(by("where"), state ? gameName(game.number, state.game.kind) : data.tournament);
}

function statusChanged(status) {
  showLink(status);
  if (status === Status.DISPLACED) by("displaced").showModal();
  if (status === Status.RENEWED) by("renewed").showModal();
  if (status === Status.MOVED) by("moved").showModal();
  if (status === Status.DENIED) by("denied").showModal();
  showBulletin();
}

for (const dialog of [by("displaced"), by("renewed"), by("moved"), by("denied")]) {
  dialog.addEventListener("cancel", (event) => event.preventDefault());
}
for (const button of [by("take-back"), by("whose-place")]) {
  button.addEventListener("click", () => location.reload());
}
by("sheet").addEventListener("submit", (event) => event.preventDefault());
// Whoever puts the tablet down or leaves the page may not come back: send what is written.
document.addEventListener("visibilitychange", () => document.hidden && handin.flush());
bindBell();
bindAwakeNote();
stayAwake(tellAwake);
room.start();
