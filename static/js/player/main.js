// The player's tablet: connects the room's state, the hand-in and the views of the page.

import "../frame.js";
import "../components/dialog.js";
import { getElement, setText } from "../dom.js";
import { gettext, interpolate } from "../i18n.js";
import { keepScreenOn } from "../live/wake_lock.js";
import { bindBell } from "../live/bell.js";
import { ClockView } from "../live/clock_view.js";
import { listWatchedTurns, isWatching } from "../live/mort_subite.js";
import { showConnection } from "../live/connection_view.js";
import { describeMove } from "../live/moves.js";
import { Room } from "../live/room.js";
import { Status } from "../live/socket.js";
import { Stage, findLastMove, getRack, getShownTurn, getStage } from "../live/stage.js";
import { describeBell, readFormat, formatGameName, formatTurnName } from "../live/game_texts.js";
import { AppealsView } from "./appeals.js";
import { bindWakeLockNote, showWakeLockNote } from "./wake_lock_note.js";
import { MortSubiteView } from "./mort_subite_view.js";
import { BulletinSender } from "./bulletin_sender.js";
import { HandIn, SaveStatus } from "./hand_in.js";
import { SaveStatusView } from "./save_status_view.js";
import { sendUnsentBulletins } from "./unsent_bulletins.js";
import { StageMessageView, getLockedText } from "./stage_message.js";
import { ResultView } from "./result.js";
import { SlipReceipts } from "./slip_receipts.js";
import { RoadSheetView } from "./road_sheet.js";
import { SheetStore, getDeviceName } from "./sheet_store.js";
import { SlipsView } from "./slips.js";
import { createTurnTable } from "./turn_table.js";
import { refreshToppingLinks } from "../topping/topping_links.js";

const getCsrfToken = () => document.querySelector("[name=csrfmiddlewaretoken]").value;
const data = JSON.parse(getElement("table-data").textContent);

let stage = Stage.NONE;
let shownTurn = "";
let shownGame = null;

const room = new Room({
  token: data.token,
  tokenUrl: data.tokenUrl,
  onState: showState,
  onStatus: showStatus,
  onMessage: (message) => {
    if (["saved", "refused", "stale"].includes(message.type)) handIn.handleAnswer(message);
  },
});
const bulletinSender = new BulletinSender({
  socket: room.socket,
  url: data.bulletinUrl,
  getCsrfToken,
  onAnswer: (message) => handIn.handleAnswer(message),
});
const receipts = new SlipReceipts({
  socket: room.socket,
  url: data.slipUrl,
  getCsrfToken,
  onAnswer: (message) => room.receive(message),
});
const slips = new SlipsView({ onShown: (uid) => receipts.sendReceipt(uid) });
const handIn = new HandIn({
  device: getDeviceName(),
  store: new SheetStore(data.entry),
  getServerTime: () => room.clock.now(),
  send: (message, attempt) => bulletinSender.send(message, attempt),
  onChange: showBulletin,
});
const { rack, bulletin, laying, gridToggle } = createTurnTable({
  key: data.entry,
  onEdit: (changes) => handIn.edit(changes),
});
const saveStatusView = new SaveStatusView();
const stageMessage = new StageMessageView(data.endReasons, data.pageUrl);
const resultView = new ResultView();
const mortSubite = new MortSubiteView();
const roadSheet = new RoadSheetView(data.roadUrl);
const appeals = new AppealsView({
  url: data.appealsUrl,
  entry: data.entry,
  getCsrfToken,
  getServerTime: () => room.clock.now(),
});
const clock = new ClockView(room.clock, updateStage);

function showState(state, message) {
  const turn = state?.turn ?? null;
  if (turn) beginTurn(state, turn);
  if (turn && message.type === "snapshot") {
    handIn.reconcile(state.bulletin?.turn === turn.ordinal ? state.bulletin : null);
  }
  rack.setLetters(getRack(turn), shownTurn, readFormat(state?.game.format ?? "normal").letters);
  clock.set(turn, state?.game ?? null);
  const laidTurn = turn?.top ? "" : shownTurn; // laid tiles leave when the top is shown
  laying.setBoard(state?.board ?? [], state && findLastMove(state.history), laidTurn);
  roadSheet.show(state);
  slips.show(state);
  receipts.forgetConfirmed(state?.slips ?? {});
  if (message.type === "receipt") receipts.handleAnswer(message);
  appeals.show(state?.news ?? 0);
  if (message.type === "told") refreshToppingLinks(data.toppingsUrl);
  setText(getElement("sound-name"), describeBell(state?.game));
  mortSubite.show(state);
  showTotals(state);
  showStage();
}

function beginTurn(state, turn) {
  const turnKey = `${state.game.id}:${turn.ordinal}`;
  if (turnKey === shownTurn) return;
  shownTurn = turnKey;
  bulletin.reset();
  handIn.beginTurn({ gameId: state.game.id, ordinal: turn.ordinal });
  if (state.game.id !== shownGame) sendEarlierBulletins(state.game.id);
}

/** Send the unacknowledged bulletins of earlier games. */
function sendEarlierBulletins(game) {
  shownGame = game;
  sendUnsentBulletins({
    store: new SheetStore(data.entry),
    url: data.bulletinUrl,
    csrfToken: getCsrfToken(),
    device: getDeviceName(),
    isIncluded: (record) => record.turn.gameId !== game,
  });
}

/** Show another stage if the clock has changed it: its end may come before the server's message. */
function updateStage() {
  if (getStage(room.state, clock.phase) !== stage) showStage();
}

function showStage() {
  const { state } = room;
  const oldStage = stage;
  stage = getStage(state, clock.phase);
  const isPlaying = [Stage.ANNOUNCED, Stage.OPEN, Stage.OVER].includes(stage) && !isWatching(state);
  if (stage === Stage.OPEN && oldStage !== stage) appeals.close();
  slips.setFolded(isPlaying);
  document.body.dataset.stage = stage;
  getElement("turn").classList.toggle("playing", isPlaying);
  if (!isPlaying) gridToggle.close();
  if (stage === Stage.ANNOUNCED && oldStage !== stage) scrollTo(0, 0);
  if (stage === Stage.REVEALED && oldStage !== stage) {
    const top = describeMove(state.turn.top);
    setText(getElement("announce"), interpolate(gettext("Le top : %(top)s"), { top }));
  }
  if (stage === Stage.OPEN && !isWatching(state)) handIn.unlock();
  else handIn.lock();
  const resultTurn = getShownTurn(state, stage);
  getElement("result").hidden = resultTurn === null;
  if (resultTurn) {
    const savedSheet = resultTurn === state.turn ? handIn.status.sheet : null;
    const isWatched = listWatchedTurns(state).includes(resultTurn.number);
    resultView.show(resultTurn, state.results[resultTurn.number], savedSheet, state.warnings, isWatched);
  }
  showBulletin();
}

function showBulletin() {
  const { state } = room;
  const isLocked = handIn.isLocked;
  const isOffline = !room.socket.isLive;
  const { status } = handIn;
  bulletin.show(handIn.sheet, isLocked);
  laying.setLocked(isLocked);
  saveStatusView.show(status, { isOver: stage === Stage.OVER, isOffline });
  stageMessage.show(stage, state);
  setText(getElement("locked-note"), getLockedText(stage, status.kind === SaveStatus.SAVED));
}

function showTotals(state) {
  // A mort subite has no totals.
  setText(getElement("total"), state && !state.field ? state.total : "–");
  const isRanked = state?.ranking.after && !state.field;
  const rank = { rank: isRanked ? state.rank : null, size: state?.ranking.size };
  getElement("provisional").hidden = !(rank.rank && state.ranking.provisional);
  setText(getElement("rank"), rank.rank ? interpolate(gettext("%(rank)s / %(size)s"), rank) : "–");
  setText(getElement("turn-name"), formatTurnName(state?.turn, state?.game.kind));
  const game = { number: state?.game.number };
  setText(getElement("game-name"), state ? formatGameName(game.number, state.game.kind) : data.tournament);
}

function showStatus(status) {
  showConnection(status);
  if (status === Status.DISPLACED) getElement("displaced").showModal();
  if (status === Status.RENEWED) getElement("renewed").showModal();
  if (status === Status.MOVED) getElement("moved").showModal();
  if (status === Status.DENIED) getElement("denied").showModal();
  showBulletin();
}

for (const id of ["displaced", "renewed", "moved", "denied"]) {
  getElement(id).addEventListener("cancel", (event) => event.preventDefault());
}
for (const button of [getElement("take-back"), getElement("show-other-device")]) {
  button.addEventListener("click", () => location.reload());
}
getElement("sheet").addEventListener("submit", (event) => event.preventDefault());
// A player who leaves the page may not come back: send the bulletin at once.
document.addEventListener("visibilitychange", () => document.hidden && handIn.flush());
bindBell();
bindWakeLockNote();
keepScreenOn(showWakeLockNote);
room.start();
