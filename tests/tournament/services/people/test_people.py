"""The roster by hand, lists, teams, and who came to the door."""

import pytest

from tests.room import Room
from tests.rows import every_row
from tournament.core.errors import BadSetting
from tournament.core.people.player_data import PlayerData
from tournament.core.people.usual_groups import USUAL_GROUPS
from tournament.core.states import GroupKind, PlaysOn, TournamentCommand
from tournament.models import Entry, Player, Team
from tournament.queries.people.groups import carried
from tournament.queries.people.roster import data_of, offered
from tournament.services.groups import add_usual, delete_group, move_group, save_group
from tournament.services.lifecycle import move_tournament
from tournament.services.people.check_in import others_are_absent, tick_off
from tournament.services.people.registration import register_entry
from tournament.services.people.roster import save_known
from tournament.services.people.teams import put_in_team, rename_team

ANA = PlayerData("Grèce", "Ana", "L1", "Athènes", "FG", "Grèce", 1980, "3A", "S")


def test_the_roster_is_written_by_hand(room: Room) -> None:
    given = {"organisation": room.tournament.organisation, **room.by()}
    row = save_known(data=PlayerData(" Grèce ", "Ana", "L1"), **given)
    row = save_known(data=ANA, row=row, **given)
    assert data_of(row) == ANA
    bad = {
        "licence-known": PlayerData("Oman", licence="L1"),
        "no-name": PlayerData(" "),
        "too-long": PlayerData("x" * 81),
        "bad-birth-year": PlayerData("Oman", birth_year=1066),
    }
    with every_row() as each:
        for reason, data in bad.items():
            with each(reason), pytest.raises(BadSetting, match=reason):
                save_known(data=data, **given)


def test_whom_somebody_may_mean_is_offered_while_he_types(room: Room) -> None:
    organisation = room.tournament.organisation
    for data in (ANA, PlayerData("Anatolie", "Zoé"), PlayerData("Le Grècq", "Ugo", "77")):
        save_known(organisation=organisation, data=data, **room.by())
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
                assert [one["last_name"] for one in offered(organisation, text)] == names


def test_a_new_organisation_has_the_usual_lists_and_they_come_back(room: Room) -> None:
    organisation = room.tournament.organisation
    assert organisation.groups.count() == len(USUAL_GROUPS)
    organisation.groups.filter(code="7").delete()
    assert add_usual(organisation=organisation, **room.by()) == 1
    codes = organisation.groups.filter(kind=GroupKind.SERIES).values_list("code", flat=True)
    assert list(codes[:2]) == ["1A", "1B"]


def test_a_renamed_series_is_renamed_where_it_is_carried(room: Room) -> None:
    organisation = room.tournament.organisation
    register_entry(tournament=room.tournament, players=[ANA], **room.by())
    group = organisation.groups.get(code="3A")
    assert carried(organisation)[GroupKind.SERIES] == {"3A": 1}
    given = {"organisation": organisation, "kind": GroupKind.SERIES, "group": group, **room.by()}
    save_group(code="3α", **given)
    player = Player.objects.get(licence="L1")
    assert (player.series, organisation.roster.get(licence="L1").series) == ("3A", "3α")
    organisation.roster.update(series="3A")
    group.code = "3A"
    save_group(code="3β", in_tournaments=True, **given)
    player.refresh_from_db()
    assert player.series == "3β"
    archive = TournamentCommand.ARCHIVE
    move_tournament(tournament=room.tournament, command=archive, **room.by())
    save_group(code="3γ", in_tournaments=True, **given)
    player.refresh_from_db()
    assert (player.series, organisation.roster.get(licence="L1").series) == ("3β", "3γ")
    delete_group(group=group, **room.by())
    assert organisation.roster.get(licence="L1").series == "3γ"


def test_what_no_list_can_have_is_refused(room: Room) -> None:
    given = {"organisation": room.tournament.organisation, **room.by()}
    bad = {
        "group-without-code": {"code": " ", "kind": GroupKind.CLUB},
        "too-long": {"code": "x" * 31, "kind": GroupKind.SERIES},
        "group-taken": {"code": "3a", "kind": GroupKind.SERIES},
        "ages-reversed": {"code": "Z", "kind": GroupKind.CATEGORY, "age_from": 9, "age_to": 8},
    }
    with every_row() as each:
        for reason, fields in bad.items():
            with each(reason), pytest.raises(BadSetting, match=reason):
                save_group(**fields, **given)  # type: ignore[arg-type]


def test_a_list_is_put_in_order(room: Room) -> None:
    series = room.tournament.organisation.groups.filter(kind=GroupKind.SERIES)
    move_group(group=series.get(code="1A"), down=True, **room.by())
    move_group(group=series.get(code="7"), down=True, **room.by())
    codes = list(series.values_list("code", flat=True))
    assert (codes[:2], codes[-1]) == (["1B", "1A"], "7")


def test_teams_are_made_of_entries_and_go_with_the_last_of_them(room: Room) -> None:
    given = {"tournament": room.tournament, **room.by()}
    assert put_in_team(entries=room.everybody[:2], name=" Les  As ", **given) == 2
    assert put_in_team(entries=room.everybody[2:3], name="LES AS", **given) == 1
    (team,) = Team.objects.all()
    assert (team.name, team.entries.count()) == ("Les As", 3)
    put_in_team(entries=room.everybody[3:4], name="Deux", **given)
    with pytest.raises(BadSetting, match="team-taken"):
        rename_team(team=team, name="deux", **room.by())
    with pytest.raises(BadSetting, match="team-without-name"):
        rename_team(team=team, name=" ", **room.by())
    assert rename_team(team=team, name="les as", **room.by()).name == "les as"
    put_in_team(entries=room.everybody[:3], name="", **given)
    assert [one.name for one in Team.objects.all()] == ["Deux"]


def test_who_is_not_ticked_off_is_absent_until_he_comes(room: Room) -> None:
    first, second, gone = room.entries[:3]
    Entry.objects.filter(pk=gone.pk).update(withdrawn=True)
    tick_off(entry=first, here=True, **room.by())
    assert others_are_absent(tournament=room.tournament, **room.by()) == 4
    absent = Entry.objects.filter(plays_on=PlaysOn.NOTHING)
    assert second in absent
    assert first not in absent
    assert gone not in absent
    second.refresh_from_db()
    second = tick_off(entry=second, here=True, **room.by())
    assert (second.plays_on, second.checked_in_at is None) == (PlaysOn.TABLET, False)
    second = tick_off(entry=second, here=False, **room.by())
    assert (second.plays_on, second.checked_in_at) == (PlaysOn.TABLET, None)
