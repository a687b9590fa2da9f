"""The solutions of an archive, which has only their checksums: they are looked for again."""

from collections.abc import Mapping
from typing import Any

from arbitrage.core.archive.errors import BadArchive
from arbitrage.core.archive.play import SolutionsRow
from arbitrage.core.archive.reading import Archive
from engine.search.moves import solve
from tournament.core.bound import checksum_of
from tournament.core.states import TurnState
from tournament.models import Solutions, Turn
from tournament.queries.lexica import lexicon_of
from tournament.queries.position import position_before


def restore_solutions(archive: Archive, keys: Mapping[Any, Any]) -> None:
    """``keys`` of the turns, which are written. Raises BadArchive for other solutions than those
    of the archive, unless nobody can know them any more: the turn was cancelled."""
    turns = Turn.objects.select_related("game__tournament").in_bulk(list(keys.values()))
    for row in archive.of(SolutionsRow):
        turn = turns[keys[row.game, row.turn]]
        moves = _moves(turn, row)
        same = (len(moves), checksum_of(moves)) == (row.count, row.checksum)
        if not same and turn.state != TurnState.CANCELLED:
            raise BadArchive("other-solutions", game=row.game, turn=turn.number)
        Solutions.objects.create(
            turn=turn,
            moves=moves if same else [],
            proposed=row.proposed,
            final=row.final,
            nothing_playable=row.nothing_playable,
            lexicon_checksum=row.lexicon,
            checksum=row.checksum,
            count=row.count,
        )


def _moves(turn: Turn, row: SolutionsRow) -> list[list[Any]]:
    lexicon = lexicon_of(turn.game)
    if lexicon.checksum != row.lexicon:
        return []
    position = position_before(turn)
    found = solve(position.board, turn.rack, lexicon, position.fmt)
    return [[move.word, move.ref, move.score] for move in found]
