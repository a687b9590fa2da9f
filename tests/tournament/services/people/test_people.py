"""The roster by hand, lists, teams, check-in."""

import pytest

from tests.room import Room
from tests.rows import every_row
from tournament.core.errors import BadSetting
from tournament.core.people.default_groups import DEFAULT_GROUPS
from tournament.core.people.player_data import PlayerData
from tournament.core.states import GroupKind, PlayMedium, TournamentCommand
from tournament.models import Entry, Player, Team
from tournament.queries.people.groups import count_by_code
from tournament.queries.people.roster import get_data, suggest_players
from tournament.services.groups import add_default_groups, delete_group, move_group, save_group
from tournament.services.lifecycle import move_tournament
from tournament.services.people.check_in import check_in_entry, mark_others_absent
from tournament.services.people.registration import register_entry
from tournament.services.people.roster import save_roster_player
from tournament.services.people.teams import put_in_team, rename_team

ANA = PlayerData("Grèce", "Ana", "L1", "Athènes", "FG", "Grèce", 1980, "3A", "S")


def test_the_roster_is_written_by_hand(room: Room) -> None:
    arguments = {"organisation": room.tournament.organisation, **room.get_author_and_time()}
    row = save_roster_player(data=PlayerData(" Grèce ", "Ana", "L1"), **arguments)
    row = save_roster_player(data=ANA, row=row, **arguments)
    assert get_data(row) == ANA
    bad = {
        "licence-known": PlayerData("Oman", licence="L1"),
        "no-name": PlayerData(" "),
        "too-long": PlayerData("x" * 81),
        "bad-birth-year": PlayerData("Oman", birth_year=1066),
    }
    with every_row() as each:
        for reason, data in bad.items():
            with each(reason), pytest.raises(BadSetting, match=reason):
                save_roster_player(data=data, **arguments)


def test_known_people_are_suggested_while_typing(room: Room) -> None:
    organisation = room.tournament.organisation
    for data in (ANA, PlayerData("Anatolie", "Zoé"), PlayerData("Le Grècq", "Ugo", "77")):
        save_roster_player(organisation=organisation, data=data, **room.get_author_and_time())
    typed = {
        "grec": ["Grèce", "Le Grècq"],
        "GRÈCE a": ["Grèce"],
        "ana": ["Anatolie", "Grèce"],
        "7": ["Le Grècq"],
        "l1": ["Grèce"],
        "": [],
        "%": [],
        "zzz": [],
    }
    with every_row() as each:
        for text, names in typed.items():
            with each(text):
                assert [
                    suggestion["last_name"] for suggestion in suggest_players(organisation, text)
                ] == names


def test_usual_lists_of_a_new_organisation_can_be_restored(room: Room) -> None:
    organisation = room.tournament.organisation
    assert organisation.groups.count() == len(DEFAULT_GROUPS)
    organisation.groups.filter(code="7").delete()
    assert add_default_groups(organisation=organisation, **room.get_author_and_time()) == 1
    codes = organisation.groups.filter(kind=GroupKind.SERIES).values_list("code", flat=True)
    assert list(codes[:2]) == ["1A", "1B"]


def test_a_renamed_series_is_renamed_where_it_is_carried(room: Room) -> None:
    organisation = room.tournament.organisation
    register_entry(tournament=room.tournament, players=[ANA], **room.get_author_and_time())
    group = organisation.groups.get(code="3A")
    assert count_by_code(organisation)[GroupKind.SERIES] == {"3A": 1}
    arguments = {
        "organisation": organisation,
        "kind": GroupKind.SERIES,
        "group": group,
        **room.get_author_and_time(),
    }
    save_group(code="3α", **arguments)
    player = Player.objects.get(licence="L1")
    assert (player.series, organisation.roster.get(licence="L1").series) == ("3A", "3α")
    organisation.roster.update(series="3A")
    group.code = "3A"
    save_group(code="3β", in_tournaments=True, **arguments)
    player.refresh_from_db()
    assert player.series == "3β"
    archive = TournamentCommand.ARCHIVE
    move_tournament(tournament=room.tournament, command=archive, **room.get_author_and_time())
    save_group(code="3γ", in_tournaments=True, **arguments)
    player.refresh_from_db()
    assert (player.series, organisation.roster.get(licence="L1").series) == ("3β", "3γ")
    delete_group(group=group, **room.get_author_and_time())
    assert organisation.roster.get(licence="L1").series == "3γ"


def test_impossible_groups_are_refused(room: Room) -> None:
    arguments = {"organisation": room.tournament.organisation, **room.get_author_and_time()}
    bad = {
        "group-without-code": {"code": " ", "kind": GroupKind.CLUB},
        "too-long": {"code": "x" * 31, "kind": GroupKind.SERIES},
        "group-taken": {"code": "3a", "kind": GroupKind.SERIES},
        "ages-reversed": {"code": "Z", "kind": GroupKind.CATEGORY, "age_from": 9, "age_to": 8},
    }
    with every_row() as each:
        for reason, fields in bad.items():
            with each(reason), pytest.raises(BadSetting, match=reason):
                save_group(**fields, **arguments)  # type: ignore[arg-type]


def test_a_list_is_put_in_order(room: Room) -> None:
    series = room.tournament.organisation.groups.filter(kind=GroupKind.SERIES)
    move_group(group=series.get(code="1A"), down=True, **room.get_author_and_time())
    move_group(group=series.get(code="7"), down=True, **room.get_author_and_time())
    codes = list(series.values_list("code", flat=True))
    assert (codes[:2], codes[-1]) == (["1B", "1A"], "7")


def test_a_team_is_deleted_with_its_last_entry(room: Room) -> None:
    arguments = {"tournament": room.tournament, **room.get_author_and_time()}
    assert put_in_team(entries=room.entry_ids[:2], name=" Les  As ", **arguments) == {"": 2}
    assert put_in_team(entries=room.entry_ids[2:3], name="LES AS", **arguments) == {"": 1}
    assert put_in_team(entries=room.entry_ids[:3], name="Les As", **arguments) == {}
    (team,) = Team.objects.all()
    assert (team.name, team.entries.count()) == ("Les As", 3)
    put_in_team(entries=room.entry_ids[3:4], name="Deux", **arguments)
    with pytest.raises(BadSetting, match="team-taken"):
        rename_team(team=team, name="deux", **room.get_author_and_time())
    with pytest.raises(BadSetting, match="team-without-name"):
        rename_team(team=team, name=" ", **room.get_author_and_time())
    assert rename_team(team=team, name="les as", **room.get_author_and_time()).name == "les as"
    put_in_team(entries=room.entry_ids[:3], name="", **arguments)
    assert [team.name for team in Team.objects.all()] == ["Deux"]


def test_an_entry_not_checked_in_is_absent_until_check_in(room: Room) -> None:
    first, second, withdrawn = room.entries[:3]
    Entry.objects.filter(pk=withdrawn.pk).update(withdrawn=True)
    check_in_entry(entry=first, present=True, **room.get_author_and_time())
    assert mark_others_absent(tournament=room.tournament, **room.get_author_and_time()) == 4
    absent = Entry.objects.filter(plays_on=PlayMedium.ABSENT)
    assert second in absent
    assert first not in absent
    assert withdrawn not in absent
    second.refresh_from_db()
    second = check_in_entry(entry=second, present=True, **room.get_author_and_time())
    assert (second.plays_on, second.checked_in_at is None) == (PlayMedium.TABLET, False)
    second = check_in_entry(entry=second, present=False, **room.get_author_and_time())
    assert (second.plays_on, second.checked_in_at) == (PlayMedium.TABLET, None)
