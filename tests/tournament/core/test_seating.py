"""Seating plans: orders, tables left out, and separated neighbours."""

from itertools import islice, pairwise

from hypothesis import given, strategies as st

from tests.rows import every_row
from tournament.core.people.seating import (
    SeatingEntry,
    SeatingKind,
    SeatingRequest,
    SeparationRule,
    make_seating_plan,
    share_evenly,
)

CLUB = frozenset({SeparationRule.CLUB})
#: The kinds that a plan can be requested in.
ORDERS = sorted(set(SeatingKind) - {SeatingKind.HAND, SeatingKind.UNDO})


def make_sitter(key: int, club: str = "", **fields: object) -> SeatingEntry:
    return SeatingEntry(key, key, f"J{key:03}", clubs=frozenset({club}), **fields)  # type: ignore[arg-type]


def list_row(seats: dict[int, int]) -> list[int]:
    """Return the entries in the order of their tables."""
    return sorted(seats, key=seats.__getitem__)


def test_every_order_seats_as_it_says() -> None:
    people = [
        SeatingEntry(3, 1, "Émile", block=(1, "b"), rank=2),
        SeatingEntry(1, 2, "zoé", block=(0, "a"), rank=None),
        SeatingEntry(2, 3, "Eric", block=(1, "b"), rank=1),
    ]
    expected = {
        SeatingKind.REGISTERED: [1, 2, 3],
        SeatingKind.NAME: [3, 2, 1],
        SeatingKind.RANKING: [2, 3, 1],
    }
    with every_row() as each:
        for kind, order in expected.items():
            with each(kind):
                assert (
                    list_row(dict(make_seating_plan(people, SeatingRequest(kind)).seats)) == order
                )
        with each("series"):
            assert (
                list_row(
                    dict(make_seating_plan(people, SeatingRequest(SeatingKind.SERIES, "x")).seats)
                )[0]
                == 1
            )


def test_tables_begin_at_the_number_asked_and_skip_unusable_ones() -> None:
    request = SeatingRequest(
        SeatingKind.NAME, first_number=11, step=2, excluded_numbers=frozenset({13, 14})
    )
    assert list(islice(request.generate_numbers(), 4)) == [11, 15, 17, 19]
    seats = make_seating_plan([make_sitter(key) for key in (1, 2, 3)], request).seats
    assert list(seats.values()) == [11, 15, 17]


def test_a_seed_makes_the_same_plan_again() -> None:
    people = [make_sitter(key, f"c{key % 7}") for key in range(60)]
    first, again, other = (
        make_seating_plan(order, SeatingRequest(SeatingKind.RANDOM, seed, CLUB)).seats
        for order, seed in ((people, "a"), (people[::-1], "a"), (people, "b"))
    )
    assert first == again != other


def test_members_of_a_club_are_separated_while_possible() -> None:
    with every_row() as each:
        for size in (1, 5, 30):
            with each(str(size)):
                club = [make_sitter(key, "Lyon") for key in range(size)]
                others = [make_sitter(100 + key, f"c{key}") for key in range(29)]
                plan = make_seating_plan(
                    [*club, *others], SeatingRequest(SeatingKind.RANDOM, "x", CLUB)
                )
                assert plan.conflicts == []


def test_neighbours_that_cannot_be_separated_are_listed() -> None:
    people = [make_sitter(key, "LYON" if key else "lyon") for key in range(4)] + [
        make_sitter(9, "Metz")
    ]
    plan = make_seating_plan(people, SeatingRequest(SeatingKind.RANDOM, "x", CLUB))
    assert len(plan.conflicts) == 2
    neighbours = set(pairwise(list_row(dict(plan.seats))))
    assert neighbours >= set(plan.conflicts)


def test_families_are_separated_too_and_fixed_orders_only_count_conflicts() -> None:
    people = [SeatingEntry(key, key, str(key), families=frozenset({"Roy"})) for key in (1, 2)]
    people += [SeatingEntry(3, 3, "3")]
    both = frozenset(SeparationRule)
    assert make_seating_plan(people, SeatingRequest(SeatingKind.RANDOM, "x", both)).conflicts == []
    assert make_seating_plan(
        people, SeatingRequest(SeatingKind.REGISTERED, rules=both)
    ).conflicts == [(1, 2)]


def test_separation_keeps_entries_in_their_series() -> None:
    people = [make_sitter(key, f"c{key % 3}", block=(key // 10, "")) for key in range(30)]
    order = list_row(
        dict(make_seating_plan(people, SeatingRequest(SeatingKind.SERIES, "x", CLUB)).seats)
    )
    assert [key // 10 for key in order] == sorted(key // 10 for key in order)


@given(
    st.lists(st.sampled_from(["", "a", "b", "c"]), max_size=40),
    st.sampled_from(ORDERS),
    st.text(max_size=5),
)
def test_every_entry_has_a_table_of_its_own(clubs: list[str], kind: SeatingKind, seed: str) -> None:
    people = [make_sitter(key, club) for key, club in enumerate(clubs)]
    plan = make_seating_plan(people, SeatingRequest(kind, seed, frozenset(SeparationRule)))
    assert sorted(plan.seats) == list(range(len(people)))
    assert sorted(plan.seats.values()) == list(range(1, len(people) + 1))


def test_shares_are_even_and_of_neighbours() -> None:
    shares = share_evenly([1, 2, 3, 5, 8], ["a", "b"])
    assert "".join(shares.values()) == "aaabb"
    assert share_evenly([], ["a"]) == {}


@given(
    owners=st.lists(st.sampled_from(["a", "b", "c", "gone", None]), max_size=30),
    people=st.sampled_from([["a"], ["a", "b"], ["c", "a", "b"]]),
)
def test_sharing_again_moves_as_few_tables_as_even_shares_need(
    owners: list[str | None], people: list[str]
) -> None:
    tables = list(range(1, len(owners) + 1))
    present = dict(zip(tables, owners, strict=True))
    shares = share_evenly(tables, people, present)
    sizes = sorted((list(shares.values()).count(person) for person in people), reverse=True)
    assert shares.keys() == set(tables)
    assert sizes[0] - sizes[-1] <= 1
    stayed = sum(shares[table] == present[table] for table in tables)
    stay_limits = sorted((owners.count(person) for person in people), reverse=True)
    assert stayed == sum(map(min, stay_limits, sizes))
    assert share_evenly(tables, people, shares) == shares
