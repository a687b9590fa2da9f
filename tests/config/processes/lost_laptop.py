"""A club's laptop that dies in mid-game, and another one that goes on from its last backup."""

import contextlib
from io import StringIO
from pathlib import Path

import psutil
from django.contrib.auth.models import User
from django.core.management import call_command

from arbitrage.archive.core.reading import read_archive
from arbitrage.services.correction import correct_turn
from config.embedded.services import run_services
from tests.bulletins import play_first_turn
from tests.config.clubs import Club
from tests.room import make_room, ring
from tests.shared import work_in
from tournament.core.states import TurnState
from tournament.models import Game, Turn
from tournament.queries import clock
from tournament.queries.results.tops import load_choice
from tournament.services.play.turns import draw_turn, reveal_turn


def play(club: Club) -> None:
    """Open a turn in the club, with the bulletins of five tables."""
    with work_in(club.urls().database_url):
        play_first_turn(make_room())


def go_on(other: Path, backup: Path) -> tuple[int, int]:
    """Put the backup back and go on: the bell rings, all is corrected (one bulletin waits for an
    arbiter), the judge draws again. Return the numbers of turns, and of bulletins of the first.

    ``other``: folder of the other laptop's club, which has started before.
    """
    with run_services(other / "services") as urls, work_in(urls.database_url):
        by = User.objects.create_user("claire")
        printed = StringIO()
        call_command("restore", str(backup), "--organiser", "claire", stdout=printed)
        assert "« Essai » est restauré" in printed.getvalue()
        turn = Turn.objects.select_related("game__tournament").get()
        if turn.state == TurnState.OPEN:
            ring(turn)
        correct_turn(turn_id=turn.pk, now=clock.now())
        turn.refresh_from_db()
        move = load_choice(turn).proposed_top
        assert move is not None
        reveal_turn(turn=turn, word=move.word, ref=str(move.place), by=by, now=clock.now())
        game = Game.objects.select_related("tournament").get()
        draw_turn(game=game, letters="AEIOURS", open_bulletins_stay=True, by=by, now=clock.now())
        return game.turns.count(), turn.scores.count()


def unplug(club: Club) -> None:
    """Everything of it is killed at once."""
    whole = psutil.Process(club.process.pid)
    processes = [whole, *whole.children(recursive=True)]
    servers = [psutil.Process(club.pid(server)) for server in ("PostgreSQL", "Valkey")]
    for process in {*processes, *servers}:
        with contextlib.suppress(psutil.NoSuchProcess):  # some end with what they served
            process.kill()
    club.process.wait()


def find_last_on(stick: Path) -> Path | None:
    """The last backup, if there is one."""
    return max(stick.glob("*/*.zip"), default=None)


def count_bulletins_on(stick: Path) -> int:
    last = find_last_on(stick)
    return 0 if last is None else len(read_archive(last.read_bytes()).rows["bulletins"])
