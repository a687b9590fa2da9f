"""Rounds of a classic tournament as pairing, standings and wall chart read them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from django.db.models import Prefetch, QuerySet

from tournament.classic.core.endings import Winner
from tournament.classic.core.match import MatchGameResult, won
from tournament.classic.core.rounds.berger import rounds_needed
from tournament.classic.core.rounds.history import contenders
from tournament.classic.core.rounds.lines import (
    Ended,
    MatchSide,
    RoundLine,
    absent_line,
    bye_line,
    forfeit_line,
    open_line,
    played_line,
)
from tournament.classic.core.rounds.pairing import PairingPlayer, drawn_order
from tournament.classic.core.rounds.sheets import results_of
from tournament.classic.core.rounds.standings import RoundStanding, provisional, standings
from tournament.classic.core.rounds.states import SHOWN, WITH_SCORES, ResultKind, RoundState
from tournament.classic.core.rounds.terms import Points, RoundTerms, System
from tournament.classic.core.rounds.wall_chart import WallRow, wall_chart
from tournament.classic.models import Match, MatchGame, MatchResult, MatchRound
from tournament.classic.queries.excluded import excluded_among
from tournament.core.states import PlaysOn, Publicity, TournamentState
from tournament.models import Entry, Tournament
from tournament.queries.people.public_names import PublicNames


def key_of(entry: Entry) -> int:
    """What an entry is called in the pure part: the same on every server it is restored on, so
    that chance falls the same way there."""
    key: int = entry.uid.int
    return key


def matches() -> QuerySet[Match]:
    """Matches with all that is told of them."""
    return Match.objects.select_related(
        "round", "x__table", "y__table", "x__tournament", "y__tournament"
    ).prefetch_related(
        Prefetch("games", MatchGame.objects.order_by("number")),
        Prefetch("results", MatchResult.objects.order_by("at", "pk")),
    )


def standing_result(match: Match) -> MatchResult | None:
    """What an officer wrote last; None: the games alone say how it went."""
    return next(iter(reversed(match.results.all())), None)


def games_played(match: Match) -> list[MatchGameResult]:
    """Games that are over, by the sheet or by what was played on tablets."""
    written = standing_result(match)
    if written is not None:
        return results_of([(x, y) for x, y in written.games])
    return [
        MatchGameResult(Winner(game.winner) if game.winner else None, (game.score_x, game.score_y))
        for game in match.games.all()
        if game.over_at is not None
    ]


def lines_of(match: Match, number: int, points: Points) -> dict[int, RoundLine]:
    """What a match is to each of its entries."""
    x = key_of(match.x)
    if match.y is None:
        return {x: bye_line(points, number)}
    y = key_of(match.y)
    if match.over_at is None:
        return {x: open_line(number, y), y: open_line(number, x)}
    written = standing_result(match)
    if written is not None and ResultKind(written.kind) not in WITH_SCORES:
        return {
            x: forfeit_line(points, number, y, won=match.winner == Winner.X),
            y: forfeit_line(points, number, x, won=match.winner == Winner.Y),
        }
    sides = _sides(games_played(match))
    return {
        x: played_line(points, number, y, _ended(match, Winner.X), own=sides[0], other=sides[1]),
        y: played_line(points, number, x, _ended(match, Winner.Y), own=sides[1], other=sides[0]),
    }


def sheet_lines(match: Match) -> dict[int, RoundLine]:
    """What its sheet says to each of its entries: the same as the standings (2.4.1)."""
    number = match.round.number if match.round else 0
    return lines_of(match, number, RoundTerms.read(match.x.tournament.classic).points)


def _sides(games: Sequence[MatchGameResult]) -> tuple[MatchSide, MatchSide]:
    x, y = won(games)
    scored = [sum(one.scores[rank] for one in games) for rank in (0, 1)]
    return MatchSide(scored[0], x), MatchSide(scored[1], y)


def _ended(match: Match, side: Winner) -> Ended:
    if match.winner == Winner.EQUAL:
        return Ended.DRAWN
    return Ended.WON if match.winner == side else Ended.LOST


@dataclass(frozen=True)
class RoundField:
    """Entries and rounds of a classic tournament, up to a round."""

    tournament: Tournament
    terms: RoundTerms
    rounds: list[MatchRound]
    entries: dict[int, Entry]
    cards: dict[int, list[RoundLine]]
    matches: dict[int, list[Match]] = field(repr=False)

    @cached_property
    def standings(self) -> list[RoundStanding]:
        return standings(self.cards, self.terms.order)

    @property
    def provisional(self) -> bool:
        return provisional(self.cards) or any(
            one.state != RoundState.FINISHED for one in self.rounds
        )

    @cached_property
    def wall(self) -> list[WallRow]:
        """By rank; the number of a row is its place on the chart."""
        order = [row.key for row in self.standings]
        return wall_chart(self.cards, order, max((one.number for one in self.rounds), default=0))

    @cached_property
    def excluded(self) -> frozenset[int]:
        """Keys of those who are excluded from the tournament (9.3)."""
        gone = excluded_among(self.entries.values())
        return frozenset(key for key, entry in self.entries.items() if entry.pk in gone)

    @cached_property
    def names(self) -> PublicNames:
        return PublicNames(self.tournament)

    def seed(self, number: int) -> str:
        """Of what chance decides in a round: the same each time it is asked."""
        return f"{self.tournament.uid}:{number}"

    def ranked(self, present: Sequence[Entry], number: int) -> list[PairingPlayer]:
        """Those who are there by their standing; equal ones in an order that chance made."""
        there = {key_of(entry) for entry in present}
        rank = {row.key: row.rank for row in self.standings}
        order = drawn_order(sorted(there), self.seed(0))
        return contenders(self.cards, sorted(order, key=lambda key: rank.get(key, len(rank) + 1)))


def present(tournament: Tournament) -> list[Entry]:
    """Who plays the next round: neither withdrawn nor told to be absent."""
    there = tournament.entries.filter(withdrawn=False).exclude(plays_on=PlaysOn.NOTHING)
    return list(there.select_related("table").order_by("table__number"))


def shown_rounds(tournament: Tournament) -> QuerySet[MatchRound]:
    """Rounds whose pairs everybody may see."""
    return tournament.rounds.filter(state__in=SHOWN).order_by("number")


def round_field(
    tournament: Tournament, *, before: int | None = None, public: bool = False
) -> RoundField:
    """Of the rounds that were published, ``before`` one of them only where given; ``public``: as
    far as their results are for everybody."""
    terms = RoundTerms.read(tournament.classic)
    rounds = list(shown_rounds(tournament))
    if before is not None:
        rounds = [one for one in rounds if one.number < before]
    if public:
        rounds = [one for one in rounds if results_public(tournament, one)]
    of: dict[int, list[Match]] = {one.pk: [] for one in rounds}
    for match in matches().filter(round__in=rounds).order_by("board_number", "pk"):
        of[match.round_id or 0].append(match)
    entries = {
        key_of(entry): entry
        for entry in tournament.entries.select_related("table").order_by("table__number")
    }
    cards = _cards(entries, rounds, of, terms.points)
    return RoundField(tournament, terms, rounds, entries, cards, of)


def _cards(
    entries: dict[int, Entry],
    rounds: Sequence[MatchRound],
    of: dict[int, list[Match]],
    points: Points,
) -> dict[int, list[RoundLine]]:
    """Of everybody who takes part, or did in some round."""
    cards: dict[int, list[RoundLine]] = {key: [] for key in entries}
    for one in rounds:
        lines: dict[int, RoundLine] = {}
        for match in of[one.pk]:
            lines |= lines_of(match, one.number, points)
        for key, card in cards.items():
            card.append(lines.get(key) or _missed(card, one.number, points))
    return {
        key: card
        for key, card in cards.items()
        if not entries[key].withdrawn or any(_took_part(line) for line in card)
    }


def _missed(card: Sequence[RoundLine], number: int, points: Points) -> RoundLine:
    """Who enters late has nothing for the rounds before his first."""
    late = not any(_took_part(line) for line in card)
    return absent_line(Points(absent=0) if late else points, number)


def _took_part(line: RoundLine) -> bool:
    return line.opponent is not None or line.ended is Ended.WON


def results_public(tournament: Tournament, one: MatchRound) -> bool:
    """Whether everybody may read what was scored in a round: when the tournament chose to."""
    publicity = Publicity(tournament.publicity)
    if publicity is Publicity.LIVE or tournament.state == TournamentState.ARCHIVED:
        return True
    if publicity is Publicity.GAME:
        return one.state == RoundState.FINISHED
    return all_played(tournament)


def all_played(tournament: Tournament) -> bool:
    """Whether the last round that is planned is over."""
    planned = rounds_planned(tournament)
    finished = tournament.rounds.filter(state=RoundState.FINISHED).count()
    return planned is not None and finished >= planned


def rounds_planned(tournament: Tournament) -> int | None:
    """How many rounds there are to be."""
    terms = RoundTerms.read(tournament.classic)
    if terms.rounds is not None or terms.system is not System.ROUND_ROBIN:
        return terms.rounds
    return rounds_needed(len(circle(tournament)) or len(present(tournament)))


def circle(tournament: Tournament) -> list[Entry]:
    """Who plays a round robin: who was in its first round, in the order of its tables."""
    first = tournament.rounds.filter(number=1).first()
    if first is None:
        return []
    found = [entry for one in matches().filter(round=first) for entry in (one.x, one.y) if entry]
    by_key = {key_of(entry): entry for entry in found}
    return [by_key[key] for key in drawn_order(sorted(by_key), f"{tournament.uid}:0")]
