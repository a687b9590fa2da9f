"""The festival of the measurements gives correct public pages, whatever its size."""

from collections import Counter
from http import HTTPStatus

import pytest
from django.db.models import F, Sum
from django.test import Client

from benchmarks.web.addresses import Chooser, list_addresses
from benchmarks.web.festival import PLANS, Festival, Size, make_festival
from tournament.core.states import GameState, TurnState
from tournament.models import Game, Score, Tournament
from tournament.views.public.ranking import load_general_ranking

#: Addresses that start another program, tested elsewhere.
PRESSED = "pdf"


def _add_totals(tournament: Tournament) -> Counter[str]:
    """Return the totals of finished games by name, from the lines of the scoreboard."""
    lines = Score.objects.filter(turn__game__tournament=tournament, turn__state__in=["done"])
    summed = lines.values_list("entry__name").annotate(Sum("points"))
    return Counter({name: points for name, points in summed if points})


def _check_ranking(tournament: Tournament) -> None:
    """Check that points are the sums of the lines, and ranks are in order."""
    ranked = load_general_ranking(tournament).ranked_entries
    points = {
        row.entrant.name: sum(result.points for result in row.entrant.results) for row in ranked
    }
    assert Counter({name: value for name, value in points.items() if value}) == _add_totals(
        tournament
    )
    totals = [sum(result.total for result in row.entrant.results) for row in ranked]
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
def test_small_festival_adds_up_and_its_public_pages_answer() -> None:
    festival = make_festival(Size(people=4, turns=1, last_turns=1))
    _check_games(festival)
    for tournament in festival.tournaments[:-1]:
        _check_ranking(tournament)
    chooser = Chooser(festival, seed=3)
    paths = {address: chooser.choose_path(address) for address in list_addresses(festival)[0]}
    read = {
        str(address): Client().get(path).status_code
        for address, path in paths.items()
        if address.is_public and PRESSED not in address.name
    }
    assert len(read) > 30
    assert set(read.values()) == {HTTPStatus.OK}, read
