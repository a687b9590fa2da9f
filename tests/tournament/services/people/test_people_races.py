"""Two of the office at the same moment, over the same people."""

import pytest
from django.db import transaction

from tests.bulletins import play_first_turn
from tests.room import Room, ring
from tests.tournament.services.test_races import Other, announced
from tournament.core.errors import WrongState
from tournament.core.people.player_data import PlayerData
from tournament.core.states import PlaysOn, Role
from tournament.models import Bulletin, Entry, StaffMember, Turn
from tournament.services.accounts.staff import add_staff
from tournament.services.people.check_in import others_are_absent, tick_off
from tournament.services.people.entry_removal import delete_entry
from tournament.services.people.registration import one_at_a_time, register_entry
from tournament.services.play.participation import change_plays_on
from tournament.services.play.turns import open_turn

__all__ = ["announced"]


def test_who_is_ticked_off_at_the_same_moment_is_not_made_absent(room: Room) -> None:
    first = room.entries[0]
    with transaction.atomic():
        tick_off(entry=first, here=True, **room.by())
        other = Other(lambda: others_are_absent(tournament=room.tournament, **room.by()))
    other.finished()
    first.refresh_from_db()
    assert first.plays_on == PlaysOn.TABLET


def test_who_is_made_absent_at_the_same_moment_plays_once_he_is_ticked_off(room: Room) -> None:
    first = room.entries[0]
    with transaction.atomic():
        others_are_absent(tournament=room.tournament, **room.by())
        other = Other(lambda: tick_off(entry=first, here=True, **room.by()))
    other.finished()
    first.refresh_from_db()
    assert first.plays_on == PlaysOn.TABLET


def test_a_colleague_is_added_while_a_list_is_imported(room: Room) -> None:
    with transaction.atomic():
        one_at_a_time(room.tournament)
        other = Other(
            lambda: add_staff(
                tournament=room.tournament, username="neuve", roles=[Role.JUDGE], **room.by()
            )
        )
        register_entry(tournament=room.tournament, players=[PlayerData("Oman")], **room.by())
    other.finished()
    assert other.error is None
    assert StaffMember.objects.filter(user__username="neuve").exists()


def test_an_entry_is_not_deleted_under_a_turn_that_opens(room: Room, announced: Turn) -> None:
    with transaction.atomic():
        open_turn(turn=announced, **room.by())
        other = Other(lambda: delete_entry(entry=room.entries[0], **room.by()))
    assert other.refusal() == "entry-played"
    assert Entry.objects.filter(pk=room.entries[0].pk).exists()


def test_what_somebody_handed_in_who_was_absent_is_not_deleted_with_him(room: Room) -> None:
    first = room.entries[0]
    turn = play_first_turn(room)
    change_plays_on(
        tournament=room.tournament, entries=[first.pk], plays_on=PlaysOn.NOTHING, **room.by()
    )
    ring(turn)
    with pytest.raises(WrongState, match="entry-played"):
        delete_entry(entry=first, **room.by())
    assert Bulletin.objects.filter(entry=first).exists()
