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

type Told = Mapping[str, Any]
type Said = tuple[Command, dict[str, Any]]
type Verdicts = Mapping[str, bool]
type Translation = Callable[[MatchState, Told, Verdicts], Said]

#: By what a case may call them, whatever words it adds.
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
#: Numbers of a case about a score that are not the score that is right.
_NOT_THE_SCORE = ("from", "announced", "old", "was", "move", "turn", "seconds")
#: Where a case gives no seconds.
_LONG_S = 4000
_SQUARE = re.compile(r"\b(?:[A-O](1[0-5]|[1-9])|(1[0-5]|[1-9])[A-O])\b")


def sanction_named(told: Told, *names: str) -> MatchSanction | None:
    """The first sanction among what ``names`` say; points are those of the scale."""
    for value in (str(told.get(name)) for name in names):
        for part, sanction in SANCTIONS.items():
            if part in value:
                return sanction
    return None


def _only(command: Command, *names: str) -> Translation:
    """A command that says what the case says, by the same names."""
    return lambda _state, told, _words: (command, {name: told.get(name) for name in names})


def _draw(_state: MatchState, told: Told, _words: Verdicts) -> Said:
    letters = told.get("letters") or UNSEEN * told["n"]
    return Command.DRAW, {"n": len(letters), "letters": letters}


def _play(_state: MatchState, told: Told, _words: Verdicts) -> Said:
    said = {"word": told.get("word"), "ref": told.get("ref"), "score": told.get("announced")}
    return Command.PLAY, said


def squares_named(told: Told) -> list[Place]:
    """Those that a gesture takes letters from."""
    squares = [
        found[0]
        for name, value in told.items()
        if name not in ("by", "do", "to", "vers")
        for found in _SQUARE.finditer(str(value))
    ]
    return list(map(Place.parse, squares))


def _exchange(_state: MatchState, told: Told, _words: Verdicts) -> Said:
    n = told["n"]
    return Command.EXCHANGE, {"n": n, "letters": told.get("letters"), "drawn": UNSEEN * n}


def _verdict(state: MatchState, _told: Told, words: Verdicts) -> Said:
    asked = state.challenge.words if state.challenge else None
    return Command.VERDICT, {"words": {word: words[word] for word in asked or ()}}


def _no_definition(_state: MatchState, _told: Told, _words: Verdicts) -> Said:
    raise ClassicRefused("no-definition")  # an arbiter says nothing of a word (5.2)


def _move_named(state: MatchState, told: Told) -> int:
    """Of the play whose word is named, or of the last one."""
    word = str(told.get("word") or "").upper()
    plays = [
        number
        for number, one in enumerate(state.moves)
        if one.kind is MoveKind.PLAY and one.stands and word in ("", one.word.upper())
    ]
    if state.contest is not None and not word:
        return state.contest.move
    if not plays:
        raise ClassicRefused("no-such-move")
    return plays[-1]


def _score(told: Told) -> int | None:
    found = [value for name, value in told.items() if name not in _NOT_THE_SCORE]
    return next((value for value in found if type(value) is int), None)


def _contest(state: MatchState, told: Told, _words: Verdicts) -> Said:
    return Command.CONTEST_SCORE, {"move": _move_named(state, told), "score": _score(told)}


def _correct(state: MatchState, told: Told, _words: Verdicts) -> Said:
    if told["by"] in list(Side):
        return Command.AGREE_SCORE, {"score": _score(told)}
    return Command.SET_SCORE, {"move": _move_named(state, told), "score": _score(told)}


def _sanction(_state: MatchState, told: Told, _words: Verdicts) -> Said:
    which = sanction_named(told, "kind", "sanction", "points")
    return Command.SANCTION, {"side": told.get("player"), "sanction": which}


def _decide(state: MatchState, told: Told, _words: Verdicts) -> Said:
    """By the director on appeal; by an arbiter about who has left (10.7)."""
    gone = [side for side in Side if state.player(side).away is Absence.LEFT]
    if gone and not any(one.is_pending for one in state.rulings):
        which = sanction_named(told, "kind", "sanction", "decision", "penalty")
        if which is None:
            return Command.ANSWER, {"side": gone[0].other}
        return Command.SANCTION, {"side": gone[0], "sanction": which}
    kind = str(told.get("kind") or told.get("decision") or "")
    decision = next((one for start, one in DECISIONS.items() if kind.startswith(start)), None)
    said: dict[str, Any] = {"decision": decision}
    which = sanction_named(told, "sanction", "to", "new", "penalty", "points", "new_kind")
    if which is not None:
        said["sanction"] = which
    asked = next((one for one in reversed(state.rulings) if one.is_pending), None)
    if asked is not None and asked.kind is RulingKind.VERDICT:
        said["words"] = {word: not admitted for word, admitted in asked.answers}
    return Command.DECIDE, said


def _remove(_state: MatchState, told: Told, _words: Verdicts) -> Said:
    among = {"piochees": "drawn", "toutes": "all"}.get(told.get("among", "piochees"))
    n = told["n"]
    return Command.REMOVE_EXCESS, {"n": n, "among": among, "letters": UNSEEN * n}


def _upset(_state: MatchState, told: Told, _words: Verdicts) -> Said:
    penalty = sanction_named(told, "penalty", "sanction")
    said = {"side": told.get("player"), "restorable": told.get("restorable"), "sanction": penalty}
    return Command.UPSET, said


def _incomplete(_state: MatchState, told: Told, _words: Verdicts) -> Said:
    sides = [told[name] for name in told if name != "by" and told[name] in list(Side)]
    culprit = sides[0] if sides else None
    knowingly = [told[name] for name in told if isinstance(told[name], bool)]
    return Command.INCOMPLETE, {"side": culprit if all(knowingly) else None}


def _settle(state: MatchState, told: Told, words: Verdicts) -> Said:
    if state.contest is not None:
        return _correct(state, told, words)
    names = ("X", "Y", "sheet_missing")
    said = {**told, **(told.get("scores") or told.get("totals") or {})}
    return Command.SETTLE_TOTALS, {name: said[name] for name in names if name in said}


def _late(_state: MatchState, told: Told, _words: Verdicts) -> Said:
    return Command.LATE, {"side": told.get("player"), "lost": told.get("decision") == "perdant"}


def _pause(_state: MatchState, told: Told, _words: Verdicts) -> Said:
    if told.get("told", "arbitre") != "arbitre" or False in told.values():
        raise ClassicRefused("tell-an-arbiter")
    return Command.PAUSE, {}


def _abandon(_state: MatchState, told: Told, _words: Verdicts) -> Said:
    heard = told.get("told") in ("arbitre", "directeur") or told["by"] in ("arbitre", "directeur")
    return Command.ABANDON, {
        "told": "arbiter" if heard else str(told.get("told")),
        "side": told.get("player"),
    }


def _time_player(_state: MatchState, told: Told, _words: Verdicts) -> Said:
    """One player, or both with what the case says (6.4.2, 6.4.3)."""
    clock = ClockKind.CHESS if told.get("mode") == "pendule" else ClockKind.MOVE
    seconds = told.get("seconds") or _LONG_S
    return Command.TIME_PLAYER, {"side": told.get("player"), "seconds": seconds, "clock": clock}


def _of(command: Command) -> Translation:
    """Of the player who acts, or of the one that an officer names."""
    return lambda _state, told, _words: (command, {"side": told.get("player")})


EVENTS: Mapping[str, Translation] = {
    "toss": _only(Command.TOSS, "letter"),
    "tirer": _draw,
    "decouvrir": _only(Command.LOOK),
    "jouer": _play,
    "tourner": _only(Command.TURN),
    "pendule": _only(Command.PRESS),
    "passer": _only(Command.PASS),
    "changer": _exchange,
    "je_conteste": _only(Command.CHALLENGE),
    "bulletin_contestation": _only(Command.SLIP, "words"),
    "verdict": _verdict,
    "demander_definition": _no_definition,
    "contester_score": _contest,
    "corriger_score": _correct,
    "sanction": _sanction,
    "appel": _only(Command.APPEAL),
    "decision": _decide,
    "retirer": _remove,
    "signaler_exces": _only(Command.REPORT_EXCESS),
    "constater_exces": _of(Command.FIND_EXCESS),
    "grille_renversee": _upset,
    "jeu_incomplet": _incomplete,
    "total_declare": _only(Command.DECLARE_TOTALS, "X", "Y"),
    "regler": _settle,
    "retard": _late,
    "arriver": _of(Command.ARRIVE),
    "pause": _pause,
    "revenir": _of(Command.RETURN),
    "partir": _of(Command.LEAVE),
    "appeler_arbitre": _only(Command.CALL_ARBITER),
    "abandonner": _abandon,
    "expire": _of(Command.EXPIRE),
    "saisir_directeur": _only(Command.REFER),
    "chronometrage_individuel": _time_player,
}
