"""The solutions of an archive, which has only their checksums: they are looked for again.

That takes most of the time of a restoration, and what is looked for is what a file says: only as
much as a tournament has, and before anything is locked or written.
"""

import zlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from arbitrage.archive.core.errors import BadArchive
from arbitrage.archive.core.play import GameRow, SolutionsRow, TurnRow
from arbitrage.archive.core.reading import Archive
from arbitrage.archive.services.restoring.lines import line_of
from engine.search.moves import solve
from tournament.core.solution_digests import checksum_of
from tournament.core.states import TurnState
from tournament.models import Game, Solutions, Turn, WordList
from tournament.queries.lexica import lexicon_of
from tournament.queries.position import GamePosition, format_of

#: Turns of one game: its tiles laid one by one, and as many turns cancelled.
MOST_OF_GAME = 200
#: Turns of an archive, and their solutions all together: ten times a great tournament.
MOST_TURNS, MOST_MOVES = 6000, 20_000_000


@dataclass(frozen=True, slots=True)
class Solved:
    """The solutions of a line, packed: those of all turns are held until they are written. None
    where others were found for a turn that was cancelled, so that nobody can know them."""

    row: SolutionsRow
    packed: bytes | None

    @property
    def moves(self) -> list[list[Any]]:
        return [] if self.packed is None else msgspec.json.decode(zlib.decompress(self.packed))


def solved_again(
    archive: Archive, lists: Mapping[str, WordList], most: int = MOST_TURNS
) -> list[Solved]:
    """Of at most ``most`` turns; ``lists``: the words of the games by checksum. Raises BadArchive,
    also for other solutions than those of the archive."""
    rows = archive.of(SolutionsRow)
    _check_size(rows, most)
    games = {row.number: _game(row, lists) for row in archive.of(GameRow)}
    turns = _turns(archive)
    found = []
    for number, row in enumerate(rows, start=1):
        with line_of("solutions", number):
            turn = turns[row.game][row.turn]
            position = GamePosition(games[row.game], list(turns[row.game].values())).before(turn)
            found.append(_solved(position, turn, row))
    return found


def _check_size(rows: Sequence[SolutionsRow], most: int) -> None:
    of_game = Counter(row.game for row in rows)
    crowded = next((game for game, count in of_game.items() if count > MOST_OF_GAME), None)
    if crowded is not None:
        raise BadArchive("too-many-turns-of-game", game=crowded, most=MOST_OF_GAME)
    if len(rows) > most or sum(row.count for row in rows) > MOST_MOVES:
        raise BadArchive("too-many-turns", most=most)


def _game(row: GameRow, lists: Mapping[str, WordList]) -> Game:
    words = lists[row.word_list.checksum] if row.word_list else None
    return Game(format=row.format, word_list=words, extra_words=row.extra_words)


def _turns(archive: Archive) -> dict[int, dict[int, Turn]]:
    """By game and ordinal, in order, as far as the grid follows from them."""
    names = ("ordinal", "number", "state", "kept", "drawn", "word", "ref", "score")
    found: dict[int, dict[int, Turn]] = {}
    for row in sorted(archive.of(TurnRow), key=lambda row: (row.game, row.ordinal)):
        turn = Turn(**{name: getattr(row, name) for name in names})
        found.setdefault(row.game, {})[row.ordinal] = turn
    return found


def _solved(position: GamePosition, turn: Turn, row: SolutionsRow) -> Solved:
    moves = _moves(position, turn, row)
    if (len(moves), checksum_of(moves)) == (row.count, row.checksum):
        return Solved(row, zlib.compress(msgspec.json.encode(moves), 1))
    if turn.state != TurnState.CANCELLED:
        raise BadArchive("other-solutions", game=row.game, turn=turn.number)
    return Solved(row, None)


def _moves(position: GamePosition, turn: Turn, row: SolutionsRow) -> list[list[Any]]:
    """Raises ValueError for a rack that nobody draws."""
    if position.game.word_list is None:
        return []
    lexicon = lexicon_of(position.game)
    if lexicon.checksum != row.lexicon:
        return []
    fmt = format_of(position.game)
    if len(turn.rack) > fmt.rack_size or not Counter(turn.rack) <= Counter(fmt.letters.counts):
        raise ValueError(turn.rack)
    found = solve(position.board, turn.rack, lexicon, fmt)
    return [[move.word, move.ref, move.score] for move in found]


def restore_solutions(solved: Sequence[Solved], keys: Mapping[Any, Any]) -> None:
    """``keys`` of the turns, which are written."""
    for one in solved:
        row = one.row
        Solutions.objects.create(
            turn_id=keys[row.game, row.turn],
            moves=one.moves,
            proposed=row.proposed,
            final=row.final,
            nothing_playable=row.nothing_playable,
            lexicon_checksum=row.lexicon,
            checksum=row.checksum,
            count=row.count,
        )
