"""The festival that the public pages are measured on tells the truth, whatever its size."""

from collections import Counter
from http import HTTPStatus

import pytest
from django.db.models import F, Sum
from django.test import Client

from benchmarks.web.addresses import Chooser, addresses
from benchmarks.web.festival import PLANS, Festival, Size, make_festival
from tournament.core.states import GameState, TurnState
from tournament.models import Game, Score, Tournament
from tournament.views.public.ranking import general_ranking

#: What costs a program of its own, and is tried elsewhere.
PRESSED = "pdf"


def _totals(tournament: Tournament) -> Counter[str]:
    """By name, from the lines of the scoreboard alone; of the games that are over."""
    lines = Score.objects.filter(turn__game__tournament=tournament, turn__state__in=["done"])
    summed = lines.values_list("entry__name").annotate(Sum("points"))
    return Counter({name: points for name, points in summed if points})


def _check_ranking(tournament: Tournament) -> None:
    """Points are the sums of the lines, and nobody is ranked after a lesser one."""
    ranked = general_ranking(tournament).ranked
    points = {row.entrant.name: sum(one.points for one in row.entrant.results) for row in ranked}
    assert Counter({name: some for name, some in points.items() if some}) == _totals(tournament)
    totals = [sum(one.total for one in row.entrant.results) for row in ranked]
    assert totals == sorted(totals, reverse=True)
    ranks = [1 + sum(other > total for other in totals) for total in totals]
    assert [row.rank for row in ranked] == ranks


def _check_games(festival: Festival) -> None:
    games = Game.objects.filter(tournament__in=festival.tournaments)
    assert games.count() == sum(len(plan.formats) for plan in PLANS)
    assert games.exclude(state=GameState.FINISHED).get() == festival.last_game
    last = festival.last_game.turns.order_by("-ordinal")[0]
    assert last.state == TurnState.OPEN
    for game in games:
        for turn in game.turns.filter(state=TurnState.DONE):
            best = turn.scores.aggregate(best=Sum("points"))["best"]
            assert best, turn
            assert turn.to_decide == 0
            assert turn.scores.filter(gross__gt=F("turn__score")).count() == 0


@pytest.mark.django_db(transaction=True)
def test_a_small_festival_adds_up_and_all_its_public_pages_answer() -> None:
    festival = make_festival(Size(people=8, turns=1, last_turns=1))
    _check_games(festival)
    for tournament in festival.tournaments[:-1]:
        _check_ranking(tournament)
    public = [one for one in addresses(festival)[0] if one.is_public and PRESSED not in one.name]
    chooser = Chooser(festival, seed=3)
    read = {str(one): Client().get(chooser.path(one)).status_code for one in public}
    assert len(read) > 30
    assert set(read.values()) == {HTTPStatus.OK}, read
