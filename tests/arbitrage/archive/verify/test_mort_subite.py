"""A *mort subite* in an archive: it comes back whole, and who is out is worked out again."""

from typing import Any

from arbitrage.archive.verify.lexica import Lexica
from arbitrage.archive.verify.report import Matter
from arbitrage.core.decided import NO_BULLETIN
from arbitrage.models import Ruling
from arbitrage.services.correction import correct_turn
from arbitrage.services.paper import Outcome, Typed, enter_papers
from arbitrage.services.rulings import change
from tests.arbitrage.archive.comings_and_goings import Lines, forged, gone_and_come
from tests.arbitrage.archive.verify.forgeries import verified
from tests.arbitrage.services.books import hand_in
from tests.room import Room, ring
from tests.tournament.mort_subite import begin, names_in, open_next, reveal
from tournament.core.ranking.field import Settles
from tournament.core.ranking.ranking import ranking
from tournament.core.ranking.specification import Wanted
from tournament.models import Contender, Entry, Game, Score, Solutions, Tournament, Turn
from tournament.queries import clock
from tournament.queries.results.ranking import ranking_field
from tournament.queries.results.tops import moves_of
from tournament.services.play import turns
from tournament.services.play.games import finish_game


def played(room: Room, game: Game, ranks: dict[Entry, int]) -> Turn:
    """A turn in which each hands in the move of that rank, corrected and revealed."""
    return finished(room, open_next(room, game), ranks)


def finished(room: Room, turn: Turn, ranks: dict[Entry, int]) -> Turn:
    found = moves_of(Solutions.objects.get(turn=turn))
    # What nobody has to decide about: no joker, and no first word downwards.
    moves = [move for move in found if move.word.isupper() and move.ref[0].isalpha()]
    for entry, rank in ranks.items():
        hand_in(turn, entry, moves[rank], moves[rank].score)
    ring(turn)
    correct_turn(turn_id=turn.pk, now=clock.now())
    return reveal(room, turn)


def ruled(room: Room, turn: Turn, entry: Entry, points: int, sanction: str) -> None:
    """An arbiter decides otherwise."""
    held = Ruling.objects.get(turn=turn, entry=entry)
    said: dict[str, Any] = {"points": points, "sanction": sanction, "motives": []}
    change(
        turn=turn, entry=entry, version=held.version, reason="Essai", free=True, **said, **room.by()
    )


def contenders() -> dict[str, int | None]:
    return dict(Contender.objects.values_list("entry__name", "fell"))


def order(tournament: Tournament) -> list[tuple[int, str]]:
    field = ranking_field(tournament, whole_names=True)
    rows = ranking(field.field, Wanted(field.settings), tournament.regulation)
    return [(row.rank, row.entrant.name) for row in rows]


def test_it_comes_back_whole_and_a_changed_line_of_it_is_found(room: Room) -> None:
    a, b, c, d, *_ = room.entries
    first = room.game()
    played(room, first, dict.fromkeys((a, b, c), 0))
    finish_game(game=first, reason="judge_decision", open_bulletins_stay=True, **room.by())
    game = begin(room, [a, b, c], settles=Settles(frozenset({1})))
    turn = played(room, game, {a: 0, b: 0, c: -1})
    assert names_in(game) == [a.name, b.name]
    assert not Score.objects.filter(turn=turn, entry=d).exists()
    [refused] = enter_papers(turn=turn, typed=[Typed(4, NO_BULLETIN)], **room.by())
    assert (refused.outcome, refused.error.reason if refused.error else "") == (
        Outcome.REFUSED,
        "watches",
    )
    ruled(room, turn, b, turn.score - 5, "penalty")
    assert names_in(game) == [a.name]
    assert turns.draw_turn(game=game, **room.by()) is None
    assert order(room.tournament)[0] == (1, a.name)

    before, fell = order(room.tournament), contenders()
    content, restored = gone_and_come(room.tournament)
    assert order(restored) == before
    assert contenders() == fell
    lexica = Lexica()
    assert verified(content, lexica).lies == []

    def still_in(lines: Lines) -> Lines:
        return [line | {"fell": None} for line in lines]

    def nobody(lines: Lines) -> Lines:
        return lines[1:]

    def of_points(lines: Lines) -> Lines:
        return [line | {"kind": "duplicate", "settles": None} for line in lines]

    for member, forge, matter in (
        ("contenders", still_in, Matter.FIELD),
        ("contenders", nobody, Matter.FIELD),
        ("games", of_points, Matter.STATE),
    ):
        lies = verified(forged(content, member, forge), lexica).lies
        assert matter in {lie.matter for lie in lies}, (member, lies)


def test_who_watched_is_not_taken_for_somebody_who_found_nothing(room: Room) -> None:
    a, b, c, *_ = room.entries
    game = begin(room, [a, b, c])
    first = played(room, game, {a: 0, b: 0, c: -1})
    second = open_next(room, game)
    ruled(room, first, c, first.score, "none")
    finished(room, second, {a: -1, b: 0})
    assert names_in(game) == [b.name, c.name]
    assert not Score.objects.filter(turn=second, entry=c).exists()
    finish_game(game=game, reason="judge_decision", **room.by())
    content, _restored = gone_and_come(room.tournament)
    assert verified(content, Lexica()).lies == []

    def played_all(lines: Lines) -> Lines:
        return [line | {"plays_on": "nothing"} for line in lines]

    forgery = forged(content, "took_part", played_all)
    lies = verified(forgery, Lexica()).lies
    assert {lie.matter for lie in lies} == {Matter.FIELD}
