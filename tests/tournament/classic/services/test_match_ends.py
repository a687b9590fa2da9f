"""The end of games and matches: what counts when, and what reopens them."""

from typing import Any

from tests.room import Room
from tests.tournament.classic.services.tables import (
    ARBITER,
    DIRECTOR,
    MatchTable,
    X,
    Y,
    catch_reason,
)
from tournament.classic.core.commands import Command
from tournament.classic.core.endings import compute_scores
from tournament.classic.core.sides import Side
from tournament.classic.core.terms import MatchTerms
from tournament.classic.models import Match, MatchGame
from tournament.classic.services.matches import open_game
from tournament.classic.services.play import apply_all_expiries


def test_racks_count_once_the_last_word_is_final(room: Room) -> None:
    """Check that neither the game nor the match reveals the racks or the winner."""
    table = MatchTable(room, MatchTerms(time_s=60))
    table.start()
    table.play_two_letters(table.first)
    table.run(Command.PRESS, table.first)
    apply_all_expiries(table.advance(61))
    apply_all_expiries(table.advance(60))
    game = MatchGame.objects.get(pk=table.game.pk)
    on_board = (10, 0) if table.first is X else (0, 10)
    assert (game.phase, game.winner, game.over_at) == ("over", "", None)
    assert (game.score_x, game.score_y) == on_board
    match = Match.objects.get(pk=table.match.pk)
    assert (match.over_at, match.points_x, match.difference) == (None, None, None)

    table.run(Command.DECLARE_TOTALS, table.second, X=0, Y=0)  # the player accepts the word
    game.refresh_from_db()
    total = compute_scores(table.state)
    assert (game.score_x, game.score_y) == total != on_board
    match.refresh_from_db()
    assert (game.over_at, match.over_at) == (table.now, table.now)
    assert (match.winner, match.difference) == (game.winner, total[0] - total[1])


def test_match_of_two_wins_ends_and_a_decision_reopens_it(
    room: Room,
) -> None:
    table = MatchTable(room, MatchTerms(games_to_win=2))
    table.start()
    first = table.first
    assert (
        catch_reason(lambda: open_game(match=table.match, **table.get_author_and_time()))
        == "game-going-on"
    )
    table.run(Command.ABANDON, Y, told="arbiter")
    table.open()
    assert table.first is not first  # 3.2
    table.run(Command.SANCTION, ARBITER, side="Y", sanction="loss")
    match = Match.objects.get(pk=table.match.pk)
    assert (match.winner, match.points_x, match.points_y) == ("X", 2, 0)
    assert (
        catch_reason(lambda: open_game(match=table.match, **table.get_author_and_time()))
        == "match-over"
    )
    table.run(Command.APPEAL, Y)
    assert MatchGame.objects.get(pk=table.game.pk).waiting == 1
    table.run(Command.DECIDE, DIRECTOR, decision="soften")
    match.refresh_from_db()
    assert (match.winner, match.over_at, match.points_x) == ("", None, None)
    table.run(Command.SANCTION, DIRECTOR, side="X", sanction="loss")
    assert table.open().starter_given == ""  # the third is tossed for


def test_next_game_waits_for_the_last_word_of_the_previous(
    room: Room,
) -> None:
    """Check that a game with an open last word is not left, and that a lost one does not
    continue."""
    table = MatchTable(room, MatchTerms(games_to_win=2, time_s=60))
    table.start()
    table.play_two_letters(table.first)
    table.run(Command.PRESS, table.first)
    apply_all_expiries(table.advance(1000))
    assert (
        catch_reason(lambda: open_game(match=table.match, **table.get_author_and_time()))
        == "game-going-on"
    )
    table.run(Command.SANCTION, ARBITER, side="X", sanction="loss")
    lost = table.game
    table.open()
    table.start()
    next_game, table.game = table.game, lost
    assert catch_reason(lambda: table.run(Command.LIFT, ARBITER, ruling=0)) == "next-game-open"
    assert table.state.losers == {Side.X}
    table.game = next_game
    assert not table.state.is_over


def test_real_tiles_give_rack_sizes_and_remaining_letters_are_typed(room: Room) -> None:
    table = MatchTable(room, MatchTerms(real_tiles=True))
    table.run(Command.TOSS, X, letter="é")
    table.run(Command.TOSS, Y, letter="?")
    table.run(Command.TOSS, Y, letter="B")
    assert table.state.starter is Side.Y
    for actor in (Y, X):
        table.run(Command.DRAW, actor, n=7)
    table.run(Command.PRESS, X)
    assert catch_reason(lambda: play(table, Y, "KAKI")) == "not-in-set"
    play(table, Y, "KAkI")
    for _ in range(3):
        table.run(Command.PASS, X)
        table.run(Command.PASS, Y)
    assert MatchGame.objects.get(pk=table.game.pk).phase == "letters"
    typed = {"X": "AEIOULN", "Y": "RST"}
    assert catch_reason(lambda: type_letters(table, {**typed, "Y": "KST"})) == "not-left"
    type_letters(table, typed)
    game = MatchGame.objects.get(pk=table.game.pk)
    assert (game.phase, game.score_y, game.winner) == ("over", 20 - 3, "Y")


def play(table: MatchTable, actor: Any, word: str) -> None:
    table.run(Command.PLAY, actor, word=word, ref="H6", score=20)
    table.run(Command.TURN_BOARD, actor)
    table.run(Command.PRESS, actor)


def type_letters(table: MatchTable, typed: dict[str, str]) -> None:
    table.run(Command.TYPE_LETTERS, ARBITER, **typed)
