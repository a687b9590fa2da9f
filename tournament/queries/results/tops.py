"""The tops of a turn, and those that the judge may retain (3.4, 3.7)."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.board.place import Place
from engine.rules.draw import compute_commitment
from engine.search.moves import Move
from tournament.core.states import Source
from tournament.core.tops import (
    TopChoice,
    TopChoiceInput,
    build_recorded_choice,
    choose_top,
    find_recorded_turn,
)
from tournament.models import Game, Solutions, Turn
from tournament.queries.position import GamePosition, load_position_before


def list_moves(solutions: Solutions) -> list[Move]:
    """Return all solutions of a turn, best first."""
    return _to_moves(solutions.moves)


def _to_moves(rows: Sequence[Any]) -> list[Move]:
    return [Move(word, Place.parse(ref), score) for word, ref, score in rows]


def _list_tops(solutions: Solutions) -> list[Move]:
    """Return the solutions with the best score, without reading the others, perhaps thousands."""
    rows = solutions.moves
    return _to_moves([row for row in rows if row[2] == rows[0][2]])


def build_solutions_line(solutions: Solutions) -> dict[str, Any]:
    """Return the data of a turn's solutions that proofs contain: the list by its checksum."""
    return {
        "count": solutions.count,
        "checksum": solutions.checksum,
        "proposed": solutions.proposed,
        "final": solutions.final,
        "nothing_playable": solutions.nothing_playable,
        "lexicon": solutions.lexicon_checksum,
    }


def find_scripted_turn(turn: Turn) -> Mapping[str, Any] | None:
    """Return the turn of the recorded game that ``turn`` replays, if it does."""
    game = turn.game
    return find_recorded_turn(game.source, game.script, number=turn.number, ordinal=turn.ordinal)


def load_choice(turn: Turn, position: GamePosition | None = None) -> TopChoice:
    """Return the tops of ``turn`` and those that the rules allow; needs its solutions.

    ``position``: the one before ``turn``, if it is known.

    Raise Solutions.DoesNotExist while they are being computed.
    """
    solutions = turn.solutions
    recorded = find_scripted_turn(turn)
    if recorded is not None:
        return build_recorded_choice(list_moves(solutions), recorded)
    tops = _list_tops(solutions)
    if not tops:
        return TopChoice([], [], None, "", "")
    setting = build_setting(turn, position or load_position_before(turn))
    return choose_top(setting, tops, final=solutions.final, proposed=solutions.proposed)


def build_setting(turn: Turn, position: GamePosition) -> TopChoiceInput:
    """Collect the data of the choice; ``position`` is the one before ``turn``."""
    edition = turn.game.tournament.regulation
    return TopChoiceInput(position.fmt, position.board, turn.rack, turn.number, edition)


def get_commitment(game: Game) -> str | None:
    """Return the SHA-256 of the seed, for games whose letters the software draws."""
    return None if game.source == Source.HAND else compute_commitment(bytes.fromhex(game.seed))
