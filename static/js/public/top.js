// The place where the top is announced (3.4); before that, what the room is waiting for.

import { create } from "../dom.js";
import { gettext, interpolate } from "../i18n.js";
import { moveNode, points, topNodes } from "../live/moves.js";
import { Stage, lastMove } from "../live/stage.js";
import { breakName, endText, gameFacts } from "../live/terms.js";

const title = (text) => create("h2", "", text);

function playing(state) {
  const last = lastMove(state.history);
  return last ? [title(gettext("Dernier top")), moveNode(last)] : [];
}

function revealed({ turn }) {
  const heading = interpolate(gettext("Coup %(number)s : le top"), turn);
  const nodes = [title(heading), ...topNodes(turn.top)];
  if (turn.best !== null) {
    const text = gettext("Meilleur score de la salle : %(best)s");
    nodes.push(create("p", "best", interpolate(text, { best: points(turn.best) })));
  }
  return nodes;
}

function finished({ game, history }, endReasons) {
  const last = lastMove(history);
  const nodes = [title(gettext("Partie terminée")), create("p", "", endText(game, endReasons))];
  return last ? [...nodes, moveNode(last)] : nodes;
}

function nodesOf(stage, state, endReasons) {
  switch (stage) {
    case Stage.NONE:
      return [title(gettext("Pas encore de partie"))];
    case Stage.WAITING:
      return state.turn
        ? playing(state)
        : [title(gettext("La partie va commencer")), gameFacts(state.game)];
    case Stage.ANNOUNCED:
    case Stage.OPEN:
      return playing(state);
    case Stage.OVER:
      return [title(gettext("Terminé")), create("p", "", gettext("Le top va être annoncé."))];
    case Stage.REVEALED:
      return state.turn.top ? revealed(state) : [];
    case Stage.CANCELLED:
      return [title(gettext("Coup annulé")),
        create("p", "", gettext("De nouvelles lettres vont être tirées."))];
    case Stage.INTERRUPTED:
      return [title(breakName(state.game))];
    case Stage.FINISHED:
      return finished(state, endReasons);
    default:
      return [title(gettext("Partie annulée"))];
  }
}

export class TopView {
  #drawn = "";

  constructor(box, endReasons) {
    this.box = box;
    this.endReasons = endReasons;
  }

  show(stage, state) {
    const { turn = null, game = null, history = {} } = state ?? {};
    const drawn = JSON.stringify([stage, turn?.top, turn?.best, game, lastMove(history)]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.box.replaceChildren(...nodesOf(stage, state, this.endReasons));
  }
}
