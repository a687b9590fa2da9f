"""Players and pairs registered one by one: their tables, and the roster."""

import pytest

from engine.regulation.editions import CURRENT
from tests.bulletins import play_first_turn
from tests.room import Room, ring
from tournament.core.errors import BadSetting, WrongState
from tournament.core.people.decisions import INCLUDE_LINE
from tournament.core.people.player_data import PlayerData
from tournament.models import Entry, Player, RosterPlayer
from tournament.queries import clock
from tournament.queries.people.roster import get_data
from tournament.services.accounts.organisations import create_organisation
from tournament.services.people import registration
from tournament.services.people.entry_removal import delete_entry
from tournament.services.people.registration import register_entry, update_entry, withdraw_entry
from tournament.services.people.roster import save_roster_player
from tournament.services.tournaments import create_tournament


def map_tables(room: Room) -> dict[str, int]:
    """Return the tables of the new entries, by name."""
    new = Entry.objects.exclude(pk__in=[entry.pk for entry in room.entries])
    return dict(new.values_list("name", "table__number"))


def register(room: Room, name: str, number: int | None = None) -> Entry:
    players = [PlayerData(name)]
    return register_entry(
        tournament=room.tournament,
        players=players,
        table_number=number,
        **room.get_author_and_time(),
    )


def test_an_entry_without_a_number_gets_the_lowest_free_table(room: Room) -> None:
    register(room, "FAR", 1957)
    delete_entry(entry=register(room, "LAST", 20_000), **room.get_author_and_time())
    for name in ("UN", "DEUX"):
        register(room, name)
    register(room, "LAST", 20_000)
    withdrawn = register(room, "TROIS")
    withdraw_entry(entry=withdrawn, **room.get_author_and_time())
    register(room, "QUATRE")
    assert map_tables(room) == {
        "FAR": 1957,
        "LAST": 20_000,
        "UN": 7,
        "DEUX": 8,
        "TROIS": 9,
        "QUATRE": 10,
    }


def test_registration_is_refused_when_all_tables_are_taken(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registration, "MAX_TABLE", 7)
    register(room, "UN")
    with pytest.raises(BadSetting, match="no-table-left"):
        register(room, "DEUX")


def test_a_number_that_no_table_has_is_refused(room: Room) -> None:
    with pytest.raises(BadSetting, match="bad-table-number"):
        register_entry(
            tournament=room.tournament,
            players=[PlayerData("UN")],
            table_number=20_001,
            **room.get_author_and_time(),
        )


def test_a_registered_player_enters_the_roster(room: Room) -> None:
    ana = PlayerData("Grèce", "Ana", "L1", "Athènes", birth_year=1980, series="3A")
    entry = register_entry(
        tournament=room.tournament,
        players=[ana, PlayerData("Hongrie")],
        team="Bleus",
        **room.get_author_and_time(),
    )
    roster = room.tournament.organisation.roster
    assert roster.count() == len(room.entries) + 2
    first = roster.get(licence="L1")
    assert get_data(first) == ana
    assert [player.roster_player for player in entry.players.order_by("pk")] == [
        first,
        roster.get(last_name="Hongrie"),
    ]
    assert entry.team is not None
    assert entry.team.name == "Bleus"


def test_newer_data_updates_the_roster_and_tournaments_keep_theirs(room: Room) -> None:
    register_entry(
        tournament=room.tournament,
        players=[PlayerData("Grèce", "Ana", "", "Athènes", series="3A", birth_year=1980)],
        **room.get_author_and_time(),
    )
    other = create_tournament(
        name="Autre", starts_on=clock.now().date(), edition=CURRENT, **room.get_author_and_time()
    )
    variants = {
        "same name and club": PlayerData("GRECE", "Ana", "L1", "athenes", series="2B"),
        "same licence": PlayerData("Grèce", "Anna", "L1", "Patras"),
    }
    for data in variants.values():
        entry = register_entry(tournament=other, players=[data], **room.get_author_and_time())
        delete_entry(entry=entry, **room.get_author_and_time())
    (roster_player,) = room.tournament.organisation.roster.filter(licence="L1")
    assert get_data(roster_player) == PlayerData(
        "Grèce", "Anna", "L1", "Patras", birth_year=1980, series="2B"
    )
    player = Player.objects.get(tournament=room.tournament, last_name="Grèce")
    assert (player.first_name, player.series, player.roster_player) == ("Ana", "3A", roster_player)


def test_namesakes_and_mistyped_licences_are_not_taken_for_one_person(room: Room) -> None:
    others = [
        PlayerData("Grèce", "Ana", "L1", "Athènes"),
        PlayerData("Grèce", "Ana", "L2", "Athènes"),
        PlayerData("Grèce", "Ana", "", "Patras"),
    ]
    for data in others:
        register_entry(
            tournament=room.tournament,
            players=[data],
            decision=INCLUDE_LINE,
            **room.get_author_and_time(),
        )
    roster = room.tournament.organisation.roster
    assert roster.filter(plain_name="grece ana").count() == 3
    other = create_tournament(
        name="Autre", starts_on=clock.now().date(), edition=CURRENT, **room.get_author_and_time()
    )
    mistyped = {
        "tournament": other,
        "players": [PlayerData("Italie", "Ugo", "L1")],
        **room.get_author_and_time(),
    }
    with pytest.raises(BadSetting, match="entry-doubtful"):
        register_entry(**mistyped)
    register_entry(decision=INCLUDE_LINE, **mistyped)
    assert Player.objects.get(last_name="Italie").roster_player is None
    assert get_data(roster.get(licence="L1")) == others[0]


def test_a_corrected_name_is_corrected_in_the_roster_too(room: Room) -> None:
    entry = register_entry(
        tournament=room.tournament,
        players=[PlayerData("Gréce", "Ana", "L1")],
        **room.get_author_and_time(),
    )
    update_entry(
        entry=entry, players=[PlayerData("Grèce", "Ana", "L1")], **room.get_author_and_time()
    )
    assert entry.name == "Grèce Ana"
    assert room.tournament.organisation.roster.get(licence="L1").last_name == "Grèce"
    update_entry(entry=entry, players=[PlayerData("Hongrie", "Bela")], **room.get_author_and_time())
    roster = room.tournament.organisation.roster
    assert {str(player) for player in roster.exclude(licence="")} == {"Grèce Ana"}
    assert roster.filter(last_name="Hongrie").exists()


def test_an_apostrophe_parts_the_words_of_an_address(room: Room) -> None:
    for name, address in [("Coupe d'or", "coupe-d-or"), ("Coupe d’or", "coupe-d-or-2")]:
        tournament = create_tournament(
            name=name, starts_on=clock.now().date(), edition=CURRENT, **room.get_author_and_time()
        )
        assert tournament.slug == address


def test_two_organisations_know_different_people(room: Room) -> None:
    elsewhere = create_organisation(name="Ailleurs", by=room.user, now=clock.now())
    other = create_tournament(
        name="Autre",
        starts_on=clock.now().date(),
        edition=CURRENT,
        organisation=elsewhere,
        **room.get_author_and_time(),
    )
    for tournament in (room.tournament, other):
        register_entry(
            tournament=tournament,
            players=[PlayerData("Grèce", "Ana", "L1")],
            **room.get_author_and_time(),
        )
    assert elsewhere.roster.count() == 1
    assert RosterPlayer.objects.filter(licence="L1").count() == 2


def test_an_entry_is_deleted_until_something_is_awaited_of_it(room: Room) -> None:
    first, late = room.entries[0], None
    delete_entry(entry=first, **room.get_author_and_time())
    assert not Entry.objects.filter(pk=first.pk).exists()
    assert not Player.objects.filter(last_name="Algérie").exists()
    assert room.tournament.organisation.roster.filter(last_name="Algérie").exists()
    again = register_entry(
        tournament=room.tournament, players=[PlayerData("Chypre")], **room.get_author_and_time()
    )
    assert again.table.number == 1
    room.entries[0] = again
    turn = play_first_turn(room)
    late = register_entry(
        tournament=room.tournament, players=[PlayerData("Norvège")], **room.get_author_and_time()
    )
    with pytest.raises(WrongState, match="entry-played"):
        delete_entry(entry=again, **room.get_author_and_time())
    ring(turn)
    with pytest.raises(WrongState, match="entry-played"):
        delete_entry(
            entry=late, **room.get_author_and_time()
        )  # it was there at the bell, and hands nothing in
    after = register_entry(
        tournament=room.tournament, players=[PlayerData("Oman")], **room.get_author_and_time()
    )
    delete_entry(entry=after, **room.get_author_and_time())  # nothing is awaited of who came later
    assert not Entry.objects.filter(name="Oman").exists()
    assert Entry.objects.filter(pk=again.pk).exists()


def test_two_players_of_a_pair_cannot_share_a_licence(room: Room) -> None:
    organisation = room.tournament.organisation
    save_roster_player(
        organisation=organisation, data=PlayerData("Grèce", "Ana"), **room.get_author_and_time()
    )
    pair = [PlayerData("Grèce", "Ana", "L9"), PlayerData("Oman", "Zoé", "L9")]
    with pytest.raises(BadSetting, match="licence-taken"):
        register_entry(tournament=room.tournament, players=pair, **room.get_author_and_time())
    assert organisation.roster.get(last_name="Grèce").licence == ""


def test_an_invisible_name_counts_as_missing(room: Room) -> None:
    with pytest.raises(BadSetting, match="no-name"):
        register_entry(
            tournament=room.tournament, players=[PlayerData("\u200b")], **room.get_author_and_time()
        )
