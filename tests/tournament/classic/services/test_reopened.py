"""A game that ends and reopens while its tournament is being archived."""

from threading import Event

import pytest
from django.db import transaction

from tests.room import Room
from tests.tournament.classic.services.tables import ARBITER, MatchTable
from tests.tournament.services.test_races import Other
from tests.waiting import TIMEOUT_S
from tournament.classic.core.commands import Command
from tournament.classic.models import Match, MatchGame
from tournament.classic.services import play, results
from tournament.core.states import TournamentCommand
from tournament.services.lifecycle import move_tournament


def test_archiving_waits_for_a_command_that_reopens_a_game(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = MatchTable(room)
    table.start()
    opening, go_on = Event(), Event()

    def slowly(*, match: Match, now: object) -> None:
        results.store_match_result(match=match, now=table.now)
        opening.set()
        go_on.wait(TIMEOUT_S)

    with transaction.atomic():
        table.run(Command.SANCTION, ARBITER, side="X", sanction="loss")
        monkeypatch.setattr(play, "store_match_result", slowly)
        lift = Other(lambda: table.run(Command.LIFT, ARBITER, ruling=0))
    try:
        assert opening.wait(TIMEOUT_S)
        archive = Other(
            lambda: move_tournament(
                tournament=room.tournament,
                command=TournamentCommand.ARCHIVE,
                **room.get_author_and_time(),
            )
        )
    finally:
        go_on.set()
    lift.finish()
    assert lift.error is None
    assert archive.get_refusal() == "match-under-way"
    assert MatchGame.objects.get(pk=table.game.pk).over_at is None
