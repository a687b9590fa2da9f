"""Tables of an account that is no longer an arbiter."""

import pytest
from django.contrib.auth.models import User

from tests.room import Room
from tournament.core.errors import BadSetting
from tournament.core.states import Role
from tournament.models import StaffMember
from tournament.services.accounts.staff import remove_staff
from tournament.services.people.registration import assign_arbiter


def test_tables_of_a_removed_arbiter_have_no_arbiter(room: Room) -> None:
    user = User.objects.create_user("camille")
    tables = [entry.table for entry in room.entries[:2]]
    roles = [
        StaffMember.objects.create(tournament=room.tournament, user=user, role=role)
        for role in (Role.ARBITER, Role.DOUBLE_ARBITER, Role.ORGANISER)
    ]
    assign_arbiter(tables=tables, user=user, **room.get_author_and_time())
    assign_arbiter(tables=[room.entries[2].table], user=room.user, **room.get_author_and_time())
    remove_staff(member=roles[0], **room.get_author_and_time())
    assert user.tables.count() == 2, "still arbiter of the double correction"
    remove_staff(member=roles[1], **room.get_author_and_time())
    assert not user.tables.exists()
    assert room.user.tables.count() == 1
    with pytest.raises(BadSetting) as refused:
        assign_arbiter(tables=tables, user=user, **room.get_author_and_time())
    assert refused.value.reason == "not-staff"
