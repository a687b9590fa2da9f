"""Who is still in a *mort subite* and who is out, as the scoreboard has it (3.8.3, 5.9)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from tournament.core import mort_subite, warnings
from tournament.core.mort_subite import Revealed, RoundOutcome
from tournament.core.ranking.field import PlayedOff, Settles
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


def _boards(turns: Sequence[Turn]) -> list[Revealed[int]]:
    found: dict[int, dict[str, dict[int, int]]]
    found = {turn.pk: {"scores": {}, "warnings": {}} for turn in turns}
    lines = Score.objects.filter(turn__in=turns)
    for turn, entry, points, warned in lines.values_list("turn", "entry", "points", "warnings"):
        found[turn]["scores"][entry] = points
        found[turn]["warnings"][entry] = warned
    part: dict[int, dict[PlaysOn, set[int]]]
    part = {turn.pk: {PlaysOn.WATCHES: set(), PlaysOn.NOTHING: set()} for turn in turns}
    rows = TookPart.objects.filter(turn__in=turns, plays_on__in=NOT_AWAITED, typed="")
    for turn, entry, plays_on in rows.values_list("turn", "entry", "plays_on"):
        part[turn][PlaysOn(plays_on)].add(entry)
    return [
        Revealed(
            found[pk]["scores"],
            found[pk]["warnings"],
            watched=part[pk][PlaysOn.WATCHES],
            absent=part[pk][PlaysOn.NOTHING],
        )
        for pk in found
    ]


def played(game: Game) -> Played:
    """Four queries; the players in the order in which they were entered."""
    edition = game.tournament.regulation
    players = list(game.contenders.order_by("pk").values_list("entry", flat=True))
    turns = list(game.turns.filter(state__in=list(PLACED_TURN_STATES)).order_by("ordinal"))
    boards = _boards(turns)
    free = warnings.free(edition, format=game.format, time_s=game.time_s, kind=game.kind)
    warned = _sums(board.warnings for board in boards)
    return Played(
        game=game,
        turns=turns,
        outcome=mort_subite.played(players, boards, edition, free=free),
        points=_sums(board.scores for board in boards),
        warnings=warned,
        deductions={
            entry: warnings.deduction(edition, count, free) for entry, count in warned.items()
        },
    )


def _sums(by_turn: Iterable[Mapping[int, int]]) -> dict[int, int]:
    totals: defaultdict[int, int] = defaultdict(int)
    for counted in by_turn:
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


def watched_turns(game: Game) -> dict[int, list[int]]:
    """By entry, the numbers of the revealed turns that it watched."""
    found: defaultdict[int, list[int]] = defaultdict(list)
    if is_mort_subite(game):
        rows = TookPart.objects.filter(
            turn__game=game,
            turn__state__in=list(PLACED_TURN_STATES),
            plays_on=PlaysOn.WATCHES,
            typed="",
        )
        for entry, number in rows.order_by("turn__number").values_list("entry", "turn__number"):
            found[entry].append(number)
    return dict(found)


def settled_of_game(game: Game) -> list[PlayedOff[int]]:
    """What separates equal ones of the ranking of ``game`` alone."""
    found = settled_in(game.tournament)
    return [
        one for one in found if one.settles.numbers == {game.number} and one.settles.of_everybody
    ]


def settled_in(tournament: Tournament) -> list[PlayedOff[int]]:
    """What was separated by playing on, in the order played."""
    games = tournament.games.filter(
        kind=GameKind.MORT_SUBITE, state=GameState.FINISHED, settles__isnull=False
    ).order_by("finished_at", "number")
    return [
        PlayedOff(game.number, Settles.read(game.settles or {}), places_of(game)) for game in games
    ]
