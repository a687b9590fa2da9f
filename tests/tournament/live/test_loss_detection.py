"""Losses on the bus are detected by comparing numbers with the database."""

from collections.abc import Mapping

from tournament.live.loss_detection import LossDetector
from tournament.protocol import Audience
from tournament.protocol.current_game import GameHeads

PUBLIC = (7, Audience.PUBLIC)
JUDGE = (7, Audience.JUDGE)


def check(detector: LossDetector, game: int, seq: int, judge: int | None = None) -> set[int]:
    """Check tournament 7, whose audiences are both watched, against these stored numbers."""
    heads: Mapping[str, int] = {"public": seq, "judge": seq if judge is None else judge}
    return detector.check([GameHeads(7, game, heads, "running", 1, None)], {PUBLIC, JUDGE})


def make_detector(game: int, seq: int) -> LossDetector:
    """Return a detector whose audiences have both received their snapshots."""
    detector = LossDetector()
    for place in (PUBLIC, JUDGE):
        detector.record(place, game, seq)
    return detector


def test_nothing_is_lost_while_numbers_come_over_the_bus() -> None:
    detector = make_detector(1, 5)
    for seq in range(5, 9):
        detector.record(PUBLIC, 1, seq)
        detector.record(JUDGE, 1, seq)
        assert check(detector, 1, seq) == set()


def test_a_number_that_is_only_late_is_not_lost() -> None:
    detector = make_detector(1, 5)
    assert check(detector, 1, 6) == set()
    detector.record(PUBLIC, 1, 6)
    detector.record(JUDGE, 1, 6)
    assert check(detector, 1, 6) == set()


def test_a_number_that_never_comes_is_lost_once() -> None:
    detector = make_detector(1, 5)
    assert check(detector, 1, 6) == set()
    assert check(detector, 1, 6) == {7}
    assert check(detector, 1, 6) == set()


def test_a_message_for_one_audience_is_lost_for_it_alone() -> None:
    detector = make_detector(1, 5)
    check(detector, 1, 5, judge=6)
    assert check(detector, 1, 5, judge=6) == {7}


def test_a_message_lost_before_the_first_check_is_detected() -> None:
    """The snapshot is older than the number in the database."""
    detector = make_detector(1, 5)
    check(detector, 1, 6)
    assert check(detector, 1, 6) == {7}


def test_a_missed_new_game_is_lost_and_old_ones_ignored() -> None:
    detector = make_detector(1, 5)
    check(detector, 1, 5)
    check(detector, 2, 1)
    detector.record(PUBLIC, 1, 6)  # a late decision on the old game
    assert check(detector, 2, 1) == {7}


def test_an_audience_without_game_learns_of_the_first_one() -> None:
    detector = make_detector(0, 0)
    check(detector, 1, 1)
    assert check(detector, 1, 1) == {7}


def test_an_audience_that_has_no_snapshot_yet_misses_nothing() -> None:
    detector = LossDetector()
    assert check(detector, 1, 40) == set()
    assert check(detector, 1, 40) == set()


def test_a_returning_audience_starts_from_its_new_snapshot() -> None:
    detector = make_detector(1, 5)
    check(detector, 1, 5)
    detector.check([], set())
    assert check(detector, 1, 8) == set()
    assert check(detector, 1, 8) == set()


def test_after_a_reset_older_messages_do_not_count() -> None:
    detector = make_detector(1, 5)
    check(detector, 1, 6)
    detector.forget()
    assert check(detector, 1, 6) == set()
    assert check(detector, 1, 6) == set()
