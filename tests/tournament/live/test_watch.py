"""Losses on the bus are noticed by comparing numbers with the database."""

from tournament.live.watch import Watch


def test_nothing_is_lost_while_numbers_come_over_the_bus() -> None:
    watch = Watch()
    for seq in range(5, 9):
        watch.saw(1, seq)
        assert watch.look([(7, 1, seq)]) == set()


def test_a_number_that_is_only_late_is_not_lost() -> None:
    watch = Watch()
    watch.look([(7, 1, 5)])
    assert watch.look([(7, 1, 6)]) == set()
    watch.saw(1, 6)
    assert watch.look([(7, 1, 6)]) == set()


def test_a_number_that_never_comes_is_lost_once() -> None:
    watch = Watch()
    watch.look([(7, 1, 5)])
    watch.look([(7, 1, 6), (8, 2, 1)])
    assert watch.look([(7, 1, 6), (8, 2, 1)]) == {7}
    assert watch.look([(7, 1, 6), (8, 2, 1)]) == set()


def test_a_first_number_of_a_new_game_can_be_lost_too() -> None:
    watch = Watch()
    watch.look([(7, 1, 5)])
    watch.look([(7, 1, 5), (7, 2, 1)])
    assert watch.look([(7, 1, 5), (7, 2, 1)]) == {7}


def test_a_game_that_nobody_watched_before_starts_from_where_it_is() -> None:
    watch = Watch()
    assert watch.look([(7, 1, 40)]) == set()
    assert watch.look([(7, 1, 40)]) == set()


def test_after_everybody_read_a_snapshot_what_was_before_does_not_count() -> None:
    watch = Watch()
    watch.look([(7, 1, 5)])
    watch.look([(7, 1, 6)])
    watch.forget()
    assert watch.look([(7, 1, 6)]) == set()
    assert watch.look([(7, 1, 6)]) == set()
