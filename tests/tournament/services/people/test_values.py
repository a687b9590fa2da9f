"""Values that a file repeats are asked about once; two people of one licence are told apart."""

from typing import Any

import pytest

from tests.french import plain
from tests.room import Room
from tests.tournament.services.people.test_entry_imports import answer, decide, list_codes, send
from tournament.core.errors import BadSetting
from tournament.core.people.decisions import EXCLUDE_LINE, INCLUDE_LINE, list_roster_choices
from tournament.core.people.player_data import PlayerData
from tournament.core.people.values import ADD_CODE, CODE_PREFIX, READ_AS_EMPTY
from tournament.core.states import GroupKind
from tournament.models import Group, PendingFile, Player
from tournament.presentation.imports import describe_finding, list_answer_choices
from tournament.queries.people.entry_imports import make_import_plan
from tournament.services.people.entry_imports import import_entries, import_people
from tournament.services.people.registration import register_entry

SAME_LICENCE = ("nom;prénom;licence", "MARTIN;Zoé;123", "LE GOFF;Yann;123")

FREE_TABLE = "Prise quand même, la ligne reçoit une table libre."


def list_questions(pending: PendingFile) -> dict[str, list[int]]:
    return {
        plain(describe_finding(row.finding)): row.lines
        for row in make_import_plan(pending).questions
    }


def map_players(field: str) -> dict[str, Any]:
    return dict(Player.objects.order_by("pk").values_list("last_name", field))


def test_each_distinct_value_is_asked_about_once(room: Room) -> None:
    pending = send(
        room,
        "nom;série;catégorie;table;licence",
        "Grèce;NL;Vermeil;7 A;nl",
        "Italie;nl;Zz;7 A;NL",
        "Japon;4b;Zz;;1",
        "Kenya;9Z;;à voir;2",
        "Liban;4x;;;3",
    )
    assert list_questions(pending) == {
        "« NL » (Série) n’est pas dans vos listes.": [2, 3],
        "« Zz » (Catégorie) n’est pas dans vos listes.": [3, 4],
        f"« 7 A » n’est pas un numéro de table. {FREE_TABLE}": [2, 3],
        f"« à voir » n’est pas un numéro de table. {FREE_TABLE}": [5],
        "« 9Z » (Série) n’est pas dans vos listes.": [5],
        "« 4x » (Série) n’est pas dans vos listes.": [6],
        "« nl » (Licence) est lu comme une case vide.": [2, 3],
    }
    assert list_codes(pending) == {}, "no line is asked about"
    assert make_import_plan(pending).new_codes == {}
    with pytest.raises(BadSetting, match="values-undecided") as caught:
        import_entries(pending=pending, **room.get_author_and_time())
    assert caught.value.data == {"count": 6}
    answers = {
        "NL": READ_AS_EMPTY,
        "Zz": ADD_CODE,
        "7 A": INCLUDE_LINE,
        "à voir": INCLUDE_LINE,
        "9Z": EXCLUDE_LINE,
        "4x": f"{CODE_PREFIX}4B",
    }
    answer(room, pending, answers)
    plan = make_import_plan(pending)
    assert (plan.is_decided, plan.excluded_count) == (True, 1)
    assert plan.new_codes == {GroupKind.CATEGORY: ["Zz"]}
    import_entries(pending=pending, **room.get_author_and_time())
    series = map_players("series")
    assert [series[name] for name in ("Grèce", "Italie", "Japon", "Liban")] == ["", "", "4B", "4B"]
    assert "Kenya" not in series
    assert map_players("category")["Italie"] == "Zz"


def test_all_that_is_undecided_is_left_out_together(room: Room) -> None:
    pending = send(room, "nom;série", "Grèce;NL", "Italie;4B")
    decide(room, pending, rest=EXCLUDE_LINE)
    import_entries(pending=pending, **room.get_author_and_time())
    assert "Grèce" not in map_players("series")
    Group.objects.filter(kind=GroupKind.SERIES).delete()
    assert list_questions(send(room, "nom;série", "Grèce;NL")) == {}, "an empty list takes all"


def test_answers_of_a_value_name_the_codes_of_its_list(room: Room) -> None:
    Group.objects.filter(kind=GroupKind.SERIES).exclude(code="4B").delete()
    (question,) = make_import_plan(send(room, "nom;série", "Grèce;NL")).questions
    assert [(key, plain(label)) for key, label in list_answer_choices(question)] == [
        ("", "à décider…"),
        (ADD_CODE, "l’ajouter à la liste"),
        (READ_AS_EMPTY, "laisser la case vide"),
        (EXCLUDE_LINE, "laisser ces lignes de côté"),
        ("=4B", "c’est « 4B »"),
    ]


def test_the_organiser_says_whose_licence_it_is(room: Room) -> None:
    for line, owner in ((2, "LE GOFF"), (3, "MARTIN")):
        pending = send(room, *SAME_LICENCE)
        assert list_codes(pending) == {2: ["licence-twice"], 3: ["licence-twice"]}
        decide(room, pending, **{f"line{line}": "no-licence-0"})
        assert list_codes(pending) == {line: ["licence-dropped"]}
        import_entries(pending=pending, **room.get_author_and_time())
        licences = map_players("licence")
        assert {name for name in ("MARTIN", "LE GOFF") if licences[name]} == {owner}
        for entry in room.tournament.entries.exclude(pk__in=room.entry_ids):
            entry.delete()
        room.tournament.players.filter(last_name__in=licences).delete()
        room.tournament.organisation.roster.all().delete()


def test_a_registered_licence_is_left_to_its_person(room: Room) -> None:
    first = PlayerData("MARTIN", "Zoé", "123")
    register_entry(tournament=room.tournament, players=[first], **room.get_author_and_time())
    pending = send(room, *SAME_LICENCE[::2])
    assert list_codes(pending) == {2: ["licence-registered"]}
    decide(room, pending, line2=INCLUDE_LINE)
    with pytest.raises(BadSetting, match="lines-undecided"):
        import_entries(pending=pending, **room.get_author_and_time())
    decide(room, pending, line2="no-licence-0")
    import_entries(pending=pending, **room.get_author_and_time())
    assert map_players("licence")["LE GOFF"] == ""


@pytest.mark.parametrize("roster", [True, False])
def test_a_licence_under_another_name_may_be_the_same_person(room: Room, roster: bool) -> None:
    organisation = room.tournament.organisation
    by = room.get_author_and_time()
    import_people(pending=send(room, *SAME_LICENCE[:2], roster=True), **by)
    person = organisation.roster.get(licence="123")
    pending = send(room, *SAME_LICENCE[::2], roster=roster)
    (line,) = make_import_plan(pending).lines
    assert [finding.code for finding in line.findings] == ["licence-of-another"]
    assert [key for key, _rows in list_roster_choices(line)] == [str(person.pk)]
    decide(room, pending, line2=str(person.pk))
    (import_people if roster else import_entries)(pending=pending, **by)
    person.refresh_from_db()
    assert (person.last_name, person.licence) == ("LE GOFF", "123"), "the name changed"
    other = send(room, "nom;prénom;licence", "ROUX;Léa;123", roster=roster)
    decide(room, other, line2="no-licence-0")
    (import_people if roster else import_entries)(pending=other, **by)
    assert organisation.roster.get(last_name="ROUX").licence == ""
