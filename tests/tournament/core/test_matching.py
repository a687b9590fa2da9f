"""One person written twice in lists: what is certain, what must be decided."""

from tests.rows import every_row
from tournament.core.people.decisions import (
    INCLUDE_LINE,
    ROSTER_NAMESAKE,
    RosterChoice,
    can_be_imported,
    link_people,
    list_roster_choices,
)
from tournament.core.people.entry_lines import EntryLine, Severity, mark_duplicates
from tournament.core.people.matching import Likeness, choose_licence, compare_people
from tournament.core.people.names import fold_licence
from tournament.core.people.odd_names import is_odd_name
from tournament.core.people.player_data import PlayerData

LICENCES = {
    "0099999": "99999",
    "99999": "99999",
    "00 999-99": "99999",
    "1 234 567": "1234567",
    "1\u202f234\u202f567": "1234567",
    "FR0012": "fr0012",
    "fr-0012": "fr0012",
    "0000": "",
    "-": "",
    "": "",
}
#: Two people (last name; first name; licence; club), their likeness, and its grade in one list.
PAIRS = [
    (
        "GAGNÉ;Éloïse;0099999;Nîmes",
        "Gagne;Eloise;99999;Nîmes",
        Likeness.SAME_LICENCE,
        Severity.FAULT,
    ),
    ("Kenya;Abel;77", "Kenya;A.;77", Likeness.SAME_LICENCE, Severity.FAULT),
    ("Kenya;Abel;77", "Abel;Kenya;077", Likeness.SAME_LICENCE, Severity.FAULT),
    ("Kenya;Abel;77", "Malte;Zoé;77", Likeness.LICENCE_ONLY, Severity.FAULT),
    ("Kenya;Abel;77", "Malte;Zoé;0077", Likeness.LICENCE_ONLY, Severity.DOUBT),
    ("Kenya;;77", "Malte;;77", Likeness.LICENCE_ONLY, Severity.FAULT),
    ("LE GOFF;Yann", "LE GOFF;Yann;1111111;Brest", Likeness.SAME_NAME, Severity.DOUBT),
    ("LE GOFF;Yann;;Brest", "Le Goff;Yann;;Nantes", Likeness.SAME_NAME, Severity.DOUBT),
    ("LE GOFF;Yann", "LEGOFF;Yann", Likeness.SAME_NAME, Severity.DOUBT),
    ("LE GOFF;Yann", "Yann;Le-Goff", Likeness.SAME_NAME, Severity.DOUBT),
    ("ŁUKASZ;Æsa", "Lukasz;Aesa", Likeness.SAME_NAME, Severity.DOUBT),
    ("Kenya;Abel;77", "Kenya;Abel;78", Likeness.OTHER_LICENCE, Severity.DOUBT),
    ("Kenya;Abel;77;Oran", "Kenya;Abel;78;ORAN", Likeness.OTHER_LICENCE, Severity.DOUBT),
    ("Kenya;Abel;77;Oran", "Kenya;Abel;78;Brest", Likeness.OTHER_LICENCE, Severity.REMARK),
    ("Kenya;Abel;0", "Malte;Zoé;000", None, None),
    ("Kenya;Abel;;Oran", "Kenya;Zoé;;Oran", None, None),
    ("…", "?", None, None),
]


def make_person(text: str) -> PlayerData:
    last_name, first_name, licence, club = (*text.split(";"), "", "", "")[:4]
    return PlayerData(last_name, first_name, licence, club)


def test_licences_are_compared_without_zeros_and_separators() -> None:
    with every_row() as row:
        for written, folded in LICENCES.items():
            with row(written):
                assert fold_licence(written) == folded
        for stored, typed, chosen in [
            ("0099999", "99999", "0099999"),
            ("99999", "0099999", "0099999"),
            ("99999", "99 999", "99999"),
            ("99999", "88888", "88888"),
            ("99999", "", "99999"),
            ("", "99999", "99999"),
            ("", "", ""),
        ]:
            with row((stored, typed)):
                assert choose_licence(stored, typed) == chosen


def test_people_are_compared_by_licence_name_and_club() -> None:
    with every_row() as row:
        for first, second, likeness, severity in PAIRS:
            with row((first, second)):
                one_way, other_way = make_person(first), make_person(second)
                assert compare_people(one_way, other_way) == likeness
                assert compare_people(other_way, one_way) == likeness
                lines = [EntryLine(2, (one_way,)), EntryLine(3, (other_way,))]
                grades = [line.severity for line in mark_duplicates(lines)]
                assert grades == [None if severity is None else Severity.REMARK, severity]
                (pair,) = mark_duplicates([EntryLine(2, (one_way, other_way))])
                assert pair.severity == severity


def test_the_strongest_likeness_counts_and_the_first_line_is_marked() -> None:
    people = [
        PlayerData("Kenya", "Abel", "77"),
        PlayerData("Kenya", "Abel"),
        PlayerData("Kenya", "Abel", "077"),
    ]
    lines = mark_duplicates([EntryLine(n, (person,)) for n, person in enumerate(people, 2)])
    findings = [[(f.code, f.data.get("number")) for f in line.findings] for line in lines]
    assert findings == [
        [("name-twice", None), ("licence-twice", None)],
        [("name-twice", 2)],
        [("licence-twice", 2)],
    ]
    data = lines[2].findings[0].data
    assert (data["licence"], data["other_licence"]) == ("077", "77")


def test_a_column_with_one_value_marks_every_line() -> None:
    lines = mark_duplicates([EntryLine(n, (PlayerData("France"),)) for n in range(2, 1002)])
    assert {line.severity for line in lines[1:]} == {Severity.DOUBT}
    assert lines[-1].findings[0].data["number"] == 2


ODD = {
    ("123", ""): True,
    ("Total", ": 17"): True,
    ("Total", "17"): True,
    ("TOTAL", ""): True,
    ("Nom", "Prénom"): True,
    ("Nom", ""): True,
    ("Joueurs", ""): True,
    ("Dupont", "Jean 1234567"): True,
    ("Dupont", "0612345678"): True,
    ("zoe@club.fr", ""): True,
    ("Liste :", "A"): True,
    ("12", "Monkeys"): True,
    ("…", ""): True,
    ("Dupont", "-"): True,
    ("Dupont", "Jean"): False,
    ("Dupont", ""): False,
    ("O", "Li"): False,
    ("Łukasz", ""): False,
    ("李", "小龙"): False,
    ("J2-0", ""): False,
    ("Joueur 12", ""): False,
    ("D'Ève", "Anne-Marie (Jr.)"): False,
    ("Joueur anonyme 3", ""): False,
}


def test_names_that_are_probably_none_are_doubted() -> None:
    with every_row() as row:
        for (last, first), odd in ODD.items():
            with row((last, first)):
                assert is_odd_name(PlayerData(last, first)) == odd


def test_decisions_name_a_player_of_the_roster_for_each_person() -> None:
    def build_data(index: int, *keys: int) -> dict[str, object]:
        rows = [RosterChoice(key, "Kenya", "", "") for key in keys]
        return {"person": index, "rows": rows, "licence": "", "club": ""}

    people = (PlayerData("Kenya"), PlayerData("Malte"))
    line = EntryLine(2, people).with_finding(ROSTER_NAMESAKE, Severity.DOUBT, **build_data(0, 7, 8))
    line = line.with_finding(ROSTER_NAMESAKE, Severity.DOUBT, **build_data(1, 9))
    assert [key for key, _rows in list_roster_choices(line)] == ["7+9", "8+9"]
    assert [
        can_be_imported(line, decision) for decision in ("", INCLUDE_LINE, "8+9", "7", "9+8")
    ] == [*(False, True, True, False, False)]
    assert link_people(line, "8+9") == {0: 8, 1: 9}
    assert link_people(line, INCLUDE_LINE) == {0: None, 1: None}
    assert link_people(EntryLine(2, people), "") == {}
