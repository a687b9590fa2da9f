"""The events of the classic cases, in French, as commands of the product."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from engine.board.place import Place
from engine.rules.classic.letters import UNSEEN
from tournament.classic.core.commands import Command
from tournament.classic.core.rulings import DirectorDecision, MatchSanction, RulingKind
from tournament.classic.core.sides import Side
from tournament.classic.core.state import Absence, MatchState, MoveKind
from tournament.classic.core.terms import ClockKind
from tournament.core.errors import ClassicRefused

type EventFields = Mapping[str, Any]
type CommandAndData = tuple[Command, dict[str, Any]]
type Verdicts = Mapping[str, bool]
type Translation = Callable[[MatchState, EventFields, Verdicts], CommandAndData]

#: Parts of the names that a case may give to a sanction.
SANCTIONS = {
    "vingt": MatchSanction.POINTS,
    "20": MatchSanction.POINTS,
    "avert": MatchSanction.WARNING,
    "exclu": MatchSanction.EXCLUSION,
    "per": MatchSanction.LOSS,
}
DECISIONS = {
    "confirm": DirectorDecision.CONFIRM,
    "adouci": DirectorDecision.SOFTEN,
    "renforc": DirectorDecision.STRENGTHEN,
    "dejuge": DirectorDecision.OVERTURN,
}
#: Fields with numbers other than the right score.
_NOT_THE_SCORE = ("from", "announced", "old", "was", "move", "turn", "seconds")
#: Seconds if the case gives none.
_LONG_S = 4000
_SQUARE = re.compile(r"\b(?:[A-O](1[0-5]|[1-9])|(1[0-5]|[1-9])[A-O])\b")


def find_sanction(event: EventFields, *names: str) -> MatchSanction | None:
    """Return the first sanction in the fields ``names``; points are those of the scale."""
    for value in (str(event.get(name)) for name in names):
        for part, sanction in SANCTIONS.items():
            if part in value:
                return sanction
    return None


def _copy_fields(command: Command, *names: str) -> Translation:
    """Return a translation that copies these fields."""
    return lambda _state, event, _words: (command, {name: event.get(name) for name in names})


def _draw(_state: MatchState, event: EventFields, _words: Verdicts) -> CommandAndData:
    letters = event.get("letters") or UNSEEN * event["n"]
    return Command.DRAW, {"n": len(letters), "letters": letters}


def _play(_state: MatchState, event: EventFields, _words: Verdicts) -> CommandAndData:
    fields = {"word": event.get("word"), "ref": event.get("ref"), "score": event.get("announced")}
    return Command.PLAY, fields


def find_squares(event: EventFields) -> list[Place]:
    """Return the squares from which a gesture takes letters."""
    squares = [
        match[0]
        for name, value in event.items()
        if name not in ("by", "do", "to", "vers")
        for match in _SQUARE.finditer(str(value))
    ]
    return list(map(Place.parse, squares))


def _exchange(_state: MatchState, event: EventFields, _words: Verdicts) -> CommandAndData:
    n = event["n"]
    return Command.EXCHANGE, {"n": n, "letters": event.get("letters"), "drawn": UNSEEN * n}


def _verdict(state: MatchState, _event: EventFields, words: Verdicts) -> CommandAndData:
    words_challenged = state.challenge.words if state.challenge else None
    return Command.VERDICT, {"words": {word: words[word] for word in words_challenged or ()}}


def _no_definition(_state: MatchState, _event: EventFields, _words: Verdicts) -> CommandAndData:
    raise ClassicRefused("no-definition")  # an arbiter gives no definition (5.2)


def _find_move(state: MatchState, event: EventFields) -> int:
    """Return the number of the play whose word is named, or of the last play."""
    word = str(event.get("word") or "").upper()
    plays = [
        number
        for number, move in enumerate(state.moves)
        if move.kind is MoveKind.PLAY and move.stands and word in ("", move.word.upper())
    ]
    if state.contest is not None and not word:
        return state.contest.move_number
    if not plays:
        raise ClassicRefused("no-such-move")
    return plays[-1]


def _score(event: EventFields) -> int | None:
    values = [value for name, value in event.items() if name not in _NOT_THE_SCORE]
    return next((value for value in values if type(value) is int), None)


def _contest(state: MatchState, event: EventFields, _words: Verdicts) -> CommandAndData:
    return Command.CONTEST_SCORE, {"move": _find_move(state, event), "score": _score(event)}


def _correct(state: MatchState, event: EventFields, _words: Verdicts) -> CommandAndData:
    if event["by"] in list(Side):
        return Command.AGREE_SCORE, {"score": _score(event)}
    return Command.SET_SCORE, {"move": _find_move(state, event), "score": _score(event)}


def _sanction(_state: MatchState, event: EventFields, _words: Verdicts) -> CommandAndData:
    sanction = find_sanction(event, "kind", "sanction", "points")
    return Command.SANCTION, {"side": event.get("player"), "sanction": sanction}


def _decide(state: MatchState, event: EventFields, _words: Verdicts) -> CommandAndData:
    """Translate a decision: of the director on appeal, of an arbiter on a departure (10.7)."""
    left_sides = [side for side in Side if state.get_player(side).absence is Absence.LEFT]
    if left_sides and not any(ruling.is_pending for ruling in state.rulings):
        sanction = find_sanction(event, "kind", "sanction", "decision", "penalty")
        if sanction is None:
            return Command.ANSWER, {"side": left_sides[0].other}
        return Command.SANCTION, {"side": left_sides[0], "sanction": sanction}
    kind = str(event.get("kind") or event.get("decision") or "")
    decision = next(
        (candidate for start, candidate in DECISIONS.items() if kind.startswith(start)), None
    )
    fields: dict[str, Any] = {"decision": decision}
    sanction = find_sanction(event, "sanction", "to", "new", "penalty", "points", "new_kind")
    if sanction is not None:
        fields["sanction"] = sanction
    pending = next((ruling for ruling in reversed(state.rulings) if ruling.is_pending), None)
    if pending is not None and pending.kind is RulingKind.VERDICT:
        fields["words"] = {word: not admitted for word, admitted in pending.answers}
    return Command.DECIDE, fields


def _remove(_state: MatchState, event: EventFields, _words: Verdicts) -> CommandAndData:
    removed_letters = {"piochees": "drawn", "toutes": "all"}.get(event.get("among", "piochees"))
    n = event["n"]
    return Command.REMOVE_EXCESS, {"n": n, "among": removed_letters, "letters": UNSEEN * n}


def _upset(_state: MatchState, event: EventFields, _words: Verdicts) -> CommandAndData:
    penalty = find_sanction(event, "penalty", "sanction")
    fields = {
        "side": event.get("player"),
        "restorable": event.get("restorable"),
        "sanction": penalty,
    }
    return Command.UPSET, fields


def _incomplete(_state: MatchState, event: EventFields, _words: Verdicts) -> CommandAndData:
    sides = [event[name] for name in event if name != "by" and event[name] in list(Side)]
    culprit = sides[0] if sides else None
    knowingly = [event[name] for name in event if isinstance(event[name], bool)]
    return Command.INCOMPLETE, {"side": culprit if all(knowingly) else None}


def _settle(state: MatchState, event: EventFields, words: Verdicts) -> CommandAndData:
    if state.contest is not None:
        return _correct(state, event, words)
    names = ("X", "Y", "sheet_missing")
    fields = {**event, **(event.get("scores") or event.get("totals") or {})}
    return Command.SETTLE_TOTALS, {name: fields[name] for name in names if name in fields}


def _late(_state: MatchState, event: EventFields, _words: Verdicts) -> CommandAndData:
    return Command.LATE, {"side": event.get("player"), "lost": event.get("decision") == "perdant"}


def _pause(_state: MatchState, event: EventFields, _words: Verdicts) -> CommandAndData:
    if event.get("told", "arbitre") != "arbitre" or False in event.values():
        raise ClassicRefused("tell-an-arbiter")
    return Command.PAUSE, {}


def _abandon(_state: MatchState, event: EventFields, _words: Verdicts) -> CommandAndData:
    reported = event.get("told") in ("arbitre", "directeur") or event["by"] in (
        "arbitre",
        "directeur",
    )
    return Command.ABANDON, {
        "told": "arbiter" if reported else str(event.get("told")),
        "side": event.get("player"),
    }


def _time_player(_state: MatchState, event: EventFields, _words: Verdicts) -> CommandAndData:
    """Translate the timing of one player, or of both (6.4.2, 6.4.3)."""
    clock = ClockKind.CHESS if event.get("mode") == "pendule" else ClockKind.MOVE
    seconds = event.get("seconds") or _LONG_S
    return Command.TIME_PLAYER, {"side": event.get("player"), "seconds": seconds, "clock": clock}


def _about_player(command: Command) -> Translation:
    """Return a translation about the player who acts, or whom an officer names."""
    return lambda _state, event, _words: (command, {"side": event.get("player")})


EVENTS: Mapping[str, Translation] = {
    "toss": _copy_fields(Command.TOSS, "letter"),
    "tirer": _draw,
    "decouvrir": _copy_fields(Command.LOOK),
    "jouer": _play,
    "tourner": _copy_fields(Command.TURN_BOARD),
    "pendule": _copy_fields(Command.PRESS),
    "passer": _copy_fields(Command.PASS),
    "changer": _exchange,
    "je_conteste": _copy_fields(Command.CHALLENGE),
    "bulletin_contestation": _copy_fields(Command.SLIP, "words"),
    "verdict": _verdict,
    "demander_definition": _no_definition,
    "contester_score": _contest,
    "corriger_score": _correct,
    "sanction": _sanction,
    "appel": _copy_fields(Command.APPEAL),
    "decision": _decide,
    "retirer": _remove,
    "signaler_exces": _copy_fields(Command.REPORT_EXCESS),
    "constater_exces": _about_player(Command.FIND_EXCESS),
    "grille_renversee": _upset,
    "jeu_incomplet": _incomplete,
    "total_declare": _copy_fields(Command.DECLARE_TOTALS, "X", "Y"),
    "regler": _settle,
    "retard": _late,
    "arriver": _about_player(Command.ARRIVE),
    "pause": _pause,
    "revenir": _about_player(Command.RETURN),
    "partir": _about_player(Command.LEAVE),
    "appeler_arbitre": _copy_fields(Command.CALL_ARBITER),
    "abandonner": _abandon,
    "expire": _about_player(Command.EXPIRE),
    "saisir_directeur": _copy_fields(Command.REFER),
    "chronometrage_individuel": _time_player,
}
