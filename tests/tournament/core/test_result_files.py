"""Profiles of result files as TOML, and what is checked in results before they are sent."""

import pytest

from tests.rows import every_row
from tournament.core.errors import BadSetting
from tournament.core.ranking.measures import Measure
from tournament.core.ranking.result_checks import (
    CheckedEntry,
    CheckedPlayer,
    ResultProblem,
    find_problems,
)
from tournament.core.ranking.result_profile import (
    Division,
    FileFormat,
    ProfileColumn,
    ResultProfile,
    RowOrder,
)
from tournament.core.ranking.table import FixedColumn

PROFILE = """
name = "Ligue"
files = "together"
order = "table"
encoding = "latin-1"
separator = ";"
decimal_mark = ","
headings = false
columns = [
    { value = "licence", heading = "N° de licence" }, { value = "game" }, { value = "total" },
]
"""
WRONG = {
    "no column": ('name = "A"\ncolumns = []', "columns"),
    "a column without such a value": ('columns = [{ value = "age" }]', "'age'"),
    "a key of a column": ('columns = [{ value = "name", width = 3 }]', "width"),
    "two equal headings": ('columns = [{ value = "name" }, { value = "rank", heading = "name" }]',
                           "'name'"),
    "a key": ('colour = "red"', "colour"),
    "a format": ('format = "pdf"', "pdf"),
    "an encoding": ('encoding = "klingon"', "klingon"),
    "two separators": ('separator = ";;"', "';;'"),
    "a flag": ('headings = "no"', "'no'"),
    "an empty name": ('name = " "', "name"),
    "no TOML": ("name = ", "Invalid value"),
    "nothing": ("", "name"),
}  # fmt: skip


def test_a_profile_is_read() -> None:
    profile = ResultProfile.from_toml(PROFILE)
    assert profile == ResultProfile(
        name="Ligue",
        columns=(
            ProfileColumn("N° de licence", FixedColumn.LICENCE),
            ProfileColumn("game", None),
            ProfileColumn("total", Measure.TOTAL),
        ),
        format=FileFormat.CSV,
        files=Division.TOGETHER,
        order=RowOrder.TABLE,
        encoding="iso8859-1",
        separator=";",
        decimal_mark=",",
        headings=False,
    )


def test_a_wrong_profile_is_refused_naming_the_fault() -> None:
    with every_row() as row:
        for name, (text, wrong) in WRONG.items():
            with row(name), pytest.raises(BadSetting) as refusal:
                ResultProfile.from_toml(text)
            with row(f"{name}: what is wrong"):
                assert wrong in refusal.value.data["wrong"]


def make_entry(table: int, *players: tuple[str, str], **values: object) -> CheckedEntry:
    people = [CheckedPlayer(f"J{table}", licence, code) for licence, code in players]
    return CheckedEntry(table, table, f"J{table}", people, **values)  # type: ignore[arg-type]


def test_each_problem_of_results_is_named() -> None:
    entries = [
        make_entry(1, ("1234", "FFSc")),
        make_entry(2, ("00 12-34", "FBS")),
        make_entry(3, ("", "")),
        make_entry(4, ("7", ""), ("7", "")),
        make_entry(5, ("8", ""), ("", "")),
        make_entry(6, ("9", "ffsc"), ("10", "XYZ")),
        make_entry(7, ("11", ""), withdrawn=True, missed_games=[2]),
        make_entry(8, ("12", ""), missed_games=[1, 2]),
        make_entry(9, ("13", "FFSc")),
    ]
    findings = [
        (finding.problem, [entry.table for entry in finding.entries], finding.detail)
        for finding in find_problems(entries, ["FFSc", "FBS"], [3])
    ]
    assert findings == [
        (ResultProblem.PROVISIONAL, [], "3"),
        (ResultProblem.NO_LICENCE, [3], ""),
        (ResultProblem.PAIR_LICENCE, [4], ""),
        (ResultProblem.PAIR_LICENCE, [5], ""),
        (ResultProblem.SHARED_LICENCE, [1, 2], "1234"),
        (ResultProblem.FEDERATION, [6], "XYZ"),
        (ResultProblem.WITHDRAWN, [7], ""),
        (ResultProblem.ABSENT, [8], "1, 2"),
    ]
    assert find_problems(entries[-1:], ["FFSc"], []) == []
