"""A search on several cores: the same answers in the same order, even if programs end."""

import subprocess
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from time import sleep
from typing import Any

import pytest

from engine.board.formats import get_format
from engine.record.prepare import SeededGames
from engine.record.wishes import Wish, WishRange, WishValues
from tests.room import Room, script_of
from tests.tournament.services.prepared.prepared_game import search
from tests.tournament.services.prepared.test_search_stopping import (
    create_job as job_asked,
    stop_after,
)
from tournament.core.jobs import JobState
from tournament.models import GamePreparation
from tournament.queries import clock, lexica
from tournament.services import preparation
from tournament.services.prepared import trials, word_lists

#: Tries that no program plays, and tries until some that programs do.
ALONE, LATE, TRIED = 1, 3, 5


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials, "TRIES_WITHOUT_PROGRAMS", ALONE)


@pytest.fixture
def order(room: Room) -> trials.TrialRequest:
    words = word_lists.get_fixed_list(tournament=room.tournament, now=clock.now())
    return trials.TrialRequest(
        format="normal",
        seed="ab" * 32,
        edition=room.tournament.regulation.key,
        words=words.checksum,
        vocabulary="",
        wishes=tuple(Wish),
    )


@pytest.fixture
def programs(monkeypatch: pytest.MonkeyPatch) -> Iterator[list["subprocess.Popen[str]"]]:
    """List the programs that a search starts, all of which have ended when it is closed."""
    started: list[subprocess.Popen[str]] = []

    class Noted(trials._WorkerProcess):
        def __init__(self, order_line: str) -> None:
            super().__init__(order_line)
            started.append(self._process)

    monkeypatch.setattr(trials, "_WorkerProcess", Noted)
    yield started
    assert all(program.returncode is not None for program in started)


#: The answers of each order without programs, which three tests compare.
_alone: dict[trials.TrialRequest, list[WishValues]] = {}


def list_alone(order: trials.TrialRequest) -> list[WishValues]:
    if order not in _alone:
        _alone[order] = list_answers(order, 1)
    return _alone[order]


def list_answers(order: trials.TrialRequest, programs: int, *, start: int = 0) -> list[WishValues]:
    with closing(trials.measure_trials(order, start=start, programs=programs)) as results:
        return list(islice(results, TRIED - start))


def test_one_process_and_two_programs_answer_the_same(
    order: trials.TrialRequest, programs: list[Any]
) -> None:
    alone = list_alone(order)
    assert programs == []
    assert list_answers(order, 2) == alone
    assert len(programs) == 2
    assert list_answers(order, 2, start=TRIED - 3) == alone[-3:]
    assert len({tuple(values.items()) for values in alone if values}) > 1
    assert order.seed in order.to_line()
    for program in programs:  # of which everybody on the machine reads the arguments
        assert order.seed not in " ".join(program.args)


def test_a_slow_program_is_awaited_and_a_dead_one_replaced(
    order: trials.TrialRequest, programs: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = list_alone(order)
    play = trials._WorkerProcess.play

    def play_slowly(program: trials._WorkerProcess, number: int) -> WishValues:
        if number == ALONE:
            sleep(1)  # the numbers after it are there first
        if number == ALONE + 3:
            program._process.kill()
        return play(program, number)

    monkeypatch.setattr(trials._WorkerProcess, "play", play_slowly)
    assert list_answers(order, 2) == alone
    assert len(programs) == 2


def test_without_programs_the_search_plays_itself(
    order: trials.TrialRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = list_alone(order)
    monkeypatch.setattr(trials, "_PROGRAM", "tournament.services.no_such_program")
    assert list_answers(order, 2) == alone


def make_late_wish(room: Room) -> WishRange:
    """Return a wish that is first met by a game that programs play."""
    games = SeededGames(
        fmt=get_format("normal"),
        seed=bytes.fromhex(job_asked(room).seed),
        lexicon=lexica.load_base_lexicon(),
        edition=room.tournament.regulation,
    )
    totals = [games.play(number).total for number in range(LATE + 1)]
    assert totals.index(totals[LATE]) == LATE
    return WishRange(Wish.TOTAL, totals[LATE], totals[LATE])


def test_a_search_gives_the_same_game_whatever_the_programs(
    room: Room, programs: list[Any]
) -> None:
    wish = make_late_wish(room)
    alone = search(room, wish)
    assert alone.game is not None
    assert alone.tries == LATE + 1
    assert programs == []
    two = search(room, wish, programs=2)
    assert two.game is not None
    assert len(programs) == 2
    assert (two.tries, two.tally) == (alone.tries, alone.tally)
    assert script_of(two.game) == script_of(alone.game)
    job = job_asked(room, wish)
    hear = stop_after(job, ALONE + 1, room)
    assert not preparation.run_search(job=job, clock=clock.now, on_progress=hear, programs=2)
    job.refresh_from_db()
    assert (job.state, job.tries, job.game) == (JobState.STOPPED, ALONE + 1, None)
    preparation.resume_preparation(job=job, **room.get_author_and_time())
    preparation.run_search(job=GamePreparation.objects.get(pk=job.pk), clock=clock.now, programs=1)
    job.refresh_from_db()
    assert job.game is not None
    assert (job.tries, job.tally) == (alone.tries, alone.tally)
    assert script_of(job.game) == script_of(alone.game)
