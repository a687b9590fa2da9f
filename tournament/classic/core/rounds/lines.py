"""The rounds of each entry in match points and tie-break points (2.4, 8, C-30)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournament.classic.core.rounds.terms import PointsTerms, TieBreak


class RoundLineKind(StrEnum):
    """The kind of a round for an entry."""

    #: The match is not over.
    OPEN = "open"
    PLAYED = "played"
    #: One side was declared the loser without a game that counts (10.5, 9.2).
    FORFEIT = "forfeit"
    #: No opponent: the number of entries is odd.
    BYE = "bye"
    ABSENT = "absent"


class LineResult(StrEnum):
    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round of one entry; ``result`` is None while its match is open.

    ``scored`` and ``conceded`` are points over all games of the match.
    """

    number: int
    kind: RoundLineKind
    opponent: int | None = None
    result: LineResult | None = None
    points: int = 0
    tie_break: int = 0
    scored: int = 0
    conceded: int = 0
    games_won: int = 0

    @property
    def spread(self) -> int:
        return self.scored - self.conceded

    @property
    def met_opponent(self) -> int | None:
        """Return the opponent of a played match; after a forfeit they may be paired again."""
        return self.opponent if self.kind in (RoundLineKind.PLAYED, RoundLineKind.OPEN) else None


#: The rounds of each entry, in order.
type LinesByEntry = Mapping[int, Sequence[RoundLine]]


@dataclass(frozen=True, slots=True)
class MatchSide:
    """The points and the games won by one side of a played match."""

    scored: int
    games_won: int


def build_open_line(number: int, opponent: int) -> RoundLine:
    return RoundLine(number, RoundLineKind.OPEN, opponent)


def build_bye_line(terms: PointsTerms, number: int) -> RoundLine:
    return RoundLine(
        number, RoundLineKind.BYE, None, LineResult.WON, terms.bye, terms.tie_break_unplayed
    )


def build_absent_line(terms: PointsTerms, number: int) -> RoundLine:
    return RoundLine(number, RoundLineKind.ABSENT, None, LineResult.LOST, terms.absent)


def build_forfeit_line(terms: PointsTerms, number: int, opponent: int, *, won: bool) -> RoundLine:
    """Return the line of a match not played, or lost before it started (10.5)."""
    if won:
        points, tie_break = terms.forfeit, terms.tie_break_unplayed
        return RoundLine(number, RoundLineKind.FORFEIT, opponent, LineResult.WON, points, tie_break)
    return RoundLine(number, RoundLineKind.FORFEIT, opponent, LineResult.LOST, terms.loss)


def build_played_line(
    terms: PointsTerms,
    number: int,
    opponent: int,
    result: LineResult,
    *,
    own: MatchSide,
    other: MatchSide,
) -> RoundLine:
    """Return the line of a played match; ``result`` may differ from the points by decision
    (9.2)."""
    points = {LineResult.WON: terms.win, LineResult.DRAWN: terms.draw, LineResult.LOST: terms.loss}[
        result
    ]
    tie_break = compute_tie_break_points(terms, own=own, other=other)
    return RoundLine(
        number,
        RoundLineKind.PLAYED,
        opponent,
        result,
        points,
        tie_break,
        own.scored,
        other.scored,
        own.games_won,
    )


def compute_tie_break_points(terms: PointsTerms, *, own: MatchSide, other: MatchSide) -> int:
    """Return the tie-break points (Pdep) of a played match."""
    if terms.tie_break is TieBreak.GAMES:
        return own.games_won
    if terms.tie_break is TieBreak.SCORED:
        return own.scored
    spread = own.scored - other.scored
    return (
        spread
        if terms.max_spread is None
        else max(-terms.max_spread, min(terms.max_spread, spread))
    )
