"""Random games between two keep what holds after every event (10,000: ``make bench-classic``)."""

from benchmarks.classic.match import TERMS, play_match
from tests.rows import every_row


def test_random_games_keep_their_letters_totals_clocks_and_secrets() -> None:
    with every_row() as row:
        for number in range(2 * len(TERMS)):
            with row(number):
                assert play_match(number).accepted
