"""The tops of a turn and which of them the judge may retain (3.4, 3.7)."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.board.place import Place
from engine.rules.draw import commitment
from engine.search.moves import Move
from tournament.core.states import Source
from tournament.core.tops import Setting, TopChoice, choice, recorded_choice, recorded_turn
from tournament.models import Game, Solutions, Turn
from tournament.queries.position import GamePosition, position_before


def moves_of(solutions: Solutions) -> list[Move]:
    """All solutions of a turn, best first."""
    return _moves(solutions.moves)


def _moves(rows: Sequence[Any]) -> list[Move]:
    return [Move(word, Place.parse(ref), score) for word, ref, score in rows]


def _tops(solutions: Solutions) -> list[Move]:
    """Of all solutions, which may be thousands, those with the best score."""
    rows = solutions.moves
    return _moves([row for row in rows if row[2] == rows[0][2]])


def line_of_solutions(solutions: Solutions) -> dict[str, Any]:
    """What proofs hold of the solutions of a turn: not the list, its checksum."""
    return {
        "count": solutions.count,
        "checksum": solutions.checksum,
        "proposed": solutions.proposed,
        "final": solutions.final,
        "nothing_playable": solutions.nothing_playable,
        "lexicon": solutions.lexicon_checksum,
    }


def scripted_turn(turn: Turn) -> Mapping[str, Any] | None:
    """The turn of the recorded game that ``turn`` replays, if it does."""
    game = turn.game
    return recorded_turn(game.source, game.script, number=turn.number, ordinal=turn.ordinal)


def choice_of(turn: Turn, before: GamePosition | None = None) -> TopChoice:
    """The tops of ``turn`` and the rules' verdict on them; needs its solutions.

    ``before``: the position before ``turn``, where it is known.

    Raises Solutions.DoesNotExist while they are being computed.
    """
    solutions = turn.solutions
    recorded = scripted_turn(turn)
    if recorded is not None:
        return recorded_choice(moves_of(solutions), recorded)
    tops = _tops(solutions)
    if not tops:
        return TopChoice([], [], None, "", "")
    setting = setting_of(turn, before or position_before(turn))
    return choice(setting, tops, final=solutions.final, proposed=solutions.proposed)


def setting_of(turn: Turn, position: GamePosition) -> Setting:
    """``position``: before ``turn``."""
    edition = turn.game.tournament.regulation
    return Setting(position.fmt, position.board, turn.rack, turn.number, edition)


def commitment_of(game: Game) -> str | None:
    """SHA-256 of the seed, for games whose letters the software draws."""
    return None if game.source == Source.HAND else commitment(bytes.fromhex(game.seed))
