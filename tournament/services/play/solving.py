"""Stores the solutions of a turn that a worker computed."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from engine.search.moves import Move
from tournament.core.events import EventKind
from tournament.core.solution_digests import build_solutions_record, compute_checksum
from tournament.models import Solutions, Turn
from tournament.queries.results.tops import build_solutions_line
from tournament.services.journal import append


def store_solutions(
    *,
    turn: Turn,
    moves: list[Move],
    proposed: Move | None,
    lexicon_checksum: str,
    now: datetime,
    final: Sequence[Move] = (),
    nothing_playable: bool = False,
) -> bool:
    """Store the complete list of solutions of ``turn`` as the caller read it.

    ``final``: the tops after which no letter can be placed; ``nothing_playable``: neither this
    rack nor any other draw of the remaining letters has a solution (3.7).

    False if they are stored already, or the rack was drawn again meanwhile.
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
        )
        unchanged.update(solved_at=now)
        turn.refresh_from_db()
        bound = build_solutions_record(build_solutions_line(solutions))
        data = {"moves": len(moves), "bound": bound}
        append(turn.game, EventKind.SOLVED, turn=turn, now=now, data=data)
    return True
