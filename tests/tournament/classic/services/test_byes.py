"""Byes, and who of them gets the points of a bye."""

from collections.abc import Callable

import pytest
from django.db import transaction
from django.db.models import Q

from tests.classic_room import NAMES, ClassicRoom, make_classic_room
from tests.rows import every_row
from tournament.classic.core.commands import Command
from tournament.classic.core.rounds.states import RoundCommand
from tournament.classic.core.rounds.terms import PairingSystem
from tournament.classic.core.sides import Actor
from tournament.classic.models import MatchGame, MatchRound
from tournament.classic.queries.rounds import get_pairing_key
from tournament.classic.services.matches import open_game
from tournament.classic.services.play import run_command
from tournament.classic.services.rounds import discard_round
from tournament.core.states import PlayMedium
from tournament.models import Entry
from tournament.services.people.registration import withdraw_entry
from tournament.services.play.participation import change_plays_on

pytestmark = pytest.mark.django_db


def _withdraw(room: ClassicRoom, entry: Entry) -> None:
    withdraw_entry(entry=entry, **room.get_author_and_time())


def _set_absent(room: ClassicRoom, entry: Entry) -> None:
    change_plays_on(
        tournament=room.tournament,
        entries=[entry.pk],
        plays_on=PlayMedium.ABSENT,
        **room.get_author_and_time(),
    )


def _exclude(room: ClassicRoom, entry: Entry) -> None:
    """Exclude by a decision in the game of the first round (9.3)."""
    game = MatchGame.objects.get(Q(match__x=entry) | Q(match__y=entry), match__round__number=1)
    data = {"side": "X" if game.match.x == entry else "Y", "sanction": "exclusion"}
    run_command(
        game_id=game.pk,
        command=Command.SANCTION,
        actor=Actor.DIRECTOR,
        data=data,
        **room.get_author_and_time(),
    )


def _leave(
    room: ClassicRoom,
    match_round: MatchRound,
    leave: Callable[[ClassicRoom, Entry], None],
    when: RoundCommand | None,
) -> tuple[int, int]:
    """Return the match points of the player with the bye before the end of the round and after;
    they leave after the command ``when``, None: before the pairing."""
    (entry,) = [match.x for match in room.matches(match_round) if match.y is None]

    def get_points() -> int:
        (points,) = [
            row.points for row in room.load_rounds().lines_by_entry[get_pairing_key(entry)][1:]
        ]
        return points

    if when is None:
        discard_round(match_round=match_round, **room.get_author_and_time())
        leave(room, entry)
        match_round = room.prepare()
        assert all(match.x != entry for match in room.matches(match_round) if match.y is None)
    for command in (RoundCommand.PUBLISH, RoundCommand.START):
        match_round = room.move(match_round, command)
        if command is when:
            leave(room, entry)
    points = get_points()
    room.play(match_round)
    room.finish(match_round)
    return points, get_points()


def test_bye_pays_only_entries_present_at_the_start() -> None:
    leaving = {"withdrawn": _withdraw, "absent": _set_absent, "excluded": _exclude}
    paid = {("withdrawn", RoundCommand.START), ("absent", RoundCommand.START)}
    with every_row() as row:
        for system in PairingSystem:
            room = make_classic_room(NAMES[:5], system=system, rounds=5)
            first = room.begin()
            room.terms(on_paper=False)
            for match in room.matches(first):
                if match.y is not None:
                    game_id = open_game(match=match, **room.get_author_and_time()).pk
                    run_command(
                        game_id=game_id,
                        command=Command.STOP,
                        actor=Actor.DIRECTOR,
                        **room.get_author_and_time(),
                    )
            room.terms(on_paper=True)
            room.finish(first)
            second = room.prepare()
            for name, leave in leaving.items():
                for when in (None, RoundCommand.PUBLISH, RoundCommand.START):
                    is_paid = (name, when) == ("withdrawn", RoundCommand.START)
                    if system != PairingSystem.SWISS and not is_paid:
                        continue  # the systems pair, the rounds pay
                    with row(f"{system} {name} {when}"), transaction.atomic():
                        expected = 2 if (name, when) in paid else 0
                        assert _leave(room, second, leave, when) == (expected, expected)
                        transaction.set_rollback(True)
