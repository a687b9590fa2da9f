// The announcement of the top (3.4); before it, what the room is waiting for.

import { createElement } from "../dom.js";
import { gettext, interpolate } from "../i18n.js";
import { createMoveNode, formatPoints, createTopNodes } from "../live/moves.js";
import { Stage, findLastMove } from "../live/stage.js";
import { formatInterruption, explainEnd, createGameFacts } from "../live/game_texts.js";

const createTitle = (text) => createElement("h2", "", text);

function createLastMoveNodes(state) {
  const lastMove = findLastMove(state.history);
  return lastMove ? [createTitle(gettext("Dernier top")), createMoveNode(lastMove)] : [];
}

function createRevealedNodes({ turn }) {
  const heading = interpolate(gettext("Coup %(number)s : le top"), turn);
  const nodes = [createTitle(heading), ...createTopNodes(turn.top)];
  if (turn.best !== null) {
    const text = gettext("Meilleur score de la salle : %(best)s");
    nodes.push(createElement("p", "best", interpolate(text, { best: formatPoints(turn.best) })));
  }
  return nodes;
}

function createFinishedNodes({ game, history }, endReasons) {
  const lastMove = findLastMove(history);
  const reason = createElement("p", "", explainEnd(game, endReasons));
  const nodes = [createTitle(gettext("Partie terminée")), reason];
  return lastMove ? [...nodes, createMoveNode(lastMove)] : nodes;
}

function createNodes(stage, state, endReasons) {
  switch (stage) {
    case Stage.NONE:
      return [createTitle(gettext("Pas encore de partie"))];
    case Stage.WAITING:
      return state.turn
        ? createLastMoveNodes(state)
        : [createTitle(gettext("La partie va commencer")), createGameFacts(state.game)];
    case Stage.ANNOUNCED:
    case Stage.OPEN:
      return createLastMoveNodes(state);
    case Stage.OVER:
      return [createTitle(gettext("Terminé")),
        createElement("p", "", gettext("Le top va être annoncé."))];
    case Stage.REVEALED:
      return state.turn.top ? createRevealedNodes(state) : [];
    case Stage.CANCELLED:
      return [createTitle(gettext("Coup annulé")),
        createElement("p", "", gettext("De nouvelles lettres vont être tirées."))];
    case Stage.INTERRUPTED:
      return [createTitle(formatInterruption(state.game))];
    case Stage.FINISHED:
      return createFinishedNodes(state, endReasons);
    default:
      return [createTitle(gettext("Partie annulée"))];
  }
}

export class TopView {
  #drawnJson = "";

  constructor(box, endReasons) {
    this.box = box;
    this.endReasons = endReasons;
  }

  show(stage, state) {
    const { turn = null, game = null, history = {} } = state ?? {};
    const json = JSON.stringify([stage, turn?.top, turn?.best, game, findLastMove(history)]);
    if (json === this.#drawnJson) return;
    this.#drawnJson = json;
    this.box.replaceChildren(...createNodes(stage, state, this.endReasons));
  }
}
