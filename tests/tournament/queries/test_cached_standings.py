"""Standings to which changes are added are those read again from the whole scoreboard."""

from collections.abc import Callable
from random import Random

import pytest
from django.db import transaction

from tests.room import Room
from tests.tournament.queries.test_ranking_sums import create_revealed_turn, post
from tournament.core import standings as core
from tournament.core.states import PLACED_TURN_STATES, TurnState
from tournament.models import Entry, Game, Score, Turn
from tournament.protocol.parts import build_table_results
from tournament.protocol.state_builder import GameStateBuilder
from tournament.queries.results import cached_lines, cached_ranking
from tournament.queries.results.standings import GameStandings
from tournament.services.people.registration import restore_entry, withdraw_entry
from tournament.services.play.scoreboard import ScoreLine, post_scores

STEPS = 30
TURNS = 4


class Process:
    """The lines and rankings that one process keeps; several read and write the same game."""

    def __init__(self) -> None:
        self._lines, self._ranking = cached_lines._Cache(), cached_ranking._Cache()

    def enter(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(cached_lines, "_cache", self._lines)
        monkeypatch.setattr(cached_ranking, "_cache", self._ranking)


def add_up(game: Game) -> list[tuple[int, ...]]:
    """Return the ranking from every row: rank, entry, total, solos, warnings."""
    placed = game.turns.filter(state__in=list(PLACED_TURN_STATES))
    scored = Score.objects.filter(turn__game=game).values_list("entry", flat=True)
    entries = Entry.objects.filter(tournament=game.tournament_id).order_by("table__number")
    in_play = [entry.pk for entry in entries if not entry.withdrawn or entry.pk in scored]
    sums = core.add_up_turns([list(Score.objects.filter(turn=turn)) for turn in placed], in_play)
    terms = core.ScoringTerms(players=len(in_play), edition=game.tournament.regulation)
    return [
        (row.rank, row.entry_id, row.total, row.solos, row.warnings)
        for row in core.compute_standings(sums, terms)
    ]


def read(game: Game) -> list[tuple[int, ...]]:
    rows = GameStandings(game).rows
    return [(row.rank, row.entry_id, row.total, row.solos, row.warnings) for row in rows]


class Changes:
    """Random changes of one game, as the services make them."""

    def __init__(self, room: Room, rng: Random) -> None:
        self.room, self.rng = room, rng
        self.game = create_revealed_turn(room).game
        for ordinal in range(2, TURNS + 1):
            Turn.objects.create(
                game=self.game, ordinal=ordinal, number=ordinal, state=TurnState.DONE,
                drawn="ABCDEFG", word="BAC", ref=f"{'HACE'[ordinal - 1]}8", score=40,
            )  # fmt: skip
        self.acts: list[Callable[[], object]] = [
            self.post, self.post, self.post, self.abandon, self.toggle, self.withdraw, self.rename,
        ]  # fmt: skip

    def post(self) -> None:
        turn = self.rng.choice(list(self.game.turns.all()))
        entries = self.rng.sample(self.room.entries, self.rng.randint(1, 6))
        lines = [self._write_line(entry) for entry in entries[1:]]
        removed = [entries[0].pk] if self.rng.random() < 0.3 else []
        if not removed:
            lines.append(self._write_line(entries[0]))
        post_scores(
            turn=turn, lines=lines, entries_without_line=removed, to_decide=0,
            corrected=self.rng.random() < 0.3, **self.room.get_author_and_time(),
        )  # fmt: skip

    def _write_line(self, entry: Entry) -> ScoreLine:
        points = self.rng.choice([0, 0, 12, 38, 40])
        warned = self.rng.random() < 0.2
        average = self.rng.random() < 0.1
        return ScoreLine(entry.pk, points, points, "none", average=average, warnings=warned)

    def abandon(self) -> None:
        """Change scores, read them, and undo all of it."""
        with transaction.atomic():
            self.post()
            assert read(self.game) == add_up(self.game)
            transaction.set_rollback(True)

    def toggle(self) -> None:
        """Take a word back, or show it."""
        turn = self.rng.choice(list(self.game.turns.all()))
        placed = turn.state == TurnState.DONE
        state = TurnState.CANCELLED if placed else TurnState.DONE
        Turn.objects.filter(pk=turn.pk).update(state=state)

    def withdraw(self) -> None:
        entry = self.rng.choice(self.room.entries)
        entry.refresh_from_db()
        change = restore_entry if entry.withdrawn else withdraw_entry
        change(entry=entry, **self.room.get_author_and_time())

    def rename(self) -> None:
        entry = self.rng.choice(self.room.entries)
        Entry.objects.filter(pk=entry.pk).update(name=f"Nom {self.rng.random()}")


@pytest.mark.parametrize("limit", [50, 2], ids=["entries named", "whole turns"])
def test_cached_standings_equal_those_read_whole(
    room: Room, monkeypatch: pytest.MonkeyPatch, limit: int
) -> None:
    monkeypatch.setattr("tournament.services.play.scoreboard.MAX_NAMED_ENTRIES", limit)
    rng = Random(limit)
    changes = Changes(room, rng)
    processes = [Process(), Process()]
    for _ in range(STEPS):
        rng.choice(processes).enter(monkeypatch)
        rng.choice(changes.acts)()
        rng.choice(processes).enter(monkeypatch)
        assert read(changes.game) == add_up(changes.game)
        names = dict(Entry.objects.values_list("pk", "name"))
        rows = GameStandings(changes.game).rows
        assert all(row.name == names[row.entry_id] for row in rows)


def test_another_history_of_the_same_game_is_read_whole(room: Room) -> None:
    """As after a restore: the same numbers, other digests."""
    turn = create_revealed_turn(room)
    line = ScoreLine(room.entries[0].pk, 40, 40, "none")
    post_scores(turn=turn, lines=[line], to_decide=0, corrected=True, **room.get_author_and_time())
    assert read(turn.game)[0][2] == 40
    Score.objects.update(points=30)
    assert read(turn.game)[0][2] == 40, "no service writes so"
    turn.game.journal.update(chain="f" * 64)
    assert read(turn.game)[0][2] == 30


def test_rows_that_stay_the_same_are_not_built_again(room: Room) -> None:
    turn = create_revealed_turn(room)
    first, second, *_ = room.entries

    def post(entry: Entry, points: int) -> None:
        line = ScoreLine(entry.pk, points, points, "none")
        post_scores(
            turn=turn, lines=[line], to_decide=0, corrected=False, **room.get_author_and_time()
        )

    post(first, 40)
    before = GameStandings(turn.game).by_entry
    post(second, 30)
    after = GameStandings(turn.game).by_entry
    assert after[first.pk] is before[first.pk]
    assert after[second.pk].total == 30


def test_results_are_built_without_an_object_for_each_score(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reveal reads tens of thousands."""
    turn = create_revealed_turn(room)
    post(room, turn, 40, 30)
    monkeypatch.setattr(Score, "from_db", None)
    messages = build_table_results(GameStateBuilder(turn.game, turn), [turn])
    points = {
        entry: result and result.points
        for entry, message in messages.items()
        for result in message.results.values()
    }
    assert points == dict(zip(room.entry_ids, (40, 30, None, None, None, None), strict=True))
