"""A person is registered once: by hand, by a list of names, by a file, in the roster."""

from typing import Any

import pytest

from engine.regulation.editions import CURRENT
from tests.french import plain
from tests.room import Room
from tests.rows import every_row
from tests.tournament.services.people.test_entry_imports import decide, list_codes, send
from tournament.core.errors import BadSetting
from tournament.core.people.decisions import INCLUDE_LINE
from tournament.core.people.player_data import PlayerData
from tournament.models import Player, RosterPlayer
from tournament.presentation.imports import describe_finding
from tournament.queries import clock
from tournament.queries.people.entry_imports import make_import_plan
from tournament.queries.people.entry_lists import list_expected_entries
from tournament.queries.people.roster import get_data, suggest_players
from tournament.services.people.entry_imports import import_entries, import_people
from tournament.services.people.name_lists import store_names
from tournament.services.people.registration import register_entry, update_entry
from tournament.services.people.roster import save_roster_player
from tournament.services.tournaments import create_tournament

HEADING = "Nom;Prénom;Licence;Club"
ZEROS = (HEADING, "GAGNÉ;Éloïse;0099999;Nîmes", "LE GOFF;Yann;0088888;Brest")
#: The same, saved by a spreadsheet.
WITHOUT_ZEROS = (HEADING, "GAGNÉ;Éloïse;99999;Nîmes", "Le Goff;Yann;88888;Brest")
YANN = PlayerData("LE GOFF", "Yann", "", "")


def register(room: Room, *people: PlayerData, **changes: Any) -> Any:
    arguments = {
        "tournament": room.tournament,
        "players": list(people),
        **room.get_author_and_time(),
    } | changes
    return register_entry(**arguments)


def bring_people(room: Room, *lines: str) -> None:
    import_people(pending=send(room, *lines, roster=True), **room.get_author_and_time())


def list_roster(room: Room) -> dict[str, tuple[str, str]]:
    """Return licence and club of the roster by name, without the players of the room."""
    rows = room.tournament.organisation.roster.exclude(first_name="")
    return {str(row): (row.licence, row.club) for row in rows}


def list_sentences(room: Room, *lines: str, roster: bool = False) -> list[str]:
    plan = make_import_plan(send(room, *lines, roster=roster))
    return [plain(describe_finding(finding)) for line in plan.lines for finding in line.findings]


def test_a_list_saved_by_a_spreadsheet_duplicates_no_player(room: Room) -> None:
    bring_people(room, *ZEROS)
    bring_people(room, *WITHOUT_ZEROS)
    roster = {"GAGNÉ Éloïse": ("0099999", "Nîmes"), "Le Goff Yann": ("0088888", "Brest")}
    assert list_roster(room) == roster
    import_entries(pending=send(room, *WITHOUT_ZEROS), **room.get_author_and_time())
    assert list_roster(room) == roster
    registered = Player.objects.filter(tournament=room.tournament).exclude(licence="")
    assert sorted(registered.values_list("licence", flat=True)) == ["0088888", "0099999"]
    again = send(room, *WITHOUT_ZEROS)
    assert list_codes(again) == {2: ["licence-registered"], 3: ["licence-registered"]}
    assert list_sentences(room, *WITHOUT_ZEROS[:2]) == [
        "La licence « 99999 » est déjà inscrite (GAGNÉ Éloïse, licence 0099999, Nîmes)."
    ]


def test_every_form_and_file_asks_about_names_without_licence(room: Room) -> None:
    import_entries(pending=send(room, "Nom;Prénom", "LE GOFF;Yann"), **room.get_author_and_time())
    later = (HEADING, "Le Goff;Yann;1111111;Brest", "MARTIN;Zoé;2222222;")
    assert list_codes(send(room, *later)) == {2: ["name-registered"]}
    assert list_sentences(room, *later) == [
        "LE GOFF Yann est déjà à la table 7 : sans licence. Ici : licence 1111111, Brest."
    ]
    names = store_names(
        tournament=room.tournament,
        title="Liste",
        names=[(3, [("Legoff", "Yann")])],
        **room.get_author_and_time(),
    )
    assert list_codes(names) == {3: ["name-registered"]}
    with pytest.raises(BadSetting, match="entry-doubtful") as caught:
        register(room, PlayerData("LE GOFF", "Yann", "1111111", "Brest"))
    (finding,) = caught.value.data["line"].findings
    assert finding.code == "name-registered"
    entry = register(room, PlayerData("MARTIN", "Zoé"))
    with pytest.raises(BadSetting, match="entry-doubtful"):
        update_entry(
            entry=entry, players=[PlayerData("Yann", "Le Goff")], **room.get_author_and_time()
        )
    update_entry(
        entry=entry,
        players=[PlayerData("MARTIN", "Zoé", "", "Brest")],
        **room.get_author_and_time(),
    )


def test_a_namesake_is_registered_by_decision(room: Room) -> None:
    first = register(room, YANN)
    second = register(room, PlayerData("Le Goff", "Yann", "", "Brest"), decision=INCLUDE_LINE)
    rows = [entry.players.get().roster_player for entry in (first, second)]
    assert rows[0] != rows[1]
    players = [PlayerData("Le Goff", "Yann", "5", "Brest")]  # decided about: not asked again
    with pytest.raises(BadSetting, match="entry-doubtful"):
        update_entry(entry=second, players=players, **room.get_author_and_time())
    update_entry(entry=second, players=players, decision=INCLUDE_LINE, **room.get_author_and_time())
    update_entry(
        entry=second, players=[PlayerData("LE GOFF", "Yann", "05")], **room.get_author_and_time()
    )
    assert get_data(RosterPlayer.objects.get(licence="05")).club == "Brest"


def test_a_registered_licence_is_refused_however_it_is_written(room: Room) -> None:
    register(room, PlayerData("GAGNÉ", "Éloïse", "0099999"))
    with every_row() as row:
        for licence in ("0099999", "99999", "099 999"):
            with row(licence), pytest.raises(BadSetting, match="licence-taken") as caught:
                register(room, PlayerData("Gagné", "E.", licence), decision=INCLUDE_LINE)
            assert caught.value.data["other_licence"] == "0099999"


def test_two_of_a_licence_from_before_can_still_be_corrected(room: Room) -> None:
    first = register(room, PlayerData("GAGNÉ", "Éloïse", "0099999"))
    second = register(room, PlayerData("GAGNÉ", "Éloïse"), decision=INCLUDE_LINE)
    Player.objects.filter(entries=second).update(licence="99999")
    data = PlayerData("GAGNÉ", "Éloïse", "99999", "Nîmes")
    update_entry(entry=second, players=[data], **room.get_author_and_time())
    assert get_data(second.players.get()) == data
    with pytest.raises(BadSetting, match="licence-taken"):
        update_entry(entry=first, players=[data], **room.get_author_and_time())


def test_the_roster_completes_certain_matches(room: Room) -> None:
    bring_people(room, "Nom;Prénom", "LE GOFF;Yann")
    bring_people(room, HEADING, "Le Goff;Yann;1111111;Brest")
    assert list_roster(room) == {"Le Goff Yann": ("1111111", "Brest")}
    names = store_names(
        tournament=room.tournament,
        title="Liste",
        names=[(1, [("le goff", "yann")])],
        **room.get_author_and_time(),
    )
    import_entries(pending=names, **room.get_author_and_time())
    player = Player.objects.get(first_name="yann")
    assert (player.licence, player.club, str(player.roster_player)) == (
        "1111111",
        "Brest",
        "le goff yann",
    )


def test_a_possible_match_of_the_roster_is_decided(room: Room) -> None:
    bring_people(room, HEADING, "LE GOFF;Yann;1111111;Brest")
    moved = (HEADING, "Le Goff;Yann;;Quimper")
    (sentence,) = list_sentences(room, *moved)
    assert sentence == (
        "Le fichier des joueurs connaît LE GOFF Yann (licence 1111111, Brest). Ici : sans licence, "
        "Quimper. Est-ce la même personne ?"
    )
    row = RosterPlayer.objects.get(licence="1111111")
    for roster in (True, False):
        pending = send(room, *moved, roster=roster)
        assert list_codes(pending) == {2: ["roster-namesake"]}
        decide(room, pending, line2=str(row.pk))
        (import_people if roster else import_entries)(pending=pending, **room.get_author_and_time())
        assert list_roster(room) == {"Le Goff Yann": ("1111111", "Quimper")}
        RosterPlayer.objects.filter(pk=row.pk).update(club="Brest", plain_club="brest")
    assert Player.objects.get(first_name="Yann").licence == "1111111"
    other = create_tournament(
        name="Autre", starts_on=clock.now().date(), edition=CURRENT, **room.get_author_and_time()
    )
    elsewhere = Room(other, room.user, [])
    pending = send(elsewhere, *moved)
    decide(elsewhere, pending, line2=INCLUDE_LINE)
    import_entries(pending=pending, **room.get_author_and_time())
    assert other.players.get().roster_player not in {None, row}


def test_a_possible_match_is_decided_in_the_form(room: Room) -> None:
    organisation = room.tournament.organisation
    save = {"organisation": organisation, **room.get_author_and_time()}
    row = save_roster_player(data=PlayerData("Le Goff", "Yann", "1111111", "Brest"), **save)
    moved = PlayerData("LE GOFF", "Yann", "", "Quimper")
    with pytest.raises(BadSetting, match="entry-doubtful"):
        register(room, moved)
    entry = register(room, moved, decision=str(row.pk))
    row.refresh_from_db()
    assert (entry.players.get().roster_player, row.licence, row.club) == (row, "1111111", "Quimper")
    assert (
        register(room, PlayerData("Malte", "Zoé", "7")).players.get().roster_player.licence == "7"
    )
    for data, reason in [
        (PlayerData("Le Goff", "Y.", "01 111 111"), "licence-known"),
        (PlayerData("Yann", "Legoff"), "entry-doubtful"),
        (PlayerData("123"), "entry-doubtful"),
    ]:
        with pytest.raises(BadSetting, match=reason):
            save_roster_player(data=data, **save)
    completed = save_roster_player(
        data=PlayerData("Le Goff", "Yann", birth_year=1980), decision=str(row.pk), **save
    )
    assert (completed, completed.licence, completed.birth_year) == (row, "1111111", 1980)
    other = save_roster_player(data=PlayerData("Le Goff", "Yann"), decision=INCLUDE_LINE, **save)
    assert other != row
    save_roster_player(data=PlayerData("LE GOFF", "Yann", club="Brest"), row=other, **save)


def test_two_of_a_name_in_the_roster_are_chosen_between(room: Room) -> None:
    lines = ("LE GOFF;Yann;1;Brest", "LE GOFF;Yann;2;Nantes", "MARTIN;Zoé;3;", "MARTIN;Zoé;4;Oran")
    pending = send(room, HEADING, *lines, roster=True)
    assert list_codes(pending) == {n: ["name-twice"] for n in (2, 3, 4, 5)}
    decide(room, pending, line5=INCLUDE_LINE)
    import_people(pending=pending, **room.get_author_and_time())
    heading = "Nom;Prénom;Club;Nom 2;Prénom 2"
    pending = send(room, heading, "LE GOFF;Yann;;MARTIN;Zoé", "LE GOFF;Yann;Nantes;Malte;")
    assert list_codes(pending) == {
        2: ["roster-namesake", "roster-namesake", "name-twice"],
        3: ["name-twice"],
    }
    keys = dict(RosterPlayer.objects.exclude(licence="").values_list("licence", "pk"))
    decide(room, pending, line2=f"{keys['1']}+{keys['4']}", line3="out")
    import_entries(pending=pending, **room.get_author_and_time())
    players = Player.objects.filter(tournament=room.tournament).exclude(first_name="")
    assert dict(players.values_list("licence", "club")) == {"1": "Brest", "4": "Oran"}


def test_lines_without_a_readable_name_are_decided(room: Room) -> None:
    names = [(1, [("Nom", "Prénom")]), (2, [("Dupont", "Jean")]), (4, [("Total", ": 17")])]
    pending = store_names(
        tournament=room.tournament, title="Liste", names=names, **room.get_author_and_time()
    )
    assert list_codes(pending) == {1: ["odd-name"], 4: ["odd-name"]}
    assert list_codes(send(room, "Nom;Prénom", "Dupont;Jean", "Total;2")) == {3: ["odd-name"]}
    with pytest.raises(BadSetting, match="entry-doubtful"):
        register(room, PlayerData("123"))
    decide(room, pending, line1="out", rest="out")
    import_entries(pending=pending, **room.get_author_and_time())
    assert Player.objects.filter(last_name="Dupont").count() == 1


def test_matching_ignores_leading_zeros_and_strokes(room: Room) -> None:
    register(room, PlayerData("Łukaszewicz", "Æsa", "00 99 999", "Cœur-d’Évian"))
    organisation = room.tournament.organisation
    with every_row() as row:
        for typed in ("lukasz", "AESA", "0099999", "99999", "999"):
            with row(typed):
                assert [entry.name for entry in list_expected_entries(room.tournament, typed)] == [
                    "Łukaszewicz Æsa"
                ]
        for typed in ("lukasz", "aes", "0099999", "0099 999", "99", "coeur", "evian", "lukasz 99"):
            with row(typed):
                assert [person["licence"] for person in suggest_players(organisation, typed)] == [
                    "00 99 999"
                ]
    assert list_expected_entries(room.tournament, "8") == []


def test_a_roster_licence_completes_one_line_only(room: Room) -> None:
    bring_people(room, HEADING, "LE GOFF;Yann;1111111;")
    pending = send(room, HEADING, "LE GOFF;Yann;;", "Malte;Zoé;1111111;")
    assert list_codes(pending) == {3: ["licence-of-another"]}
    decide(room, pending, line3=INCLUDE_LINE)
    import_entries(pending=pending, **room.get_author_and_time())
    licences = Player.objects.filter(first_name__in=["Yann", "Zoé"])
    assert dict(licences.values_list("first_name", "licence")) == {"Yann": "", "Zoé": "1111111"}
    assert Player.objects.get(first_name="Zoé").roster_player is None
    roster = send(room, HEADING, "Malte;Zoé;1111111;", roster=True)
    (line,) = make_import_plan(roster).undecided_lines
    assert [finding.severity for finding in line.findings] == ["fault"]


def test_a_player_is_kept_with_what_searches_compare(room: Room) -> None:
    row = save_roster_player(
        organisation=room.tournament.organisation,
        data=PlayerData("Łukaszewicz", "Æsa", "00 99 999", "Cœur-d’Évian"),
        **room.get_author_and_time(),
    )
    kept = (row.plain_name, row.plain_licence, row.plain_club)
    assert kept == ("lukaszewicz aesa", "99999", "coeur d evian")
