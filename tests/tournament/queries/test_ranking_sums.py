"""The cache of sums of games: changes are noticed, and uncommitted sums are not stored."""

from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from tests.room import Room
from tournament.core.game_results import GameSum
from tournament.models import Game, Turn
from tournament.queries.results.ranking_sums import CACHED_GAMES, load_sums
from tournament.services.play.games import create_game
from tournament.services.play.scoreboard import ScoreLine, post_scores


def create_revealed_turn(room: Room) -> Turn:
    game = create_game(tournament=room.tournament, **room.get_author_and_time())
    return Turn.objects.create(
        game=game,
        ordinal=1,
        number=1,
        state="done",
        drawn="ABCDEFG",
        word="BAC",
        ref="H8",
        score=40,
    )


def post(room: Room, turn: Turn, *scores: int) -> None:
    lines = [
        ScoreLine(entry.pk, points, points, "none")
        for entry, points in zip(room.entries, scores, strict=False)
    ]
    post_scores(turn=turn, lines=lines, to_decide=0, corrected=True, **room.get_author_and_time())


def load_counting_queries(*games: Game) -> tuple[list[list[GameSum]], int]:
    """Return the sums by entry of each game, and the number of queries."""
    with CaptureQueriesContext(connection) as queries:
        sums = load_sums(games)
    return [list(sums[game.pk].by_entry.values()) for game in games], len(queries)


def test_sums_are_read_again_after_a_change(room: Room) -> None:
    first_turn, second_turn = create_revealed_turn(room), create_revealed_turn(room)
    post(room, first_turn, 40, 38, 38)
    post(room, second_turn, 20, 20)
    before = [
        [GameSum(40, 0, 0, solos=1), GameSum(38, 0, 0), GameSum(38, 0, 0)],
        [GameSum(20, 0, 0), GameSum(20, 0, 0)],
    ]
    first_sums, first_queries = load_counting_queries(first_turn.game, second_turn.game)
    second_sums, second_queries = load_counting_queries(first_turn.game, second_turn.game)
    assert [sorted(sums, reverse=True) for sums in first_sums] == before
    assert (second_sums, second_queries) == (first_sums, 1)
    post(room, first_turn, 0, 38, 30)
    (changed, unchanged), third_queries = load_counting_queries(first_turn.game, second_turn.game)
    assert sorted(changed) == [GameSum(0, 0, 0), GameSum(30, 0, 0), GameSum(38, 0, 0, solos=1)]
    assert (unchanged, third_queries) == (first_sums[1], first_queries)


def test_uncommitted_sums_are_not_cached(room: Room) -> None:
    turn = create_revealed_turn(room)
    post(room, turn, 40)
    with transaction.atomic():
        post(room, turn, 10)
        assert load_counting_queries(turn.game)[0] == [[GameSum(10, 0, 0, solos=1)]]
        transaction.set_rollback(True)
    assert load_counting_queries(turn.game)[0] == [[GameSum(40, 0, 0, solos=1)]]


def test_games_beyond_the_cache_are_read_as_well(room: Room) -> None:
    turns = [create_revealed_turn(room) for _ in range(CACHED_GAMES + 2)]
    post(room, turns[0], 40)
    for _ in range(2):
        sums, _queries = load_counting_queries(*(turn.game for turn in turns))
        assert sums[0] == [GameSum(40, 0, 0, solos=1)]
        assert not any(sums[1:])
