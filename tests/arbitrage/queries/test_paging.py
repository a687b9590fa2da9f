"""Pages of a long list: order, search, rows that stay in place."""

from dataclasses import replace

import pytest

from arbitrage.queries import paging
from arbitrage.queries.lines import ListLine
from arbitrage.queries.paging import PAGE_SIZE, ListOptions, build_page, filter_and_sort

NAMES = ["Égal", "abel", "Zoé", "Éden", "Ève", "Bo", "égal"]


def make_lines(count: int = len(NAMES)) -> list[ListLine]:
    """Return lines of tables 1 to ``count``; every fifth waits for an arbiter."""
    return [
        ListLine(
            entry=100 + number,
            table=number,
            name=NAMES[(number - 1) % len(NAMES)],
            points=number * 7 % 10,
            is_open=number % 5 == 0,
        )
        for number in range(1, count + 1)
    ]


def list_tables(lines: list[ListLine]) -> list[int]:
    return [line.table for line in lines]


@pytest.mark.parametrize(
    ("sort", "expected"),
    [
        ("", [5, 1, 2, 3, 4, 6, 7]),
        ("table", [1, 2, 3, 4, 5, 6, 7]),
        ("-table", [7, 6, 5, 4, 3, 2, 1]),
        ("name", [2, 6, 4, 1, 7, 5, 3]),
        ("points", [3, 6, 2, 5, 1, 4, 7]),
        ("-points", [7, 4, 1, 5, 2, 6, 3]),
    ],
)
def test_the_whole_list_is_sorted(sort: str, expected: list[int]) -> None:
    assert list_tables(filter_and_sort(make_lines(), ListOptions(sort=sort))) == expected


@pytest.mark.parametrize(
    ("search", "expected"),
    [
        ("3", [3]),
        ("003", [3]),
        ("30", []),
        ("EG", [1, 7]),
        ("é", [5, 1, 2, 3, 4, 7]),
        ("zoe", [3]),
        ("%", []),
    ],
)
def test_a_number_finds_its_table_and_a_text_the_names(search: str, expected: list[int]) -> None:
    assert list_tables(filter_and_sort(make_lines(), ListOptions(search=search))) == expected


@pytest.mark.parametrize(
    ("name", "searches"),
    [
        ("Zoé d’Arc", ["d'arc", "d’arc", "D‘ARC", "zoe  d'"]),
        ("Jean-Cœur", ["coeur", "cœur", "CŒUR", "jean coeur", "jean-cœur", "jean‑c"]),
        ("Lætitia\u00a0Le Gall", ["laetitia", "LÆTITIA le  gall"]),
        ("Marie - Ève", ["marie eve", "marie-eve"]),
        ("Groß", ["gross"]),
    ],
)
def test_a_name_is_found_without_accents_or_case(name: str, searches: list[str]) -> None:
    named = [replace(line, name=name if line.table == 3 else line.name) for line in make_lines()]
    for search in searches:
        assert list_tables(filter_and_sort(named, ListOptions(search=search))) == [3], search


def test_pages_are_cut_out_of_the_ordered_list() -> None:
    many = make_lines(2 * PAGE_SIZE + 1)
    cuts = [build_page(many, ListOptions(sort="table", page=number)) for number in (1, 2, 3)]
    assert [list_tables(cut.lines) for cut in cuts] == [
        list(range(1, PAGE_SIZE + 1)),
        list(range(PAGE_SIZE + 1, 2 * PAGE_SIZE + 1)),
        [2 * PAGE_SIZE + 1],
    ]
    assert [(cut.previous_number, cut.next_number) for cut in cuts] == [
        (None, 2),
        (1, 3),
        (2, None),
    ]
    assert {(cut.pages, cut.total) for cut in cuts} == {(3, 2 * PAGE_SIZE + 1)}


def test_a_page_that_does_not_exist_is_the_last_one() -> None:
    assert build_page(make_lines(), ListOptions(page=9)).number == 1
    assert build_page([], ListOptions(page=9)) == paging.ListPage([], 1, 1, 0)


def test_rows_on_the_screen_stay_in_place() -> None:
    many = make_lines(PAGE_SIZE + 10)
    shown = tuple(line.entry for line in build_page(many, ListOptions()).lines)
    decided = [
        ListLine(each.entry, each.table, each.name, each.points, is_open=False) for each in many
    ]
    again = build_page(decided, ListOptions(shown_entries=shown))
    assert tuple(line.entry for line in again.lines) == shown


@pytest.mark.parametrize("decided", [0, 10, PAGE_SIZE])
def test_paging_skips_no_waiting_bulletin(decided: int) -> None:
    many = [replace(line, is_open=True) for line in make_lines(3 * PAGE_SIZE)]
    met: list[int] = []
    look = ListOptions()
    for _ in range(3 * PAGE_SIZE // decided if decided else 3):
        page = build_page(many, look)
        met += [line.table for line in page.lines if line.is_open]
        done = {line.entry for line in page.lines[:decided]}
        many = [replace(line, is_open=line.is_open and line.entry not in done) for line in many]
        look = ListOptions(page=page.next_number or page.pages, last_waiting=page.last_waiting)
    assert set(met) == set(range(1, 3 * PAGE_SIZE + 1))


def test_decided_bulletins_follow_the_waiting_ones() -> None:
    many = make_lines(3 * PAGE_SIZE)
    first = build_page(many, ListOptions())
    assert first.last_waiting == (-1, 3 * PAGE_SIZE)
    second = build_page(many, ListOptions(page=2, last_waiting=first.last_waiting))
    assert (second.number, second.last_waiting) == (2, None)


def test_pages_follow_by_number_in_a_chosen_order() -> None:
    many = make_lines(3 * PAGE_SIZE)
    assert build_page(many, ListOptions(sort="table")).last_waiting is None
    assert build_page(many, ListOptions(sort="table", page=3, last_waiting=(-1, 7))).number == 3


def test_shown_rows_keep_the_start_of_the_next_page() -> None:
    many = [replace(line, is_open=line.table > PAGE_SIZE) for line in make_lines(2 * PAGE_SIZE)]
    again = build_page(
        many,
        ListOptions(shown_entries=tuple(range(101, 101 + PAGE_SIZE)), last_waiting=(-1, PAGE_SIZE)),
    )
    assert (again.number, again.last_waiting) == (1, (-1, PAGE_SIZE))


def test_new_rows_of_a_single_page_come_last() -> None:
    assert list_tables(build_page(make_lines(5), ListOptions(shown_entries=(103, 101))).lines) == [
        3,
        1,
        5,
        2,
        4,
    ]


def test_rows_no_longer_in_the_list_are_left_out() -> None:
    many = make_lines(PAGE_SIZE + 10)
    assert list_tables(build_page(many, ListOptions(shown_entries=(107, 999, 101, 107))).lines) == [
        7,
        1,
    ]
    assert (
        build_page(many, ListOptions(shown_entries=(999,))).lines
        == build_page(many, ListOptions()).lines
    )


@pytest.mark.parametrize(
    ("address", "look"),
    [
        ({}, ListOptions()),
        ({"sort": "-points", "q": " 12 ", "page": "3"}, ListOptions("-points", "12", 3)),
        (
            {"rows": "5.7.9", "past": "1.12"},
            ListOptions(shown_entries=(5, 7, 9), last_waiting=(-1, 12)),
        ),
        (
            {"only": "faults", "by": "answer", "at": "7"},
            ListOptions(filter_name="faults", grouping="answer", focused_entry=7),
        ),
        ({"sort": "club", "page": "0", "rows": "x..²", "past": "²"}, ListOptions()),
        ({"only": "all", "by": "club", "past": "12", "at": "x"}, ListOptions()),
        ({"sort": "--table", "page": "-1", "q": "x" * 999}, ListOptions(search="x" * 100)),
        (
            {"page": "9" * 30, "rows": ".".join(["1"] * 999)},
            ListOptions(shown_entries=(1,) * PAGE_SIZE),
        ),
    ],
)
def test_an_invalid_address_shows_the_whole_list(
    address: dict[str, str], look: ListOptions
) -> None:
    assert ListOptions.from_address(address) == look
