"""The game sheet: what was drawn and retained turn by turn, and what the room did with it.

Only turns whose word lies on the grid: none before its reveal, none that was cancelled or whose
word was taken back.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Any

from engine.board.letters import sort_letters
from engine.record.game_sheet import SheetLine
from engine.rules.joker_format import Fate
from tournament.core.solo import solo
from tournament.core.states import GameState
from tournament.models import Game, Turn
from tournament.queries.mort_subite import is_mort_subite
from tournament.queries.position import GamePosition, position_of
from tournament.queries.results.hand_ins import away
from tournament.queries.results.standings import GameStandings, StandingRow

#: Scores below the top that a line of the sheet tells.
OTHERS = 3


@dataclass(frozen=True, slots=True)
class RoomResult:
    """What the room did on a turn. ``others``: the best scores that are not the top's, with how
    many had each; ``solo``: who alone scored most, told at the end of the game only (3.5)."""

    played: int
    found: int
    others: list[tuple[int, int]]
    solo: str = ""


@dataclass(frozen=True, slots=True)
class SheetTurn:
    """A line of the sheet: ``total`` is that of the tops so far, ``laid`` the word as it lies on
    the grid, where a letter may have replaced a joker (3.8.1)."""

    turn: Turn
    total: int
    laid: str
    joker_stays: bool | None
    room: RoomResult

    @property
    def line(self) -> SheetLine:
        turn = self.turn
        rejected = bool(turn.rejected)
        return SheetLine(turn.kept, turn.drawn, rejected, turn.word, turn.ref, turn.score)

    @property
    def recorded(self) -> dict[str, Any]:
        """As ``engine.record.recorded`` reads it."""
        turn = self.turn
        found: dict[str, Any] = {
            "turn": turn.number,
            "tirage": sort_letters(turn.rack),
            "kept": turn.kept,
            "drawn": turn.drawn,
            "rejected": bool(turn.rejected),
            "word": turn.word,
            "ref": turn.ref,
            "score": turn.score,
        }
        if self.joker_stays is not None:
            found["joker_stays_on_board"] = self.joker_stays
        return found


class PlayedGame:
    """A game as its sheet tells it; the base is asked once for everything that is read."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @cached_property
    def position(self) -> GamePosition:
        return position_of(self.game)

    @cached_property
    def standings(self) -> GameStandings:
        return GameStandings(self.game, public=True)

    @cached_property
    def _away(self) -> set[tuple[int, int]]:
        return away(self.position.placed)

    @property
    def over(self) -> bool:
        return self.game.state == GameState.FINISHED

    @cached_property
    def turns(self) -> list[SheetTurn]:
        placed = self.position.placed
        totals = accumulate(turn.score for turn in placed)
        return [
            SheetTurn(turn, total, *self._settled(turn), self._room(turn))
            for turn, total in zip(placed, totals, strict=True)
        ]

    def _settled(self, turn: Turn) -> tuple[str, bool | None]:
        """The word as laid, and whether its joker stays; None where none of the format is
        played."""
        fmt = self.position.fmt
        plays = fmt.joker_on_rack and any(letter.islower() for letter in turn.word)
        if not plays:
            return turn.word, None
        stays = self.position.before(turn).settled(turn).joker.fate is not Fate.REPLACED
        return (turn.word if stays else turn.word.upper()), stays

    def _room(self, turn: Turn) -> RoomResult:
        lines = [
            line
            for line in self.standings.lines.get(turn.pk, [])
            if not line.average and (turn.pk, line.entry_id) not in self._away
        ]
        counted = Counter(line.gross for line in lines if 0 < line.gross < turn.score)
        alone = solo(lines) if self.over and not is_mort_subite(self.game) else None
        names = self.standings.entries
        return RoomResult(
            played=len(lines),
            found=sum(line.gross >= turn.score for line in lines),
            others=sorted(counted.items(), reverse=True)[:OTHERS],
            solo=names[alone][1] if alone in names else "",
        )

    @property
    def total(self) -> int:
        return self.turns[-1].total if self.turns else 0

    def record(self) -> dict[str, Any]:
        """The game in the engine's format of recorded games."""
        game = self.game
        return {
            "id": f"{game.tournament.slug}-{game.number}",
            "format": game.format,
            "total": self.total,
            "turns": [turn.recorded for turn in self.turns],
        }

    def gaps(self, rows: Sequence[StandingRow]) -> list[list[int]]:
        """After every turn, of each of ``rows`` the points so far less the tops so far."""
        points = {
            turn.turn.pk: {
                line.entry_id: line.points for line in self.standings.lines.get(turn.turn.pk, [])
            }
            for turn in self.turns
        }
        return [
            list(
                accumulate(
                    points[turn.turn.pk].get(row.entry_id, 0) - turn.turn.score
                    for turn in self.turns
                )
            )
            for row in rows
        ]
