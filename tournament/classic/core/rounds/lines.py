"""What each round was for each entry, in match points and tie-break points (2.4, 8, C-30)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournament.classic.core.rounds.terms import Points, TieBreak


class How(StrEnum):
    """How a round went by for an entry."""

    #: Its match is not over.
    OPEN = "open"
    PLAYED = "played"
    #: Its opponent was declared the loser without a game to count, or it was (10.5, 9.2).
    FORFEIT = "forfeit"
    #: It had no opponent, there being an odd number.
    BYE = "bye"
    ABSENT = "absent"


class Ended(StrEnum):
    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round of one entry. ``ended`` is None while it is open; ``scored`` and ``conceded`` are
    points of all games of the match."""

    number: int
    how: How
    opponent: int | None = None
    ended: Ended | None = None
    points: int = 0
    tie_break: int = 0
    scored: int = 0
    conceded: int = 0
    games_won: int = 0

    @property
    def spread(self) -> int:
        return self.scored - self.conceded

    @property
    def met(self) -> int | None:
        """Whom it sat opposite; a forfeit was no meeting, so they may be paired again."""
        return self.opponent if self.how in (How.PLAYED, How.OPEN) else None


#: The rounds of each entry, in order.
type Cards = Mapping[int, Sequence[RoundLine]]


@dataclass(frozen=True, slots=True)
class MatchSide:
    """What a side made of a match that was played: points of all games, games won."""

    scored: int
    games_won: int


def open_line(number: int, opponent: int) -> RoundLine:
    return RoundLine(number, How.OPEN, opponent)


def bye_line(terms: Points, number: int) -> RoundLine:
    return RoundLine(number, How.BYE, None, Ended.WON, terms.bye, terms.unplayed)


def absent_line(terms: Points, number: int) -> RoundLine:
    return RoundLine(number, How.ABSENT, None, Ended.LOST, terms.absent)


def forfeit_line(terms: Points, number: int, opponent: int, *, won: bool) -> RoundLine:
    """Of a match that nobody played, or that one lost before it could be (10.5)."""
    if won:
        points, tie_break = terms.forfeit, terms.unplayed
        return RoundLine(number, How.FORFEIT, opponent, Ended.WON, points, tie_break)
    return RoundLine(number, How.FORFEIT, opponent, Ended.LOST, terms.loss)


def played_line(
    terms: Points, number: int, opponent: int, ended: Ended, *, own: MatchSide, other: MatchSide
) -> RoundLine:
    """Of a match that was played; ``ended`` is not always what the points say (9.2)."""
    points = {Ended.WON: terms.win, Ended.DRAWN: terms.draw, Ended.LOST: terms.loss}[ended]
    tie_break = tie_break_points(terms, own=own, other=other)
    return RoundLine(
        number,
        How.PLAYED,
        opponent,
        ended,
        points,
        tie_break,
        own.scored,
        other.scored,
        own.games_won,
    )


def tie_break_points(terms: Points, *, own: MatchSide, other: MatchSide) -> int:
    """The Pdep of a match that was played."""
    if terms.tie_break is TieBreak.GAMES:
        return own.games_won
    if terms.tie_break is TieBreak.SCORED:
        return own.scored
    spread = own.scored - other.scored
    return spread if terms.most is None else max(-terms.most, min(terms.most, spread))
