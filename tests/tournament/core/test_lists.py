"""Lists of players as club secretaries, spreadsheets and phones write them."""

import itertools
from pathlib import Path
from typing import Any

import yaml

from tests.rows import every_row
from tests.samples.rosters.make import SAMPLES
from tournament.core.files.cells import to_text
from tournament.core.files.spreadsheets import FileRow
from tournament.core.people.columns import ENTRY_FIELDS, ROSTER_FIELDS
from tournament.core.people.entry_lines import EntryLine, mark_duplicates, read_lines
from tournament.core.people.lists import ListFile, open_list
from tournament.core.people.odd_names import is_odd_name
from tournament.core.people.player_data import PLAYER_FIELDS

FOLDER = Path(__file__).parents[2] / "samples/rosters"


def describe_line(line: EntryLine) -> dict[str, Any]:
    """Return the line in the form of ``expected.yaml``."""
    description = {
        "line": line.number,
        "also": line.second_number,
        "people": [
            {
                name: getattr(person, name)
                for name in PLAYER_FIELDS
                if getattr(person, name) not in {"", None}
            }
            for person in line.people
        ],
        "table": line.table,
        "team": line.team,
        "found": [f"{finding.code} {finding.severity}" for finding in line.findings],
    }
    return {name: value for name, value in description.items() if value}


def read_list(text: str, heading: int | None = None) -> tuple[ListFile, list[str], list[EntryLine]]:
    file = open_list(text.encode(), heading)
    fields = file.propose_fields(ENTRY_FIELDS)
    return file, fields, file.read_lines(fields)


def test_every_sample_is_read_as_expected() -> None:
    samples: dict[str, Any] = yaml.safe_load((FOLDER / "expected.yaml").read_text("utf-8"))
    assert samples.keys() == SAMPLES.keys()
    with every_row() as row:
        for name, expected in samples.items():
            with row(name):
                file = open_list((FOLDER / name).read_bytes())
                fields = file.propose_fields(ENTRY_FIELDS)
                assert file.heading.number == expected["heading"]
                assert fields == expected["fields"]
                assert [
                    describe_line(line) for line in mark_duplicates(file.read_lines(fields))
                ] == expected["lines"]


def test_separator_encoding_and_line_ends_do_not_matter() -> None:
    lines = [["Nom", "Prénom", "Table"], ["Algérie", "Été", "12"], ["LEBŒUF", "Zoé – Š€", ""]]
    encodings, newlines = ("utf-8", "utf-8-sig", "utf-16", "cp1252"), ("\n", "\r\n", "\r")
    with every_row() as row:
        for written in itertools.product((",", ";", "\t"), encodings, newlines):
            with row(written):
                separator, encoding, newline = written
                data = newline.join(separator.join(line) for line in lines).encode(encoding)
                file = open_list(data)
                read = file.read_lines(file.propose_fields(ENTRY_FIELDS))
                assert [(line.name, line.table) for line in read] == [
                    ("Algérie Été", 12),
                    ("LEBŒUF Zoé – Š€", None),
                ]


def test_a_heading_says_what_a_column_fills() -> None:
    headings = {
        "N° de licence": "licence",
        "Nº licence": "licence",
        "Numéro": "licence",
        "NOM ET PRE\u0301NOM": "full_name",
        "Joueur": "full_name",
        "Né(e) le": "birth_year",
        "Catégorie d’âge": "category",
        "Comité": "federation",
        "Organization 1 - Name": "club",
        "N° table": "table",
        "Ville": "",
        "N°": "",
    }
    with every_row() as row:
        for heading, field in headings.items():
            with row(heading):
                _, fields, _ = read_list(f"{heading};x\nA B;C\n")
                assert fields[0] == field


def test_the_second_player_has_columns_of_their_own() -> None:
    headings = ("Nom 2", "nom2", "Nom du joueur 2", "Partenaire", "Nom partenaire", "2e joueur nom")
    with every_row() as row:
        for heading in headings[:5]:
            with row(heading):
                _, fields, _ = read_list(f"Nom;Prénom;{heading}\nA;B;C\n")
                assert fields[2] in {"partner_last_name", "partner_full_name"}


def test_no_field_is_filled_twice_and_rosters_have_no_table() -> None:
    _, fields, _ = read_list("nom,prénom,numéro,licence,comité,fédération,licence\nA,B,,1,,,\n")
    assert fields == ["last_name", "first_name", "", "licence", "", "federation", ""]
    file = open_list(b"nom,table,nom 2\nA,1,B\n")
    assert file.propose_fields(ROSTER_FIELDS) == ["last_name", "", ""]


def test_whole_names_under_a_plain_heading_are_taken_apart() -> None:
    names = {
        "DUPONT Jean": ("DUPONT", "Jean"),
        "Jean DUPONT": ("DUPONT", "Jean"),
        "LE GOFF Anne-Marie": ("LE GOFF", "Anne-Marie"),
        "de LA TOUR Jean": ("de LA TOUR", "Jean"),
        "D'ARTAGNAN Zoé": ("D'ARTAGNAN", "Zoé"),
        "Le Goff, Anne": ("Le Goff", "Anne"),
        "Dupont Jean": ("Dupont", "Jean"),
        "Cher": ("Cher", ""),
    }
    text = "Nom;Club\n" + "".join(f"{name};X\n" for name in names)
    _, fields, lines = read_list(text)
    assert fields[0] == "full_name"
    with every_row() as row:
        for line, (name, parts) in zip(lines, names.items(), strict=True):
            with row(name):
                (person,) = line.people
                assert (person.last_name, person.first_name) == parts
                doubted = [finding.code for finding in line.findings]
                assert doubted == (["name-split"] if name == "Dupont Jean" else [])


def test_a_list_without_heading_is_read_on_request() -> None:
    file = open_list(b"LESOTHO Thabo,Maseru\nMONGOLIE Bat,Oulan-Bator\n", 0)
    lines = file.read_lines(["full_name", "club"])
    assert [line.people[0].first_name for line in lines] == ["Thabo", "Bat"]


CELLS = {
    ("club", "#N/A"): ("", "cell-error-empty remark"),
    ("club", "#VALEUR !"): ("", "cell-error-empty remark"),
    ("club", "Err:502"): ("", "cell-error-empty remark"),
    ("club", "None"): ("", "cell-nothing-empty remark"),
    ("club", "-"): ("", ""),
    ("club", "« Les Aigles »"): ("Les Aigles", ""),
    ("club", "2024-03-12"): ("2024-03-12", "cell-date doubt"),
    ("club", "Marseille 13"): ("Marseille 13", ""),
    ("club", "Mai 68"): ("Mai 68", ""),
    ("club", "BŽziers"): ("BŽziers", "cell-misread doubt"),
    ("club", "B\ufffdziers"): ("B\ufffdziers", "cell-lost-letter fault"),
    ("series", "NaN"): ("", "cell-nothing-empty remark"),
    ("last_name", "NULL"): ("NULL", "cell-nothing doubt"),
    ("last_name", "VRAI"): ("VRAI", "cell-nothing doubt"),
    ("last_name", "#REF!"): ("#REF!", "cell-error fault"),
    ("last_name", "#NOM?"): ("#NOM?", "cell-error fault"),
    ("last_name", "Andr?"): ("Andr?", "cell-not-a-name doubt"),
    ("last_name", "12"): ("12", ""),
    ("last_name", '"LE GOFF"'): ("LE GOFF", ""),
    ("last_name", "d’Évreux-Łuk (jr.)"): ("d’Évreux-Łuk (jr.)", ""),
    ("first_name", "12/03/1957"): ("12/03/1957", "cell-date doubt"),
    ("first_name", "mars-57"): ("mars-57", "cell-date doubt"),
    ("first_name", "12-déc."): ("12-déc.", "cell-date doubt"),
    ("first_name", "Martin"): ("Martin", ""),
    ("licence", '"0012345"'): ("0012345", ""),
    ("licence", "1 234 567"): ("1234567", ""),
    ("licence", "1\u202f234\u00a0567"): ("1234567", ""),
    ("licence", "1.234.567"): ("1234567", ""),
    ("licence", "12-34-56"): ("12-34-56", ""),
    ("licence", "2024-03-12"): ("2024-03-12", "cell-date doubt"),
    ("licence", "NULL"): ("", "cell-nothing-empty remark"),
}


def test_cells_that_hold_no_data_are_read_or_named() -> None:
    fields = ["last_name", "first_name", "licence", "club", "series"]
    with every_row() as row:
        for (field, text), (value, problem) in CELLS.items():
            with row(f"{field} {text}"):
                cells = {"last_name": "A"} | {field: to_text(text)}
                line = FileRow(2, [cells.get(name, "") for name in fields])
                ((entry),) = read_lines([line], fields, width=len(fields))
                assert getattr(entry.people[0], field) == value
                problems = [f"{finding.code} {finding.severity}" for finding in entry.findings]
                assert problems == ([problem] if problem else [])


def test_impossible_pairs_have_findings() -> None:
    wrong = {
        "A;UN;1\nA;DEUX;2\n": ["pair-tables"],
        "A;UN;\nA;DEUX;\nA;TROIS;\n": ["pair-full"] * 3,
        "A;UN;\n": ["pair-alone"],
        "A;UN;\na;DEUX;4\n": [],
    }
    with every_row() as row:
        for text, codes in wrong.items():
            with row(text):
                _, _, lines = read_list("Paire;Nom;Table\n" + text)
                found_codes = [finding.code for line in lines for finding in line.findings]
                assert found_codes == codes


def test_what_is_no_licence_table_or_person_is_asked_about() -> None:
    file = open_list(
        b"nom;licence;table\nKENYA;NL;7 A\nTotal : 17;;\nS\xc3\xa9rie 4;;\nnom;licence;table\n"
    )
    lines = file.read_lines(file.propose_fields(ENTRY_FIELDS))
    assert (lines[0].people[0].licence, lines[0].table) == ("", None)
    codes = [finding.code for finding in lines[0].findings]
    assert codes == ["cell-nothing-empty", "table-not-a-number"]
    assert [is_odd_name(line.people[0]) for line in lines] == [False, True, True, True]
