// The overlay of a broadcast: clock, letters, top and leaders; without sound or controls.

import { readGridData } from "../components/grid.js";
import { getElement, setText } from "../dom.js";
import { ClockView } from "../live/clock_view.js";
import { Room } from "../live/room.js";
import { Stage, getStage } from "../live/stage.js";
import { formatTurnName } from "../live/game_texts.js";
import { LettersView } from "./letters.js";
import { RankingView } from "./ranking.js";
import { TopView } from "./top.js";

const LEADER_ROWS = 5;

const data = JSON.parse(getElement("screen-data").textContent);

const room = new Room({
  token: data.token,
  tokenUrl: data.tokenUrl,
  onState: showState,
  onStatus: (status) => {
    document.body.dataset.link = status;
  },
});
const letters = new LettersView(getElement("letters"), readGridData());
const top = new TopView(getElement("top"), data.endReasons);
const ranking = new RankingView(getElement("ranking"), getElement("ranking-after"), LEADER_ROWS);
const clock = new ClockView(room.clock, showStage);

function showState(state) {
  const turn = state?.turn ?? null;
  letters.show(turn);
  clock.set(turn, state?.game ?? null);
  ranking.show(state?.ranking ?? null, state?.game.state === "finished", state?.field);
  setText(getElement("turn-name"), formatTurnName(turn));
  // No ranking before the first results, or while they are withheld.
  const { after = 0, rows = [] } = state?.ranking ?? {};
  document.body.dataset.ranked = String(Boolean(after && rows.length));
  showStage();
}

function showStage() {
  const stage = room.state ? getStage(room.state, clock.phase) : Stage.NONE;
  document.body.dataset.stage = stage;
  top.show(stage, room.state);
}

room.start();
