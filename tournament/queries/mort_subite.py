"""Survivors and eliminated entries of a *mort subite*, from the scoreboard (3.8.3, 5.9)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from tournament.core import mort_subite, warnings
from tournament.core.mort_subite import RevealedTurn, RoundOutcome
from tournament.core.ranking.ranking_input import PlayOffResult, PlayOffScope
from tournament.core.states import (
    NOT_EXPECTED_MEDIA,
    PLACED_TURN_STATES,
    GameKind,
    GameState,
    PlayMedium,
    TurnState,
)
from tournament.models import Game, Score, Tournament, Turn, TurnParticipation

#: With fewer entries the game is won.
MIN_CONTENDERS = 2
#: States of turns that were opened: their players are fixed.
_OPENED_STATES = frozenset(TurnState) - {TurnState.DRAWN, TurnState.ANNOUNCED}


def is_mort_subite(game: Game) -> bool:
    return game.kind == GameKind.MORT_SUBITE


def list_ranked_games(tournament: Tournament) -> QuerySet[Game]:
    """Return the games that count in rankings: a *mort subite* only breaks ties."""
    return tournament.games.filter(kind=GameKind.DUPLICATE)


@dataclass(frozen=True)
class MortSubiteOutcome:
    """The revealed turns of a *mort subite*, and their outcome."""

    game: Game
    turns: Sequence[Turn]
    outcome: RoundOutcome[int]
    #: All points by entry, before the cost of warnings, and all warnings.
    points: dict[int, int]
    warnings: dict[int, int]
    #: Points lost for warnings.
    deductions: dict[int, int]

    @property
    def elimination_turns(self) -> dict[int, int]:
        """Return the ordinal of the turn that eliminated each entry that is out."""
        rounds = zip(self.turns, self.outcome.eliminated, strict=True)
        return {entry: turn.ordinal for turn, eliminated in rounds for entry in eliminated}


def _load_revealed_turns(turns: Sequence[Turn]) -> list[RevealedTurn[int]]:
    scores_and_warnings: dict[int, dict[str, dict[int, int]]]
    scores_and_warnings = {turn.pk: {"scores": {}, "warnings": {}} for turn in turns}
    lines = Score.objects.filter(turn__in=turns)
    for turn, entry, points, warned in lines.values_list("turn", "entry", "points", "warnings"):
        scores_and_warnings[turn]["scores"][entry] = points
        scores_and_warnings[turn]["warnings"][entry] = warned
    not_playing: dict[int, dict[PlayMedium, set[int]]]
    not_playing = {
        turn.pk: {PlayMedium.WATCHING: set(), PlayMedium.ABSENT: set()} for turn in turns
    }
    rows = TurnParticipation.objects.filter(
        turn__in=turns, plays_on__in=NOT_EXPECTED_MEDIA, typed=""
    )
    for turn, entry, plays_on in rows.values_list("turn", "entry", "plays_on"):
        not_playing[turn][PlayMedium(plays_on)].add(entry)
    return [
        RevealedTurn(
            scores_and_warnings[pk]["scores"],
            scores_and_warnings[pk]["warnings"],
            watching_players=not_playing[pk][PlayMedium.WATCHING],
            absent_players=not_playing[pk][PlayMedium.ABSENT],
        )
        for pk in scores_and_warnings
    ]


def compute_outcome(game: Game) -> MortSubiteOutcome:
    """Compute the outcome in four queries; the players in the order of their registration."""
    edition = game.tournament.regulation
    players = list(game.contenders.order_by("pk").values_list("entry", flat=True))
    turns = list(game.turns.filter(state__in=list(PLACED_TURN_STATES)).order_by("ordinal"))
    revealed_turns = _load_revealed_turns(turns)
    free_warnings = warnings.get_free_warnings(
        edition, format=game.format, time_s=game.time_s, kind=game.kind
    )
    warning_counts = _add_up(revealed_turn.warnings for revealed_turn in revealed_turns)
    return MortSubiteOutcome(
        game=game,
        turns=turns,
        outcome=mort_subite.compute_outcome_of_turns(
            players, revealed_turns, edition, free_warnings=free_warnings
        ),
        points=_add_up(revealed_turn.scores for revealed_turn in revealed_turns),
        warnings=warning_counts,
        deductions={
            entry: warnings.compute_deduction(edition, count, free_warnings)
            for entry, count in warning_counts.items()
        },
    )


def _add_up(by_turn: Iterable[Mapping[int, int]]) -> dict[int, int]:
    totals: defaultdict[int, int] = defaultdict(int)
    for turn_counts in by_turn:
        for entry, count in turn_counts.items():
            totals[entry] += count
    return dict(totals)


def get_places(game: Game) -> dict[int, int]:
    """Return the place of each of its players, by entry."""
    rows = list(game.contenders.values_list("entry", "fell", "entry__withdrawn"))
    withdrawn_entries = {entry for entry, _fell, withdrawn in rows if withdrawn}
    return mort_subite.compute_places(
        {entry: elimination_turn for entry, elimination_turn, _withdrawn in rows}, withdrawn_entries
    )


def list_survivors(game: Game) -> list[int]:
    """List the entries that are still in and have not left."""
    contenders = game.contenders.filter(fell=None, entry__withdrawn=False)
    return list(contenders.order_by("pk").values_list("entry", flat=True))


def find_watchers(turn: Turn) -> set[int] | None:
    """Return the entries that are present but not expected to play ``turn`` of a *mort subite*;
    None for another kind of game. Fixed when the turn is opened; before, as it would be now."""
    game = turn.game
    if not is_mort_subite(game):
        return None
    if turn.state in _OPENED_STATES:
        rows = TurnParticipation.objects.filter(turn=turn, plays_on=PlayMedium.WATCHING, typed="")
        return set(rows.values_list("entry", flat=True))
    entries = game.tournament.entries.values_list("pk", flat=True)
    return set(entries) - set(list_survivors(game))


def list_watched_turns(game: Game) -> dict[int, list[int]]:
    """Return by entry the numbers of the revealed turns that it only watched."""
    numbers: defaultdict[int, list[int]] = defaultdict(list)
    if is_mort_subite(game):
        rows = TurnParticipation.objects.filter(
            turn__game=game,
            turn__state__in=list(PLACED_TURN_STATES),
            plays_on=PlayMedium.WATCHING,
            typed="",
        )
        for entry, number in rows.order_by("turn__number").values_list("entry", "turn__number"):
            numbers[entry].append(number)
    return dict(numbers)


def list_game_playoffs(game: Game) -> list[PlayOffResult[int]]:
    """List the tie-breaks that apply to the ranking of ``game`` alone."""
    playoffs = list_playoffs(game.tournament)
    return [
        playoff
        for playoff in playoffs
        if playoff.scope.numbers == {game.number} and playoff.scope.is_general
    ]


def list_playoffs(tournament: Tournament) -> list[PlayOffResult[int]]:
    """List the finished *morts subites* that broke ties, in playing order."""
    games = tournament.games.filter(
        kind=GameKind.MORT_SUBITE, state=GameState.FINISHED, settles__isnull=False
    ).order_by("finished_at", "number")
    return [
        PlayOffResult(game.number, PlayOffScope.from_json(game.settles or {}), get_places(game))
        for game in games
    ]
