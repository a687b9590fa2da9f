"""The demonstration of an event, from the sealing to the joint ranking."""

from datetime import timedelta

import pytest

from arbitrage.event.models import CentreArchive, Event, ImportedGame
from arbitrage.event.queries.joint import load_state
from arbitrage.event.services.verification import perform
from arbitrage.services.correction import correct_turn
from config.demo import event, stand_in
from tests.arbitrage.services.sanctioned_turns import hand_in
from tests.room import ring, solve_now
from tournament.core.states import TurnState
from tournament.models import Game, Turn
from tournament.queries import clock
from tournament.queries.results.tops import list_moves

#: Steps in which a game of one turn is played and sent.
MOST_STEPS = 20


def work() -> None:
    """Do what workers, the clock and a player of each centre do."""
    for turn in Turn.objects.filter(solved_at=None).select_related("game__tournament"):
        solve_now(turn)
    for turn in Turn.objects.filter(state=TurnState.OPEN).select_related("game__tournament"):
        entry = turn.game.tournament.entries.order_by("pk")[0]
        top = list_moves(turn.solutions)[0]
        hand_in(turn, entry, top, top.score)
        ring(turn)
        correct_turn(turn_id=turn.pk, now=clock.now())
    for archive in CentreArchive.objects.filter(state="waiting"):
        perform(archive=archive, clock=clock.now)


def test_two_centres_play_an_event_by_themselves(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event, "TURNS", 1)
    monkeypatch.setattr(event, "PLAYERS_OF_CENTRE", 2)
    monkeypatch.setattr(event, "WAIT", timedelta(milliseconds=1))
    monkeypatch.setattr(stand_in, "PAUSES", {})
    monkeypatch.setattr(stand_in, "ARBITER_PAUSE", timedelta(0))
    demonstration = event.set_up_event(time_s=60, now=clock.now())
    assert not Game.objects.filter(tournament=demonstration.event.source_id).exists()
    links = dict(event.list_links(demonstration))
    assert len(links) == 10
    for _ in range(MOST_STEPS):
        assert not event.act(demonstration, now=clock.now())
        work()
        if CentreArchive.objects.exclude(contribution=None).count() == 2:
            break
    later = Event.objects.get().ends_at
    assert not event.act(demonstration, now=later), "it publishes"
    assert event.act(demonstration, now=later), "it is over"
    assert ImportedGame.objects.filter(way="network").count() == 2
    state = load_state(Event.objects.get())
    assert not state.is_provisional
    assert [row.rank for row in state.joint.rows] == [1, 1, 3, 3]
