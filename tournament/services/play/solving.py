"""Computes and stores the solutions of a turn; equal positions of any rooms share them."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from engine.lexicon.lexicon import Lexicon
from engine.search.moves import Move, has_any_move, solve
from tournament.core.events import EventKind
from tournament.core.solution_digests import (
    build_position_key,
    build_solutions_record,
    compute_checksum,
)
from tournament.core.tops import propose_top
from tournament.models import Solutions, Turn
from tournament.queries.lexica import load_game_lexicon
from tournament.queries.position import GamePosition, load_position_before
from tournament.queries.results.tops import build_setting, build_solutions_line, list_moves
from tournament.services.journal import append_event

#: To be raised when ``engine.search`` finds other solutions: stored lists are not shared then.
_SEARCH_VERSION = "1"


def solve_turn(*, turn_id: int, now: datetime) -> None:
    """Compute and store every solution of a turn, unless it has them."""
    turn = Turn.objects.select_related("game__tournament").filter(pk=turn_id).first()
    if turn is None or turn.solved_at is not None:
        return
    lexicon = load_game_lexicon(turn.game)
    position = load_position_before(turn)
    with transaction.atomic():
        key = _build_key(turn, position, lexicon)
        shared = _find_shared(key)
        if shared is None:
            moves = solve(position.board, turn.rack, lexicon, position.fmt)
            nothing_playable = not moves and not _is_playable(position, lexicon)
        else:
            moves, nothing_playable = list_moves(shared), shared.nothing_playable
        proposed, final = propose_top(build_setting(turn, position), moves, lexicon)
        store_solutions(
            turn=turn,
            moves=moves,
            proposed=proposed,
            final=final,
            nothing_playable=nothing_playable,
            lexicon_checksum=lexicon.checksum,
            position_key=key,
            now=now,
        )


def _build_key(turn: Turn, position: GamePosition, lexicon: Lexicon) -> str:
    edition = turn.game.tournament.regulation.key
    rules = [position.fmt.key, lexicon.checksum, edition, _SEARCH_VERSION]
    return build_position_key(position.board.rows(), turn.rack, rules)


def _find_shared(key: str) -> Solutions | None:
    """Find the solutions of an equal position, of whatever room; nothing else of it is read.

    Workers that take equal positions at the same moment all solve: none waits for another.
    """
    return Solutions.objects.filter(position_key=key).only("moves", "nothing_playable").first()


def _is_playable(position: GamePosition, lexicon: Lexicon) -> bool:
    """Return True if any draw of the remaining letters has a solution (3.7); may take seconds."""
    return has_any_move(position.board, position.whole_bag.letters, lexicon, position.fmt)


def store_solutions(
    *,
    turn: Turn,
    moves: list[Move],
    proposed: Move | None,
    lexicon_checksum: str,
    now: datetime,
    final: Sequence[Move] = (),
    nothing_playable: bool = False,
    position_key: str = "",
) -> bool:
    """Store the complete list of solutions of ``turn`` as the caller read it; return False if they
    are stored already, or the rack was drawn again meanwhile.

    ``final``: the tops after which no letter can be placed; ``nothing_playable``: no draw of the
    remaining letters has a solution (3.7); ``position_key``: equal for equal positions.
    """
    with transaction.atomic():
        unchanged = Turn.objects.select_for_update().filter(
            pk=turn.pk, kept=turn.kept, drawn=turn.drawn, solved_at__isnull=True
        )
        if not unchanged.exists():
            return False
        rows = [[move.word, move.ref, move.score] for move in moves]
        solutions = Solutions.objects.create(
            turn=turn,
            moves=rows,
            checksum=compute_checksum(rows),
            count=len(rows),
            proposed=[proposed.word, proposed.ref] if proposed else None,
            final=[[move.word, move.ref] for move in final],
            nothing_playable=nothing_playable,
            lexicon_checksum=lexicon_checksum,
            position_key=position_key,
        )
        unchanged.update(solved_at=now)
        turn.refresh_from_db()
        _append_solved(turn, solutions, now)
    return True


def _append_solved(turn: Turn, solutions: Solutions, now: datetime) -> None:
    bound = build_solutions_record(build_solutions_line(solutions))
    data = {"moves": solutions.count, "bound": bound}
    append_event(turn.game, EventKind.TURN_SOLVED, turn=turn, now=now, data=data)
