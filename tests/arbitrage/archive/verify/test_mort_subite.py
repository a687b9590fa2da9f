"""A *mort subite* in an archive: restored, and its eliminations computed again."""

from typing import Any

from arbitrage.archive.verify.lexica import Lexica
from arbitrage.archive.verify.report import DiscrepancyKind
from arbitrage.core.ruling_codes import NO_BULLETIN
from arbitrage.models import Ruling
from arbitrage.services.paper import TypedBulletin, TypingOutcome, enter_papers
from arbitrage.services.rulings import change_ruling
from tests.arbitrage.archive.archive_bytes import Lines, archive_and_restore, forge
from tests.arbitrage.archive.verify.forgeries import verify
from tests.arbitrage.archive.verify.played_games import finish_turn, play_turn
from tests.room import Room
from tests.tournament.mort_subite import begin, list_survivor_names, open_next
from tournament.core.ranking.ranking import rank_entries
from tournament.core.ranking.ranking_input import PlayOffScope
from tournament.core.ranking.specification import RankingSpecification
from tournament.models import Contender, Entry, Score, Tournament, Turn
from tournament.queries.results.ranking import load_ranking_data
from tournament.services.play import turns
from tournament.services.play.games import finish_game


def decide(room: Room, turn: Turn, entry: Entry, points: int, sanction: str) -> None:
    """Change a ruling as an arbiter."""
    ruling = Ruling.objects.get(turn=turn, entry=entry)
    values: dict[str, Any] = {"points": points, "sanction": sanction, "motives": []}
    change_ruling(
        turn=turn,
        entry=entry,
        version=ruling.version,
        reason="Essai",
        is_free_ruling=True,
        **values,
        **room.get_author_and_time(),
    )


def list_contenders() -> dict[str, int | None]:
    return dict(Contender.objects.values_list("entry__name", "fell"))


def list_ranks(tournament: Tournament) -> list[tuple[int, str]]:
    ranking_data = load_ranking_data(tournament, full_names=True)
    rows = rank_entries(
        ranking_data.ranking_input,
        RankingSpecification(ranking_data.settings),
        tournament.regulation,
    )
    return [(row.rank, row.entrant.name) for row in rows]


def test_it_is_restored_and_forgeries_are_found(room: Room) -> None:
    a, b, c, d, *_ = room.entries
    first = room.game()
    play_turn(room, first, dict.fromkeys((a, b, c), 0))
    finish_game(
        game=first, reason="judge_decision", open_bulletins_stay=True, **room.get_author_and_time()
    )
    game = begin(room, [a, b, c], scope=PlayOffScope(frozenset({1})))
    turn = play_turn(room, game, {a: 0, b: 0, c: -1})
    assert list_survivor_names(game) == [a.name, b.name]
    assert not Score.objects.filter(turn=turn, entry=d).exists()
    [refused] = enter_papers(
        turn=turn, typed_bulletins=[TypedBulletin(4, NO_BULLETIN)], **room.get_author_and_time()
    )
    assert (refused.outcome, refused.error.reason if refused.error else "") == (
        TypingOutcome.REFUSED,
        "watches",
    )
    decide(room, turn, b, turn.score - 5, "penalty")
    assert list_survivor_names(game) == [a.name]
    assert turns.draw_turn(game=game, **room.get_author_and_time()) is None
    assert list_ranks(room.tournament)[0] == (1, a.name)

    before, fell = list_ranks(room.tournament), list_contenders()
    content, restored = archive_and_restore(room.tournament, is_verified=True)
    assert list_ranks(restored) == before
    assert list_contenders() == fell
    lexica = Lexica()
    assert verify(content, lexica).discrepancies == []

    def remove_eliminations(lines: Lines) -> Lines:
        return [line | {"fell": None} for line in lines]

    def remove_first(lines: Lines) -> Lines:
        return lines[1:]

    def make_duplicate(lines: Lines) -> Lines:
        return [line | {"kind": "duplicate", "settles": None} for line in lines]

    for member, forge_lines, kind in (
        ("contenders", remove_eliminations, DiscrepancyKind.CONTENDERS),
        ("contenders", remove_first, DiscrepancyKind.CONTENDERS),
        ("games", make_duplicate, DiscrepancyKind.STATE),
    ):
        discrepancies = verify(forge(content, member, forge_lines), lexica).discrepancies
        assert kind in {discrepancy.kind for discrepancy in discrepancies}, (member, discrepancies)


def test_a_spectator_is_not_mistaken_for_a_player_without_word(room: Room) -> None:
    a, b, c, *_ = room.entries
    game = begin(room, [a, b, c])
    first = play_turn(room, game, {a: 0, b: 0, c: -1})
    second = open_next(room, game)
    decide(room, first, c, first.score, "none")
    finish_turn(room, second, {a: -1, b: 0})
    assert list_survivor_names(game) == [b.name, c.name]
    assert not Score.objects.filter(turn=second, entry=c).exists()
    finish_game(game=game, reason="judge_decision", **room.get_author_and_time())
    content, _restored = archive_and_restore(room.tournament, is_verified=True)
    assert verify(content, Lexica()).discrepancies == []

    def make_all_play(lines: Lines) -> Lines:
        return [line | {"plays_on": "nothing"} for line in lines]

    forgery = forge(content, "took_part", make_all_play)
    discrepancies = verify(forgery, Lexica()).discrepancies
    assert {discrepancy.kind for discrepancy in discrepancies} == {DiscrepancyKind.CONTENDERS}
