// The public screen: grid, letters, clock, top, best score, ranking; or the scene that the judge has chosen
// or that the state of the game requires.

import "../frame.js";
import { createGrid, readGridData } from "../components/grid.js";
import { getElement, createElement, setText } from "../dom.js";
import { gettext, interpolate } from "../i18n.js";
import { keepScreenOn } from "../live/wake_lock.js";
import { bindBell } from "../live/bell.js";
import { ClockView } from "../live/clock_view.js";
import { showConnection } from "../live/connection_view.js";
import { Room } from "../live/room.js";
import { Stage, findLastMove, getStage } from "../live/stage.js";
import {
  createGameFacts, describeBell, formatGameName, formatTurnName, readFormat,
} from "../live/game_texts.js";
import { RoomCountdown } from "./countdown.js";
import { hideIdleHeader } from "./idle_header.js";
import { LettersView } from "./letters.js";
import { LiveCharts } from "./live_charts.js";
import { Panels } from "./panels.js";
import { RankingView } from "./ranking.js";
import { AUTO, chooseScene } from "./scenes.js";
import { TopView } from "./top.js";

const data = JSON.parse(getElement("screen-data").textContent);
const gridData = readGridData();

let tablets = { expected: 0, here: 0 };
/** The scene that the judge has chosen; null until the first snapshot. */
let chosenScene = null;
let shownContent = "";

const room = new Room({
  token: data.token,
  tokenUrl: data.tokenUrl,
  onState: showState,
  onStatus: showConnection,
  onMessage: (message) => {
    if (message.type === "scene") {
      if (message.scene === chosenScene) panels.refreshSoon();
      chosenScene = message.scene;
      showStage();
    }
    if (message.type !== "here") return;
    tablets = message;
    showTablets();
  },
});
const grid = createGrid(getElement("board"), { gridData, label: gettext("Grille") });
const letters = new LettersView(getElement("letters"), gridData);
const top = new TopView(getElement("top"), data.endReasons);
const ranking = new RankingView(getElement("ranking"), getElement("ranking-after"));
const charts = new LiveCharts({
  scores: getElement("scores"),
  leaders: getElement("leaders"),
  address: data.chartsUrl,
});
const panels = new Panels({
  box: getElement("scene"),
  stepControls: getElement("scene-turns"),
  getAddress: (scene) => `${data.sceneUrl}?scene=${scene}${data.sceneQuery}`,
  onShown: () => {
    showNextGame();
    roomCountdown.readPage();
  },
});
const roomCountdown = new RoomCountdown(room.clock);
const clock = new ClockView(room.clock, showStage);

function showState(state, message) {
  if (message.type === "snapshot") chosenScene = message.scene ?? AUTO;
  const turn = state?.turn ?? null;
  letters.show(turn);
  clock.set(turn, state?.game ?? null);
  grid.update(state?.board ?? [], state && findLastMove(state.history));
  ranking.show(state?.ranking ?? null, state?.game.state === "finished", state?.field);
  setText(getElement("ranking-name"), state?.field ? gettext("Mort subite") : gettext("Classement"));
  setText(getElement("sound-name"), describeBell(state?.game));
  setText(getElement("turn-name"), formatTurnName(turn));
  setText(getElement("game-name"), state ? formatGame(state.game) : "");
  showStage();
  const content = JSON.stringify([state?.game, state?.ranking, state?.field]);
  if (shownContent && content !== shownContent) panels.refreshSoon();
  shownContent = content;
  showNextGame();
}

/** Show the facts of the game before its first turn. */
function showNextGame() {
  const box = document.querySelector("[data-next]");
  const { game, turn } = room.state ?? {};
  if (!box) return;
  box.replaceChildren(...(game && !turn && game.state !== "finished"
    ? [createElement("h3", "", gettext("La partie va commencer")), createGameFacts(game)]
    : []));
}

function showTablets() {
  const connectedText = gettext("Tablettes connectées : %(here)s / %(expected)s");
  setText(getElement("tablets"), tablets.expected ? interpolate(connectedText, tablets) : "");
}

function formatGame(game) {
  return `${formatGameName(game.number, game.kind)} · ${readFormat(game.format).name}`;
}

function showStage() {
  const stage = room.state ? getStage(room.state, clock.phase) : Stage.NONE;
  document.body.dataset.stage = stage;
  top.show(stage, room.state);
  charts.show(stage, room.state, room.seq);
  if (chosenScene) panels.show(chooseScene(chosenScene, room.state, stage));
}

const fullScreenButton = getElement("full-screen");
fullScreenButton.hidden = !document.fullscreenEnabled;
fullScreenButton.addEventListener("click", () => {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen();
});
bindBell();
hideIdleHeader();
keepScreenOn();
room.start();
