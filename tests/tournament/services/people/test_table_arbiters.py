"""New tables, and tables of closed accounts."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from django.contrib.auth.models import User
from django.db import transaction

from tests.room import Room
from tests.rows import every_row
from tournament.core.errors import BadSetting
from tournament.core.people.player_data import PlayerData
from tournament.core.states import Role
from tournament.models import Entry, StaffMember, Table
from tournament.queries.readiness import Readiness
from tournament.queries.seating_plan import list_loads
from tournament.services.accounts.accounts import close_account, create_member, reopen_account
from tournament.services.people.registration import (
    assign_arbiter,
    register_entries,
    register_entry,
    restore_entry,
    withdraw_entry,
)
from tournament.services.people.seating import move_entry, share_tables
from tournament.views.organiser.people_forms import ArbiterRangeForm


@contextmanager
def roll_back() -> Iterator[None]:
    """Roll back everything that is written inside."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def register(room: Room) -> None:
    register_entry(
        tournament=room.tournament,
        players=[PlayerData(last_name="Z")],
        **room.get_author_and_time(),
    )


def register_two(room: Room) -> None:
    entries = [[PlayerData(last_name="Z")], [PlayerData(last_name="Y")]]
    register_entries(tournament=room.tournament, entries=entries, **room.get_author_and_time())


def move(room: Room) -> None:
    move_entry(
        entry=Entry.objects.get(pk=room.entry_ids[0]), number=30, **room.get_author_and_time()
    )


def restore_withdrawn(room: Room) -> None:
    """Restore an entry that was withdrawn before the tables were shared."""
    entry = Entry.objects.get(pk=room.entry_ids[0])
    Table.objects.filter(pk=entry.table_id).update(arbiter=None)
    withdraw_entry(entry=entry, **room.get_author_and_time())
    restore_entry(entry=entry, **room.get_author_and_time())


#: Ways in which a table comes into use.
NEWLY_USED: tuple[Callable[[Room], None], ...] = (register, register_two, move, restore_withdrawn)


def list_owners(room: Room) -> set[str | None]:
    used = room.tournament.tables.filter(entry__withdrawn=False)
    return set(used.values_list("arbiter__username", flat=True))


def add_arbiter(room: Room, name: str = "camille") -> User:
    home = room.tournament.organisation
    user = create_member(organisation=home, username=name, **room.get_author_and_time())
    StaffMember.objects.create(tournament=room.tournament, user=user, role=Role.ARBITER)
    return user


def test_a_sole_arbiter_gets_new_tables_and_several_do_not(room: Room) -> None:
    with every_row() as row:
        for use in NEWLY_USED:
            with row(f"{use.__name__}: not shared out"), roll_back():
                use(room)
                assert list_owners(room) == {None}
            with row(f"{use.__name__}: all of one arbiter"), roll_back():
                share_tables(tournament=room.tournament, **room.get_author_and_time())
                use(room)
                assert list_owners(room) == {"bureau"}
            with row(f"{use.__name__}: beside a second arbiter"), roll_back():
                share_tables(tournament=room.tournament, **room.get_author_and_time())
                add_arbiter(room)
                use(room)
                assert list_owners(room) == {"bureau", None}


def test_sharing_again_moves_only_what_it_must(room: Room) -> None:
    share_tables(tournament=room.tournament, **room.get_author_and_time())
    camille = add_arbiter(room)
    register(room)
    before = dict(Table.objects.values_list("number", "arbiter"))
    assert share_tables(tournament=room.tournament, **room.get_author_and_time()) == 2
    after = dict(Table.objects.order_by("number").values_list("number", "arbiter"))
    assert list(after.values()) == [room.user.pk] * 4 + [camille.pk] * 3
    assert [number for number in after if after[number] != before[number]] == [5, 6, 7]
    share_tables(tournament=room.tournament, **room.get_author_and_time())
    assert dict(Table.objects.values_list("number", "arbiter")) == after


def test_a_closed_account_has_no_table_and_counts_nowhere(room: Room) -> None:
    camille, home = add_arbiter(room), room.tournament.organisation
    StaffMember.objects.create(tournament=room.tournament, user=camille, role=Role.COMMISSION)
    StaffMember.objects.create(tournament=room.tournament, user=camille, role=Role.JUDGE)
    share_tables(tournament=room.tournament, **room.get_author_and_time())
    assert Readiness.load(room.tournament).arbiter_count == 2
    close_account(organisation=home, user=camille, **room.get_author_and_time())
    assert not camille.tables.exists()
    ready = Readiness.load(room.tournament)
    assert (
        ready.judge_count,
        ready.arbiter_count,
        ready.commission_count,
        ready.unassigned_table_count,
    ) == (1, 1, 0, 3)
    assert [(load.arbiter, load.table_count) for load in list_loads(room.tournament)] == [
        ("bureau", 3),
        ("", 3),
    ]
    form = ArbiterRangeForm(room.tournament, {"first": 1, "last": 3, "arbiter": camille.pk})
    assert "arbiter" in form.errors
    tables = [entry.table for entry in Entry.objects.select_related("table")]
    with pytest.raises(BadSetting, match="not-staff"):
        assign_arbiter(tables=tables, user=camille, **room.get_author_and_time())
    assert share_tables(tournament=room.tournament, **room.get_author_and_time()) == 1
    reopen_account(organisation=home, user=camille, **room.get_author_and_time())
    assert not camille.tables.exists()
    assert share_tables(tournament=room.tournament, **room.get_author_and_time()) == 2
