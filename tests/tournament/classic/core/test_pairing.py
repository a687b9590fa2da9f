"""Pairing of rounds: properties that hold whatever the previous rounds were."""

from collections import Counter
from itertools import combinations, product

import pytest
from hypothesis import given, settings, strategies as st

from tests.rows import every_row
from tournament.classic.core.rounds import pairing
from tournament.classic.core.rounds.berger import build_berger_pairing, count_rounds_needed
from tournament.classic.core.rounds.checks import PairingIssue, PairingWarning, check_pairing
from tournament.classic.core.rounds.lines import (
    LineResult,
    MatchSide,
    RoundLine,
    build_absent_line,
    build_bye_line,
    build_forfeit_line,
    build_played_line,
)
from tournament.classic.core.rounds.pairing import (
    FloatDirection,
    Pairing,
    PairingPlayer,
    draw_order,
    pair_players,
)
from tournament.classic.core.rounds.pairing_input import list_pairing_players
from tournament.classic.core.rounds.terms import PairingStyle, PointsTerms

POINTS = PointsTerms()
WON, LOST = LineResult.WON, LineResult.LOST


def rank_entries(cards: dict[int, list[RoundLine]], keys: list[int]) -> list[int]:
    return sorted(keys, key=lambda key: (-sum(line.points for line in cards[key]), key))


def write_round(
    cards: dict[int, list[RoundLine]],
    number: int,
    pairing: Pairing,
    winners: list[bool],
    absent: set[int],
) -> None:
    """Write the lines of a round; the first of a pair wins where ``winners`` says so."""
    for (a, b), first in zip(pairing.pairs, winners, strict=False):
        sides = MatchSide(400, 1), MatchSide(300, 0)
        x_side, y_side = sides if first else sides[::-1]
        ended = (WON, LOST) if first else (LOST, WON)
        cards[a].append(build_played_line(POINTS, number, b, ended[0], own=x_side, other=y_side))
        cards[b].append(build_played_line(POINTS, number, a, ended[1], own=y_side, other=x_side))
    if pairing.bye is not None:
        cards[pairing.bye].append(build_bye_line(POINTS, number))
    for key in absent:
        cards[key].append(build_absent_line(POINTS, number))


@settings(max_examples=40)
@given(data=st.data(), size=st.integers(2, 14), style=st.sampled_from(PairingStyle))
def test_every_present_entry_has_one_opponent_or_the_bye(
    data: st.DataObject, size: int, style: PairingStyle
) -> None:
    cards: dict[int, list[RoundLine]] = {key: [] for key in range(size)}
    for number in range(1, 7):
        absent = data.draw(st.sets(st.sampled_from(range(size)), max_size=size // 2))
        present = [key for key in range(size) if key not in absent]
        field = list_pairing_players(cards, rank_entries(cards, present))
        result = pair_players(field, style, "seed")
        sat = Counter(key for keys in result.pairs for key in keys)
        sat.update([result.bye] if result.bye is not None else [])
        assert sat == Counter(present)
        assert (result.bye is None) == (len(present) % 2 == 0)
        warnings = check_pairing(result, field)
        rematches = sum(
            warning.number for warning in warnings if warning.issue is PairingIssue.REMATCH
        )
        byes = sum(
            warning.number for warning in warnings if warning.issue is PairingIssue.SECOND_BYE
        )
        if len(present) <= 8:
            assert (rematches, byes) == find_least_faults(field)
        winners = data.draw(st.lists(st.booleans(), min_size=size // 2, max_size=size // 2))
        write_round(cards, number, result, winners, absent)


def find_least_faults(field: list[PairingPlayer]) -> tuple[int, int]:
    """Return the fewest rematches, then repeated byes, of all possible pairings."""
    if not field:
        return (0, 0)
    first, *rest = field
    faultst = []
    for opponent in rest:
        rematches, byes = find_least_faults([other for other in rest if other is not opponent])
        faultst.append((rematches + first.met.get(opponent.key, 0), byes))
    if len(field) % 2:
        rematches, byes = find_least_faults(rest)
        faultst.append((rematches, byes + first.unplayed_rounds))
    return min(faultst)


@settings(max_examples=15)
@given(size=st.integers(2, 24), seed=st.text(max_size=5))
def test_same_seed_gives_the_same_pairing_and_draw(size: int, seed: str) -> None:
    field = [PairingPlayer(key) for key in range(size)]
    assert pair_players(field, PairingStyle.CHANCE, seed) == pair_players(
        field, PairingStyle.CHANCE, seed
    )
    assert draw_order(range(size), seed) == draw_order(range(size)[::-1], seed)


def test_another_seed_gives_another_random_pairing() -> None:
    field = [PairingPlayer(key) for key in range(40)]
    drawn = {pair_players(field, PairingStyle.CHANCE, str(seed)).pairs for seed in range(5)}
    assert len(drawn) == 5
    paired = {
        frozenset(pair_of_keys)
        for pair_of_keys in pair_players(field, PairingStyle.CHANCE, "0").pairs
    }
    turned = {
        frozenset(pair_of_keys)
        for pair_of_keys in pair_players(field[::-1], PairingStyle.CHANCE, "0").pairs
    }
    assert turned == paired


def test_pairing_among_closest_opponents_is_as_good_as_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Sums of what is wrong are the same, whatever the number of opponents."""
    for style in PairingStyle:
        cards: dict[int, list[RoundLine]] = {key: [] for key in range(41)}
        for number in range(1, 7):
            field = list_pairing_players(cards, rank_entries(cards, list(cards)))
            result = pair_players(field, style, "x")
            with monkeypatch.context() as whole:
                whole.setattr(pairing, "_CLOSEST_OPPONENTS", 41)
                whole.setattr(pairing, "_FLOATING_OPPONENTS", 41)
                assert sum_gaps(pair_players(field, style, "x"), field) == sum_gaps(
                    result, field
                ), (
                    style,
                    number,
                )
            winners = [(a * number) % 3 > 0 for a, _ in result.pairs]
            write_round(cards, number, result, winners, set())


def sum_gaps(result: Pairing, field: list[PairingPlayer]) -> tuple[int, int]:
    """Return the number of rematches and the sum of squared point differences."""
    players = {player.key: player for player in field}
    return (
        sum(players[a].met.get(b, 0) for a, b in result.pairs),
        sum((players[a].points - players[b].points) ** 2 for a, b in result.pairs),
    )


@given(size=st.integers(2, 25))
def test_long_swiss_gives_each_entry_one_bye(size: int) -> None:
    cards: dict[int, list[RoundLine]] = {key: [] for key in range(size)}
    for number in range(1, min(count_rounds_needed(size), 9) + 1):
        result = pair_players(
            list_pairing_players(cards, rank_entries(cards, list(cards))), PairingStyle.SLIDE, "x"
        )
        write_round(cards, number, result, [True] * size, set())
    assert all(sum(line.opponent is None for line in lines) <= 1 for lines in cards.values())


def test_each_style_pairs_a_group_and_byes_the_last() -> None:
    field = [PairingPlayer(key) for key in range(1, 10)]
    expected = {
        PairingStyle.SLIDE: {(1, 5), (2, 6), (3, 7), (4, 8)},
        PairingStyle.FOLD: {(1, 8), (2, 7), (3, 6), (4, 5)},
        PairingStyle.NEIGHBOURS: {(1, 2), (3, 4), (5, 6), (7, 8)},
    }
    with every_row() as case_row:
        for style, pairs in expected.items():
            with case_row(style):
                assert pair_players(field[:8], style, "x") == Pairing(tuple(sorted(pairs)))
                assert pair_players(field, style, "x").bye == 9 or style is PairingStyle.FOLD


def test_equal_points_meet_and_floats_are_not_repeated() -> None:
    field = [
        PairingPlayer(1, 4),
        PairingPlayer(2, 4),
        PairingPlayer(3, 4, floats=(FloatDirection.DOWN,)),
        PairingPlayer(4, 2, floats=(FloatDirection.UP,)),
        PairingPlayer(5, 2),
        PairingPlayer(6, 2),
    ]
    assert set(pair_players(field, PairingStyle.SLIDE, "x").pairs) == {(1, 3), (2, 5), (4, 6)}


def test_last_without_a_bye_gets_it_even_with_floats() -> None:
    field = [
        PairingPlayer(1, 4),
        PairingPlayer(2, 4),
        PairingPlayer(3, 2),
        PairingPlayer(4, 0),
        PairingPlayer(5, 0),
    ]
    assert pair_players(field, PairingStyle.SLIDE, "x").bye == 5
    players = [
        *field[:3],
        PairingPlayer(4, 0, unplayed_rounds=1),
        PairingPlayer(5, 0, unplayed_rounds=1),
    ]
    assert pair_players(players, PairingStyle.SLIDE, "x").bye == 3


def test_two_hundred_are_paired_without_a_rematch() -> None:
    met = {key: {key ^ 1: 1, key ^ 2: 1} for key in range(200)}
    field = [PairingPlayer(key, 2 * (199 - key) // 50, met[key]) for key in range(200)]
    result = pair_players(field, PairingStyle.SLIDE, "x")
    assert len(result.pairs) == 100
    assert not any(met[a].get(b) for a, b in result.pairs)


@settings(max_examples=30)
@given(size=st.integers(1, 30))
def test_a_round_robin_is_everybody_once_against_everybody(size: int) -> None:
    rounds = [
        build_berger_pairing(range(size), number)
        for number in range(1, count_rounds_needed(size) + 1)
    ]
    met = Counter(frozenset(pair_of_keys) for result in rounds for pair_of_keys in result.pairs)
    assert met == Counter(frozenset(pair_of_keys) for pair_of_keys in combinations(range(size), 2))
    byes = [result.bye for result in rounds if result.bye is not None]
    assert sorted(byes) == (list(range(size)) if size % 2 and size > 1 else [])
    if size > 1:
        assert build_berger_pairing(range(size), count_rounds_needed(size) + 1) == rounds[0]


def test_the_table_for_six_is_that_of_the_handbook() -> None:
    expected = [
        {(1, 6), (2, 5), (3, 4)},
        {(6, 4), (5, 3), (1, 2)},
        {(2, 6), (3, 1), (4, 5)},
        {(6, 5), (1, 4), (2, 3)},
        {(3, 6), (4, 2), (5, 1)},
    ]
    for number, pairs in enumerate(expected, start=1):
        result = {
            frozenset(pair_of_keys)
            for pair_of_keys in build_berger_pairing(range(1, 7), number).pairs
        }
        assert result == {frozenset(pair_of_keys) for pair_of_keys in pairs}, number


def test_issues_of_pairs_made_by_hand_come_worst_first() -> None:
    field = [
        PairingPlayer(1, 4, {2: 1}),
        PairingPlayer(2, 4, {1: 1}),
        PairingPlayer(3, 4),
        PairingPlayer(4, 2),
        PairingPlayer(5, 0, unplayed_rounds=1),
        PairingPlayer(6, 0),
    ]
    by_hand = Pairing(((1, 2), (3, 6), (4, 9)), 5)
    assert check_pairing(by_hand, field) == [
        PairingWarning(PairingIssue.REMATCH, (1, 2), 1),
        PairingWarning(PairingIssue.SECOND_BYE, (5,), 1),
        PairingWarning(PairingIssue.GAP, (3, 6), 4),
        PairingWarning(PairingIssue.AWAY, (9,)),
    ]


def test_win_without_a_game_excludes_a_bye_and_meeting() -> None:
    cards = {
        1: [build_forfeit_line(POINTS, 1, 2, won=True)],
        2: [build_forfeit_line(POINTS, 1, 1, won=False)],
        3: [build_bye_line(POINTS, 1)],
    }
    first, second, third = list_pairing_players(cards, [1, 2, 3])
    assert (first.unplayed_rounds, first.met, first.points) == (1, {}, 2)
    assert (second.unplayed_rounds, second.points) == (0, 0)
    assert (third.unplayed_rounds, third.floats) == (1, (FloatDirection.DOWN,))


def test_unmet_leaders_meet_before_anybody_floats_from_the_top() -> None:
    """A and B have won twice. Whoever meets whom, two pairs must float: C and D have met, or else
    E and F would have to meet from where the others leave them (C.04.3, from the top down)."""
    a, b, c, d, e, f = range(6)
    level, down, up = FloatDirection.LEVEL, FloatDirection.DOWN, FloatDirection.UP
    field = [
        PairingPlayer(a, 4, {e: 1, c: 1}, floats=(level, level)),
        PairingPlayer(b, 4, {f: 1, e: 1}, floats=(level, down)),
        PairingPlayer(c, 2, {d: 1, a: 1}, floats=(level, level)),
        PairingPlayer(d, 2, {c: 1, f: 1}, floats=(level, level)),
        PairingPlayer(e, 0, {a: 1, b: 1}, floats=(level, up)),
        PairingPlayer(f, 0, {b: 1, d: 1}, floats=(level, level)),
    ]
    with every_row() as row:
        for style, turned in product(PairingStyle, product((1, -1), repeat=3)):
            ranked = [
                item
                for group, direction in enumerate(turned)
                for item in field[2 * group :][:2][::direction]
            ]
            with row(f"{style} {turned}"):
                pairs = {frozenset(item) for item in pair_players(ranked, style, "seed").pairs}
                assert pairs == {frozenset((a, b)), frozenset((c, f)), frozenset((d, e))}
