"""Two organisers change the same people at the same moment."""

import pytest
from django.db import transaction

from tests.bulletins import play_first_turn
from tests.room import Room, ring
from tests.tournament.services.test_races import Other, announced
from tournament.core.errors import WrongState
from tournament.core.people.player_data import PlayerData
from tournament.core.states import PlayMedium, Role
from tournament.models import Bulletin, Entry, StaffMember, Turn
from tournament.services.accounts.staff import add_staff
from tournament.services.people.check_in import check_in_entry, mark_others_absent
from tournament.services.people.entry_removal import delete_entry
from tournament.services.people.registration import lock_registration, register_entry
from tournament.services.play.participation import change_plays_on
from tournament.services.play.turns import open_turn

__all__ = ["announced"]


def test_an_entry_checked_in_meanwhile_is_not_marked_absent(room: Room) -> None:
    first = room.entries[0]
    with transaction.atomic():
        check_in_entry(entry=first, present=True, **room.get_author_and_time())
        other = Other(
            lambda: mark_others_absent(tournament=room.tournament, **room.get_author_and_time())
        )
    other.finish()
    first.refresh_from_db()
    assert first.plays_on == PlayMedium.TABLET


def test_an_entry_checked_in_while_marked_absent_plays(room: Room) -> None:
    first = room.entries[0]
    with transaction.atomic():
        mark_others_absent(tournament=room.tournament, **room.get_author_and_time())
        other = Other(
            lambda: check_in_entry(entry=first, present=True, **room.get_author_and_time())
        )
    other.finish()
    first.refresh_from_db()
    assert first.plays_on == PlayMedium.TABLET


def test_a_colleague_is_added_while_a_list_is_imported(room: Room) -> None:
    with transaction.atomic():
        lock_registration(room.tournament)
        other = Other(
            lambda: add_staff(
                tournament=room.tournament,
                username="neuve",
                roles=[Role.JUDGE],
                **room.get_author_and_time(),
            )
        )
        register_entry(
            tournament=room.tournament, players=[PlayerData("Oman")], **room.get_author_and_time()
        )
    other.finish()
    assert other.error is None
    assert StaffMember.objects.filter(user__username="neuve").exists()


def test_an_entry_is_not_deleted_under_a_turn_that_opens(room: Room, announced: Turn) -> None:
    with transaction.atomic():
        open_turn(turn=announced, **room.get_author_and_time())
        other = Other(lambda: delete_entry(entry=room.entries[0], **room.get_author_and_time()))
    assert other.get_refusal() == "entry-played"
    assert Entry.objects.filter(pk=room.entries[0].pk).exists()


def test_a_bulletin_of_an_absent_entry_prevents_its_deletion(room: Room) -> None:
    first = room.entries[0]
    turn = play_first_turn(room)
    change_plays_on(
        tournament=room.tournament,
        entries=[first.pk],
        plays_on=PlayMedium.ABSENT,
        **room.get_author_and_time(),
    )
    ring(turn)
    with pytest.raises(WrongState, match="entry-played"):
        delete_entry(entry=first, **room.get_author_and_time())
    assert Bulletin.objects.filter(entry=first).exists()
