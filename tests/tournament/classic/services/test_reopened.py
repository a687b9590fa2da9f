"""A game that ends and is open again at the same moment, in a tournament that is being archived."""

from threading import Event

import pytest
from django.db import transaction

from tests.patience import PATIENCE_S
from tests.room import Room
from tests.tournament.classic.services.tables import ARBITER, MatchTable
from tests.tournament.services.test_races import Other
from tournament.classic.core.commands import Command
from tournament.classic.models import Match, MatchGame
from tournament.classic.services import play, results
from tournament.core.states import TournamentCommand
from tournament.services.lifecycle import move_tournament


def test_nobody_archives_under_a_command_that_waited_for_the_end_of_the_game_and_opens_it_again(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = MatchTable(room)
    table.start()
    opening, go_on = Event(), Event()

    def slowly(*, match: Match, now: object) -> None:
        results.conclude(match=match, now=table.now)
        opening.set()
        go_on.wait(PATIENCE_S)

    with transaction.atomic():
        table.does(Command.SANCTION, ARBITER, side="X", sanction="loss")
        monkeypatch.setattr(play, "conclude", slowly)
        lift = Other(lambda: table.does(Command.LIFT, ARBITER, ruling=0))
    try:
        assert opening.wait(PATIENCE_S)
        archive = Other(
            lambda: move_tournament(
                tournament=room.tournament, command=TournamentCommand.ARCHIVE, **room.by()
            )
        )
    finally:
        go_on.set()
    lift.finished()
    assert lift.error is None
    assert archive.refusal() == "match-under-way"
    assert MatchGame.objects.get(pk=table.game.pk).over_at is None
