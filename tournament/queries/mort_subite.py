"""Who is still in a *mort subite* and who is out, as the scoreboard has it (3.8.3, 5.9)."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from tournament.core import mort_subite, warnings
from tournament.core.mort_subite import Round, RoundOutcome
from tournament.core.ranking.field import Settled, Settles
from tournament.core.states import (
    NOT_AWAITED,
    PLACED_TURN_STATES,
    GameKind,
    GameState,
    PlaysOn,
    TurnState,
)
from tournament.models import Game, Score, TookPart, Tournament, Turn

#: One alone has won.
LEAST = 2
#: Turns that have been opened: who plays them is fixed.
_OPENED = frozenset(TurnState) - {TurnState.DRAWN, TurnState.ANNOUNCED}


def is_mort_subite(game: Game) -> bool:
    return game.kind == GameKind.MORT_SUBITE


def ranked_games(tournament: Tournament) -> QuerySet[Game]:
    """The games that count in rankings: a *mort subite* only separates equal ones."""
    return tournament.games.filter(kind=GameKind.DUPLICATE)


@dataclass(frozen=True)
class Played:
    """The revealed turns of a *mort subite*, and what they make of it."""

    game: Game
    turns: Sequence[Turn]
    outcome: RoundOutcome[int]
    #: By entry, all its points before what warnings cost, and all its warnings.
    points: dict[int, int]
    warnings: dict[int, int]
    #: What they cost.
    deductions: dict[int, int]

    @property
    def fell(self) -> dict[int, int]:
        """By entry that is out, the ordinal of the turn."""
        rounds = zip(self.turns, self.outcome.eliminated, strict=True)
        return {entry: turn.ordinal for turn, out in rounds for entry in out}


class _Lines:
    """What the scoreboard has of the turns of a game."""

    def __init__(self, game: Game, turns: Sequence[Turn]) -> None:
        self.game = game
        self.scores: dict[int, dict[int, int]] = {turn.pk: {} for turn in turns}
        self.warned: dict[int, dict[int, int]] = {turn.pk: {} for turn in turns}
        lines = Score.objects.filter(turn__in=turns)
        for turn, entry, points, warned in lines.values_list("turn", "entry", "points", "warnings"):
            self.scores[turn][entry] = points
            self.warned[turn][entry] = warned
        self.part: defaultdict[int, dict[int, PlaysOn]] = defaultdict(dict)
        parts = TookPart.objects.filter(turn__in=turns, plays_on__in=NOT_AWAITED, typed="")
        for turn, entry, plays_on in parts.values_list("turn", "entry", "plays_on"):
            self.part[turn][entry] = PlaysOn(plays_on)

    def spared(self, turn: Turn, players: Sequence[int], gone: set[int]) -> set[int]:
        """Who is not judged on it: it was played without him, or his bulletin is open. One who is
        not there any more has nothing, as everywhere (reading B-39)."""
        part, scores = self.part[turn.pk], self.scores[turn.pk]
        watched = {one for one in players if part.get(one) is PlaysOn.WATCHES}
        absent = gone | {one for one in players if part.get(one) is PlaysOn.NOTHING}
        open_ones = {one for one in players if one not in scores and one not in absent}
        return watched | open_ones


def played(game: Game) -> Played:
    """Three queries; the players in the order in which they were entered."""
    edition = game.tournament.regulation
    rows = list(game.contenders.order_by("pk").values_list("entry", "entry__withdrawn"))
    players = [entry for entry, _gone in rows]
    gone = {entry for entry, withdrawn in rows if withdrawn}
    turns = list(game.turns.filter(state__in=list(PLACED_TURN_STATES)).order_by("ordinal"))
    lines = _Lines(game, turns)
    free = warnings.free(edition, format=game.format, time_s=game.time_s, kind=game.kind)
    paid = mort_subite.deductions([lines.warned[turn.pk] for turn in turns], free)
    rounds = [
        Round(lines.scores[turn.pk], due, lines.spared(turn, players, gone))
        for turn, due in zip(turns, paid, strict=True)
    ]
    warned = _sums(lines.warned)
    return Played(
        game=game,
        turns=turns,
        outcome=mort_subite.play(players, rounds, edition),
        points=_sums(lines.scores),
        warnings=warned,
        deductions={
            entry: warnings.deduction(edition, count, free) for entry, count in warned.items()
        },
    )


def _sums(by_turn: dict[int, dict[int, int]]) -> dict[int, int]:
    totals: defaultdict[int, int] = defaultdict(int)
    for counted in by_turn.values():
        for entry, count in counted.items():
            totals[entry] += count
    return dict(totals)


def places_of(game: Game) -> dict[int, int]:
    """The place of each of its players, by entry."""
    rows = list(game.contenders.values_list("entry", "fell", "entry__withdrawn"))
    gone = {entry for entry, _fell, withdrawn in rows if withdrawn}
    return mort_subite.places({entry: fell for entry, fell, _gone in rows}, gone)


def still_in(game: Game) -> list[int]:
    """The entries that are in, and have not gone home."""
    held = game.contenders.filter(fell=None, entry__withdrawn=False)
    return list(held.order_by("pk").values_list("entry", flat=True))


def watching(turn: Turn) -> set[int] | None:
    """The entries of whom ``turn`` of a *mort subite* awaits nothing though they are there; None in
    another game. Fixed when the turn is opened; before, as it would be now."""
    game = turn.game
    if not is_mort_subite(game):
        return None
    if turn.state in _OPENED:
        rows = TookPart.objects.filter(turn=turn, plays_on=PlaysOn.WATCHES, typed="")
        return set(rows.values_list("entry", flat=True))
    everybody = game.tournament.entries.values_list("pk", flat=True)
    return set(everybody) - set(still_in(game))


def settled_of_game(game: Game) -> list[Settled[int]]:
    """What separates equal ones of the ranking of ``game`` alone."""
    found = settled_in(game.tournament)
    return [
        one for one in found if one.settles.numbers == {game.number} and one.settles.of_everybody
    ]


def settled_in(tournament: Tournament) -> list[Settled[int]]:
    """What was separated by playing on, in the order played."""
    games = tournament.games.filter(
        kind=GameKind.MORT_SUBITE, state=GameState.FINISHED, settles__isnull=False
    ).order_by("finished_at", "number")
    return [
        Settled(game.number, Settles.read(game.settles or {}), places_of(game)) for game in games
    ]
