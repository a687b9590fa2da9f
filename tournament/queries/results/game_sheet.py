"""The game sheet: letters drawn and word retained turn by turn, and the scores of the hall.

It has only turns whose word is on the grid: revealed, not cancelled, and not taken back.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Any

from engine.board.letters import sort_letters
from engine.record.game_sheet import SheetLine
from engine.rules.joker_format import JokerOutcome
from tournament.models import Game, Turn
from tournament.queries.position import GamePosition, load_position
from tournament.queries.results.cached_ranking import StandingRow
from tournament.queries.results.hand_ins import find_absent
from tournament.queries.results.solos import Solo, list_solos
from tournament.queries.results.standings import GameStandings

#: Number of scores below the top on a line of the sheet.
MAX_OTHER_SCORES = 3


@dataclass(frozen=True, slots=True)
class RoomResult:
    """Results of the hall on a turn. ``other_scores``: the best scores below the top, with the
    number of bulletins; ``solo``: at the end of the game only (3.5)."""

    bulletin_count: int
    top_count: int
    other_scores: list[tuple[int, int]]
    solo: Solo | None = None


@dataclass(frozen=True, slots=True)
class SheetTurn:
    """A line of the sheet: ``total`` is the sum of the tops so far, ``laid_word`` the word on the
    grid, where a letter may have replaced a joker (3.8.1)."""

    turn: Turn
    total: int
    laid_word: str
    joker_stays: bool | None
    room: RoomResult

    @property
    def line(self) -> SheetLine:
        turn = self.turn
        rejected = bool(turn.rejected)
        return SheetLine(turn.kept, turn.drawn, rejected, turn.word, turn.ref, turn.score)

    @property
    def record(self) -> dict[str, Any]:
        """Return the turn in the format that ``engine.record.recorded_game`` reads."""
        turn = self.turn
        record: dict[str, Any] = {
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
            record["joker_stays_on_board"] = self.joker_stays
        return record


class PlayedGame:
    """A game with the data of its sheet; each part is queried once."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @cached_property
    def position(self) -> GamePosition:
        return load_position(self.game)

    @cached_property
    def standings(self) -> GameStandings:
        return GameStandings(self.game, public=True)

    @cached_property
    def _solos(self) -> dict[int, Solo]:
        return {solo.turn_id: solo for solo in list_solos(self.standings)}

    @cached_property
    def _absent(self) -> set[tuple[int, int]]:
        return find_absent(self.position.placed_turns)

    @cached_property
    def turns(self) -> list[SheetTurn]:
        turns = self.position.placed_turns
        totals = accumulate(turn.score for turn in turns)
        return [
            SheetTurn(turn, total, *self._find_laid_word(turn), self._compute_room_result(turn))
            for turn, total in zip(turns, totals, strict=True)
        ]

    def _find_laid_word(self, turn: Turn) -> tuple[str, bool | None]:
        """Return the word on the grid, and whether its joker stays; None if no joker of the format
        is played."""
        fmt = self.position.fmt
        is_joker_played = fmt.joker_on_rack and any(letter.islower() for letter in turn.word)
        if not is_joker_played:
            return turn.word, None
        is_joker_kept = (
            self.position.get_position_before(turn).build_play(turn).joker.outcome
            is not JokerOutcome.REPLACED
        )
        return (turn.word if is_joker_kept else turn.word.upper()), is_joker_kept

    def _compute_room_result(self, turn: Turn) -> RoomResult:
        lines = [
            line
            for line in self.standings.lines.get(turn.pk, [])
            if not line.average and (turn.pk, line.entry_id) not in self._absent
        ]
        score_counts = Counter(line.gross for line in lines if 0 < line.gross < turn.score)
        return RoomResult(
            bulletin_count=len(lines),
            top_count=sum(line.gross >= turn.score for line in lines),
            other_scores=sorted(score_counts.items(), reverse=True)[:MAX_OTHER_SCORES],
            solo=self._solos.get(turn.pk),
        )

    @property
    def total(self) -> int:
        return self.turns[-1].total if self.turns else 0

    def record(self) -> dict[str, Any]:
        """Return the game in the engine's format of recorded games."""
        game = self.game
        return {
            "id": f"{game.tournament.slug}-{game.number}",
            "format": game.format,
            "total": self.total,
            "turns": [turn.record for turn in self.turns],
        }

    def compute_gaps(self, rows: Sequence[StandingRow]) -> list[list[int]]:
        """Return for each of ``rows`` the points less the tops, summed up after every turn."""
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
