"""Keeps the solutions of a turn, as a worker found them."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from engine.search.moves import Move
from tournament.core.events import EventKind
from tournament.core.solution_digests import bound_solutions, checksum_of
from tournament.models import Solutions, Turn
from tournament.queries.results.tops import line_of_solutions
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
    """Keep the complete list of solutions of ``turn`` as the caller read it.

    ``final``: the tops after which no letter can be placed; ``nothing_playable``: there is no
    solution, nor has any other draw of the letters left one (3.7).

    False when they are there already, or when the rack was drawn again meanwhile.
    """
    with transaction.atomic():
        same = Turn.objects.select_for_update().filter(
            pk=turn.pk, kept=turn.kept, drawn=turn.drawn, solved_at__isnull=True
        )
        if not same.exists():
            return False
        found = [[move.word, move.ref, move.score] for move in moves]
        stored = Solutions.objects.create(
            turn=turn,
            moves=found,
            checksum=checksum_of(found),
            count=len(found),
            proposed=[proposed.word, proposed.ref] if proposed else None,
            final=[[move.word, move.ref] for move in final],
            nothing_playable=nothing_playable,
            lexicon_checksum=lexicon_checksum,
        )
        same.update(solved_at=now)
        turn.refresh_from_db()
        data = {"moves": len(moves), "bound": bound_solutions(line_of_solutions(stored))}
        append(turn.game, EventKind.SOLVED, turn=turn, now=now, data=data)
    return True
