// Over the picture of a broadcast: clock, letters, top, leaders. It makes no sound and asks nothing.

import { gridFacts } from "../components/grid.js";
import { by, setText } from "../dom.js";
import { gettext } from "../i18n.js";
import { ClockView } from "../live/clock_view.js";
import { Room } from "../live/room.js";
import { Stage, lettersOf, stageOf } from "../live/stage.js";
import { turnName } from "../live/terms.js";
import { LettersView } from "./letters.js";
import { RankingView } from "./ranking.js";
import { TopView } from "./top.js";

const LEADERS = 5;

const data = JSON.parse(by("screen-data").textContent);

const room = new Room({
  token: data.token,
  tokenUrl: data.tokenUrl,
  onState: stateChanged,
  onStatus: (status) => {
    document.body.dataset.link = status;
  },
});
const letters = new LettersView(by("letters"), gridFacts());
const top = new TopView(by("top"), data.endReasons);
const ranking = new RankingView(by("ranking"), by("ranking-after"), LEADERS);
const clock = new ClockView(room.clock, showStage);

function stateChanged(state) {
  const turn = state?.turn ?? null;
  letters.show(turn);
  clock.set(turn, state?.game ?? null, lettersOf(turn) ? gettext("Annonce des lettres") : "");
  ranking.show(state?.ranking ?? null, state?.game.state === "finished", state?.field);
  setText(by("turn-name"), turnName(turn));
  // Before anything is counted, or while results are kept back, there is nobody ahead.
  const { after = 0, rows = [] } = state?.ranking ?? {};
  document.body.dataset.ranked = String(Boolean(after && rows.length));
  showStage();
}

function showStage() {
  const stage = room.state ? stageOf(room.state, clock.phase) : Stage.NONE;
  document.body.dataset.stage = stage;
  top.show(stage, room.state);
}

room.start();
