"""Changes of the roster: merged, corrected everywhere, learnt from files, and undone."""

from dataclasses import asdict
from string import ascii_uppercase
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.room import Room
from tests.tournament.services.people.test_entry_imports import bring, send
from tests.tournament.views.office import read_text
from tournament.core.errors import BadSetting, WrongState
from tournament.core.people.player_data import PlayerData
from tournament.core.people.roster_changes import RosterChangeKind, RowChange
from tournament.core.states import TournamentChangeKind, TournamentState
from tournament.models import Entry, Player, RosterChange, RosterPlayer
from tournament.presentation.tournaments import describe_tournament_change
from tournament.queries.people.merging import list_likely_duplicates, make_merge_plan
from tournament.queries.people.roster import get_data
from tournament.services.people.entry_imports import import_people
from tournament.services.people.entry_removal import undo_import
from tournament.services.people.merging import merge_people, undo_roster_change
from tournament.services.people.registration import register_entry
from tournament.services.people.renaming import correct_name
from tournament.services.people.roster import delete_roster_player, save_roster_player
from tournament.services.people.roster_changes import record_roster_change


def add(room: Room, *data: Any) -> RosterPlayer:
    return save_roster_player(
        organisation=room.tournament.organisation,
        data=PlayerData(*data),
        decision="in",
        **room.get_author_and_time(),
    )


def register(room: Room, *data: Any) -> Entry:
    return register_entry(
        tournament=room.tournament,
        players=[PlayerData(*data)],
        decision="in",
        **room.get_author_and_time(),
    )


def test_undoing_an_import_restores_what_was_known(room: Room) -> None:
    kenya = add(room, "Kenya", "", "L1", "Lamu")
    entry_import = bring(room, "nom,licence,club", "Kenya,L1,Nairobi", "Liban,L2,Tyr")
    kenya.refresh_from_db()
    assert kenya.club == "Nairobi"
    undo_import(entry_import=entry_import, **room.get_author_and_time())
    kenya.refresh_from_db()
    assert kenya.club == "Lamu"
    assert not RosterPlayer.objects.filter(last_name="Liban").exists()


def test_what_changed_since_an_import_is_kept(room: Room) -> None:
    import_people(
        pending=send(room, "nom,club", "Kenya,Lamu", "Liban,Tyr", roster=True),
        **room.get_author_and_time(),
    )
    register(room, "Liban", "", "", "Tyr")
    change = RosterChange.objects.get()
    undo_roster_change(change=change, **room.get_author_and_time())
    assert not RosterPlayer.objects.filter(last_name="Kenya").exists()
    assert RosterPlayer.objects.filter(last_name="Liban").exists()
    with pytest.raises(WrongState):
        undo_roster_change(change=change, **room.get_author_and_time())


def test_undoing_twenty_lines_asks_no_more_than_two(
    room: Room, django_assert_max_num_queries: Any
) -> None:
    counts = []
    for number in (2, 20):
        lines = [f"{letter * 6},{letter}" for letter in ascii_uppercase[:number]]
        import_people(
            pending=send(room, "nom,licence", *lines, roster=True), **room.get_author_and_time()
        )
        change = RosterChange.objects.latest("pk")
        with django_assert_max_num_queries(100) as queries:
            undo_roster_change(change=change, **room.get_author_and_time())
        counts.append(len(queries))
    assert counts[0] == counts[1]
    assert not RosterPlayer.objects.filter(last_name="AAAAAA").exists()


def test_licences_that_moved_between_two_players_move_back(room: Room) -> None:
    first, second = add(room, "Kenya", "Anne", "L1"), add(room, "Liban", "Jo", "L2")
    before = [asdict(get_data(row)) for row in (first, second)]
    RosterPlayer.objects.filter(pk=second.pk).update(licence="")
    RosterPlayer.objects.filter(pk=first.pk).update(licence="L2")
    rows = [
        RowChange(first.pk, before[0], before[0] | {"licence": "L2"}),
        RowChange(second.pk, before[1], before[1] | {"licence": ""}),
    ]
    change = record_roster_change(
        room.tournament.organisation, RosterChangeKind.IMPORT, rows, **room.get_author_and_time()
    )
    undo_roster_change(change=change, **room.get_author_and_time())
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.licence, second.licence) == ("L1", "L2")


def test_two_people_become_one_and_two_again(room: Room) -> None:
    kept, removed = add(room, "Kenya", "Anne", "L1"), add(room, "Kenya", "Ane", "", "Lamu")
    entries = [register(room, "Kenya", "Anne", "L1"), register(room, "Kenya", "Ane", "", "Lamu")]
    assert [duplicate.entries for duplicate in make_merge_plan(kept, removed).duplicates] == [
        tuple(entries)
    ]
    change = merge_people(kept_player=kept, removed_player=removed, **room.get_author_and_time())
    kept.refresh_from_db()
    assert (kept.licence, kept.club) == ("L1", "Lamu")
    assert list(Entry.objects.filter(name__startswith="Kenya")) == [entries[0]]
    assert not RosterPlayer.objects.filter(pk=removed.pk).exists()
    undo_roster_change(change=change, **room.get_author_and_time())
    kept.refresh_from_db()
    assert kept.club == ""
    again = Entry.objects.get(name="Kenya Ane")
    assert again.table == entries[1].table
    assert again.players.get().roster_player_id == removed.pk
    assert room.tournament.organisation.roster.filter(last_name="Kenya").count() == 2


def test_an_older_merge_is_undone_after_the_newer_one(room: Room) -> None:
    first, second, third = (add(room, name, "", f"L{name}") for name in ("Kenya", "Liban", "Maroc"))
    older = merge_people(kept_player=second, removed_player=first, **room.get_author_and_time())
    newer = merge_people(kept_player=third, removed_player=second, **room.get_author_and_time())
    with pytest.raises(WrongState, match="merged-again"):
        undo_roster_change(change=older, **room.get_author_and_time())
    undo_roster_change(change=newer, **room.get_author_and_time())
    older.refresh_from_db()
    undo_roster_change(change=older, **room.get_author_and_time())
    restored = room.tournament.organisation.roster.filter(licence__startswith="L")
    assert set(restored.values_list("pk", flat=True)) == {first.pk, second.pk, third.pk}


def test_an_older_merge_brings_nobody_deleted_back(room: Room) -> None:
    first, second, third = (add(room, name) for name in ("Kenya", "Liban", "Maroc"))
    merge_people(kept_player=second, removed_player=first, **room.get_author_and_time())
    merge_people(kept_player=third, removed_player=second, **room.get_author_and_time())
    third.refresh_from_db()
    delete_roster_player(row=third, by=room.user, now=room.get_author_and_time()["now"])
    assert not RosterChange.objects.filter(kind=RosterChangeKind.MERGE).exists()


def test_an_archived_tournament_gets_no_entry_back(room: Room) -> None:
    anne, ane = add(room, "Kenya", "Anne", "L1"), add(room, "Kenya", "Ane", "", "Lamu")
    register(room, "Kenya", "Anne", "L1")
    register(room, "Kenya", "Ane", "", "Lamu")
    change = merge_people(kept_player=anne, removed_player=ane, **room.get_author_and_time())
    room.tournament.state = TournamentState.ARCHIVED
    room.tournament.save()
    undo_roster_change(change=change, **room.get_author_and_time())
    assert not Entry.objects.filter(name="Kenya Ane").exists()
    assert RosterPlayer.objects.filter(pk=ane.pk, club="Lamu").exists()


def test_two_entries_that_played_both_stay(room: Room) -> None:
    kept, removed = add(room, "Kenya", "", "L1"), add(room, "Liban", "", "L2")
    register(room, "Kenya", "", "L1")
    entry = register(room, "Liban", "", "L2")
    room.tournament.state = TournamentState.ARCHIVED
    room.tournament.save()
    merge_people(kept_player=kept, removed_player=removed, **room.get_author_and_time())
    assert entry.players.get().roster_player == kept
    with pytest.raises(BadSetting):
        merge_people(kept_player=kept, removed_player=kept, **room.get_author_and_time())


def test_a_name_is_corrected_in_archived_tournaments_too(room: Room) -> None:
    register(room, "Kenia", "Ane", "L1")
    row = RosterPlayer.objects.get(licence="L1")
    room.tournament.state = TournamentState.ARCHIVED
    room.tournament.save()
    correct_name(row=row, last_name="Kenya", first_name="Anne", **room.get_author_and_time())
    entry = Entry.objects.get(name="Kenya Anne")
    for name, *arguments in (("public-players",), ("public-player", entry.pk), ("public-tables",)):
        address = reverse(name, args=[room.tournament.slug, *arguments])
        page = read_text(Client().get(address))
        assert "Kenya Anne" in page, name
        assert "Kenia" not in page, name
    line = room.tournament.changes.get(kind=TournamentChangeKind.NAME)
    sentence = " ".join(describe_tournament_change(line.kind, line.data).split())
    assert sentence == "Nom corrigé : « Kenia Ane » → « Kenya Anne »."
    with pytest.raises(BadSetting):
        correct_name(row=row, last_name="Kenya", first_name="Anne", **room.get_author_and_time())
    undo_roster_change(change=RosterChange.objects.get(), **room.get_author_and_time())
    assert str(Player.objects.get(entries=entry)) == "Kenia Ane"


def test_a_deleted_person_does_not_come_back(room: Room) -> None:
    kept, removed = add(room, "Kenya", "", "L1"), add(room, "Kenya", "", "L2")
    assert list_likely_duplicates(kept) == [removed]
    merge_people(kept_player=kept, removed_player=removed, **room.get_author_and_time())
    delete_roster_player(row=kept, **room.get_author_and_time())
    assert not RosterChange.objects.exists()
