"""Losses on the bus are detected by comparing numbers with the database."""

from collections.abc import Mapping

from tournament.live.watch import Watch
from tournament.protocol import Audience
from tournament.protocol.current_game import GameHeads

PUBLIC = (7, Audience.PUBLIC)
JUDGE = (7, Audience.JUDGE)


def check(watch: Watch, game: int, seq: int, judge: int | None = None) -> set[int]:
    """Check tournament 7, whose audiences are both watched, against these stored numbers."""
    heads: Mapping[str, int] = {"public": seq, "judge": seq if judge is None else judge}
    return watch.check([GameHeads(7, game, heads, "running", 1, None)], {PUBLIC, JUDGE})


def make_watch(game: int, seq: int) -> Watch:
    """Return a watch whose audiences have both received their snapshots."""
    watch = Watch()
    for place in (PUBLIC, JUDGE):
        watch.record(place, game, seq)
    return watch


def test_nothing_is_lost_while_numbers_come_over_the_bus() -> None:
    watch = make_watch(1, 5)
    for seq in range(5, 9):
        watch.record(PUBLIC, 1, seq)
        watch.record(JUDGE, 1, seq)
        assert check(watch, 1, seq) == set()


def test_a_number_that_is_only_late_is_not_lost() -> None:
    watch = make_watch(1, 5)
    assert check(watch, 1, 6) == set()
    watch.record(PUBLIC, 1, 6)
    watch.record(JUDGE, 1, 6)
    assert check(watch, 1, 6) == set()


def test_a_number_that_never_comes_is_lost_once() -> None:
    watch = make_watch(1, 5)
    assert check(watch, 1, 6) == set()
    assert check(watch, 1, 6) == {7}
    assert check(watch, 1, 6) == set()


def test_a_message_for_one_audience_is_lost_for_it_alone() -> None:
    watch = make_watch(1, 5)
    check(watch, 1, 5, judge=6)
    assert check(watch, 1, 5, judge=6) == {7}


def test_a_message_lost_before_the_first_check_is_detected() -> None:
    """The snapshot is older than the number in the database."""
    watch = make_watch(1, 5)
    check(watch, 1, 6)
    assert check(watch, 1, 6) == {7}


def test_a_missed_new_game_is_lost_and_old_ones_ignored() -> None:
    watch = make_watch(1, 5)
    check(watch, 1, 5)
    check(watch, 2, 1)
    watch.record(PUBLIC, 1, 6)  # a late decision on the old game
    assert check(watch, 2, 1) == {7}


def test_an_audience_without_game_learns_of_the_first_one() -> None:
    watch = make_watch(0, 0)
    check(watch, 1, 1)
    assert check(watch, 1, 1) == {7}


def test_an_audience_that_has_no_snapshot_yet_misses_nothing() -> None:
    watch = Watch()
    assert check(watch, 1, 40) == set()
    assert check(watch, 1, 40) == set()


def test_a_returning_audience_starts_from_its_new_snapshot() -> None:
    watch = make_watch(1, 5)
    check(watch, 1, 5)
    watch.check([], set())
    assert check(watch, 1, 8) == set()
    assert check(watch, 1, 8) == set()


def test_after_a_reset_older_messages_do_not_count() -> None:
    watch = make_watch(1, 5)
    check(watch, 1, 6)
    watch.forget()
    assert check(watch, 1, 6) == set()
    assert check(watch, 1, 6) == set()
