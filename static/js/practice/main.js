// The page of a game played alone: the turn of a tablet, with requests instead of a room. The state comes from the
// server after every step; without an account it is signed and the device stores it.

import "../frame.js";
import "../components/dialog.js";
import { EMPTY_SHEET } from "../bulletin/sheet.js";
import { getElement, setText } from "../dom.js";
import { gettext, interpolate } from "../i18n.js";
import { bindBell } from "../live/bell.js";
import { ServerClock, formatRemaining } from "../live/clock.js";
import { ClockView } from "../live/clock_view.js";
import { describeLetters, formatTurnName, readFormat } from "../live/game_texts.js";
import { describeMove } from "../live/moves.js";
import { Stage, findLastMove, getRack, getStage } from "../live/stage.js";
import { ResultView } from "../player/result.js";
import { getLockedText } from "../player/stage_message.js";
import { createTurnTable } from "../player/turn_table.js";
import { remove } from "../storage.js";
import { createEndNodes } from "./end.js";
import { storeGame } from "./device_games.js";
import { PracticeRequests } from "./requests.js";
import { PracticeStore } from "./practice_store.js";

const data = JSON.parse(getElement("practice-data").textContent);
const serverClock = new ServerClock();
const store = new PracticeStore(data);
const requests = new PracticeRequests({
  url: data.url,
  getCsrfToken: () => document.querySelector("[name=csrfmiddlewaretoken]").value,
  clock: serverClock,
});
const tableKey = `practice:${data.key}`;

let gameData = null;
let sheet = EMPTY_SHEET;
let handedSheet = null;
let shownTurn = 0;
let stage = "";

if (data.isTrial) forgetTable();
const { rack, bulletin, laying, gridToggle } = createTurnTable({
  key: tableKey,
  onEdit: (changes) => {
    sheet = { ...sheet, ...changes };
    store.saveSheet(gameData.state.turn.number, sheet);
    showBulletin();
  },
});
const clock = new ClockView(serverClock, updateStage);
const resultView = new ResultView();

/** Remove what the device stores of the order of the letters and of the tiles laid. */
function forgetTable() {
  for (const kind of ["rack", "laid"]) remove(`${kind}:${tableKey}`);
}

/** Ask the server for the next step, and show it; a refusal is shown and nothing is lost. */
async function ask(action, fields = {}) {
  if (requests.isBusy) return;
  const promise = requests.send({ do: action, token: store.token, ...fields });
  showBulletin();
  const answer = await promise;
  getElement("problem").hidden = !answer.problem;
  setText(getElement("problem-text"), answer.problem ?? "");
  getElement("retry").onclick = () => ask(action, fields);
  if (answer.view) applyView(answer);
  else showBulletin();
}

function applyView(answer) {
  gameData = answer.view;
  store.saveToken(answer.token);
  if (!data.isTrial && !data.isStored) storeGame({ ...data, view: gameData, path: location.pathname });
  const { state } = gameData;
  if (state) showState(state);
  showTotals();
  showStage();
}

function showState(state) {
  const { turn } = state;
  if (turn.number !== shownTurn) beginTurn(turn);
  const turnKey = String(turn.number);
  rack.setLetters(getRack(turn), turnKey, readFormat(state.game.format).letters);
  laying.setBoard(state.board, findLastMove(state.history), turn.top ? "" : turnKey);
  clock.set(gameData.clock_s ? turn : null, gameData.clock_s ? state.game : null);
  if (!gameData.clock_s) showNoClock(turn);
}

function showNoClock(turn) {
  setText(getElement("time"), "");
  setText(getElement("stage"), gettext("Sans chrono"));
  if (!turn.top) setText(getElement("announce"), describeLetters(turn));
}

function beginTurn(turn) {
  shownTurn = turn.number;
  sheet = store.loadSheet(turn.number);
  handedSheet = null;
  bulletin.reset();
}

function getCurrentStage() {
  if (!gameData?.state) return Stage.WAITING;
  return getStage(gameData.state, clock.phase);
}

/** Show the time that was left, which the clock of a room does not know: there it goes on for the others. */
function showTimeLeft() {
  if (gameData?.left_ms == null) return;
  setText(getElement("time"), formatRemaining(gameData.left_ms));
  if (gameData.left_ms) setText(getElement("stage"), gettext("Restait"));
}

/** Hand in when the time is over, as the bell does (4.1). */
function updateStage() {
  showTimeLeft();
  if (!gameData || getCurrentStage() === stage) return;
  showStage();
}

function showStage() {
  const oldStage = stage;
  stage = getCurrentStage();
  const isPlaying = stage === Stage.OPEN || stage === Stage.OVER;
  document.body.dataset.stage = stage;
  getElement("turn").classList.toggle("playing", isPlaying);
  getElement("ready").hidden = gameData.state !== null;
  if (!isPlaying) gridToggle.close();
  if (oldStage !== stage) scrollTo(0, 0);
  showResult(oldStage);
  showBulletin();
  if (stage === Stage.OVER) handIn();
}

function showResult(oldStage) {
  const { state } = gameData;
  const isShown = stage === Stage.REVEALED;
  getElement("result").hidden = !isShown;
  getElement("next").hidden = gameData.phase !== "shown";
  getElement("after").hidden = gameData.phase !== "done";
  getElement("end").hidden = gameData.end === null;
  if (!isShown) return;
  resultView.show(state.turn, state.results[state.turn.number], handedSheet);
  getElement("compared").replaceChildren(...gameData.compared.map(createSentence));
  if (gameData.end) getElement("end-body").replaceChildren(...createEndNodes(gameData.end));
  if (oldStage === Stage.REVEALED) return;
  const top = describeMove(state.turn.top);
  setText(getElement("announce"), interpolate(gettext("Le top : %(top)s"), { top }));
  getElement("result-title").focus({ preventScroll: true });
}

function createSentence(text) {
  const node = document.createElement("p");
  node.textContent = text;
  return node;
}

function showBulletin() {
  const isLocked = stage !== Stage.OPEN || requests.isBusy;
  bulletin.show(sheet, isLocked);
  laying.setLocked(isLocked);
  setText(getElement("locked-note"), getLockedText(stage, true));
}

function showTotals() {
  setText(getElement("total"), gameData.total);
  setText(getElement("percent"), gameData.top_total ? interpolate(gettext("%(percent)s %"), gameData) : "–");
  const turn = gameData.state?.turn;
  const name = turn && !data.isTrial ? `${formatTurnName(turn)} / ${gameData.turns}` : formatTurnName(turn);
  setText(getElement("turn-name"), data.isTrial ? gettext("À vous") : name);
}

function handIn() {
  const { rows, struck, reference, score } = sheet;
  handedSheet = rows.length || reference || score ? sheet : null;
  ask("hand-in", { rows, struck, reference, score });
}

getElement("sheet").addEventListener("submit", (event) => event.preventDefault());
getElement("start").addEventListener("click", () => ask("open"));
getElement("next").addEventListener("click", () => ask("open"));
getElement("hand-in").addEventListener("click", handIn);
if (data.isTrial) addEventListener("pagehide", forgetTable);
bindBell();
ask(data.isTrial ? "open" : "resume");
