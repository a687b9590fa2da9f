// The public screen: grid, letters in the order called, clock, top, best scores, ranking; between
// turns the scene that the judge has chosen, or that the moment asks for.

import "../frame.js";
import { createGrid, gridFacts } from "../components/grid.js";
import { by, create, setText } from "../dom.js";
import { gettext, interpolate } from "../i18n.js";
import { stayAwake } from "../live/awake.js";
import { bindBell } from "../live/bell.js";
import { ClockView } from "../live/clock_view.js";
import { showLink } from "../live/link_view.js";
import { Room } from "../live/room.js";
import { bulletinsText } from "../live/bulletins.js";
import { Stage, lastMove, lettersOf, stageOf } from "../live/stage.js";
import { bellName, formatFacts, gameFacts, gameName, turnName } from "../live/terms.js";
import { LettersView } from "./letters.js";
import { Panels } from "./panels.js";
import { RankingView } from "./ranking.js";
import { AUTO, sceneOf } from "./scenes.js";
import { TopView } from "./top.js";

const data = JSON.parse(by("screen-data").textContent);
const facts = gridFacts();

let tablets = { expected: 0, here: 0 };
/** What the judge has chosen; unknown until the first snapshot. */
let chosen = null;
let standing = "";

const room = new Room({
  token: data.token,
  tokenUrl: data.tokenUrl,
  onState: stateChanged,
  onStatus: showLink,
  onMessage: (message) => {
    if (message.type === "scene") {
      chosen = message.scene;
      showStage();
    }
    if (message.type !== "here") return;
    tablets = message;
    showBulletins();
  },
});
const grid = createGrid(by("board"), { facts, label: gettext("Grille") });
const letters = new LettersView(by("letters"), facts);
const top = new TopView(by("top"), data.endReasons);
const ranking = new RankingView(by("ranking"), by("ranking-after"));
const panels = new Panels({
  box: by("scene"),
  turns: by("scene-turns"),
  address: (scene) => `${data.sceneUrl}?scene=${scene}`,
  onShown: showNext,
});
const clock = new ClockView(room.clock, showStage);

function stateChanged(state, message) {
  if (message.type === "snapshot") chosen = message.scene ?? AUTO;
  const turn = state?.turn ?? null;
  letters.show(turn);
  clock.set(turn, state?.game ?? null, lettersOf(turn) ? gettext("Annonce des lettres") : "");
  grid.update(state?.board ?? [], state && lastMove(state.history));
  ranking.show(state?.ranking ?? null, state?.game.state === "finished", state?.field);
  setText(by("ranking-name"), state?.field ? gettext("Mort subite") : gettext("Classement"));
  showBulletins();
  setText(by("sound-name"), bellName(state?.game));
  setText(by("turn-name"), turnName(turn));
  setText(by("where"), state ? whereText(state.game) : "");
  showStage();
  const stands = JSON.stringify([state?.game, state?.ranking, state?.field]);
  if (standing && stands !== standing) panels.renew();
  standing = stands;
  showNext();
}

/** While the room waits for its first letters: which game they are of. */
function showNext() {
  const box = document.querySelector("[data-next]");
  const { game, turn } = room.state ?? {};
  if (!box) return;
  box.replaceChildren(...(game && !turn && game.state !== "finished"
    ? [create("h3", "", gettext("La partie va commencer")), gameFacts(game)]
    : []));
}

/** The numbers of the turn collected; until then how many tablets are there. */
function showBulletins() {
  const told = bulletinsText(room.state?.turn?.bulletins);
  const connected = gettext("Tablettes connectées : %(here)s / %(expected)s");
  setText(by("bulletins"), told || (tablets.expected ? interpolate(connected, tablets) : ""));
}

function whereText(game) {
  return `${gameName(game.number, game.kind)} · ${formatFacts(game.format).name}`;
}

function showStage() {
  const stage = room.state ? stageOf(room.state, clock.phase) : Stage.NONE;
  document.body.dataset.stage = stage;
  top.show(stage, room.state);
  if (chosen) panels.show(sceneOf(chosen, room.state, stage));
}

const full = by("full-screen");
full.hidden = !document.fullscreenEnabled;
full.addEventListener("click", () => {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen();
});
bindBell();
stayAwake();
room.start();
