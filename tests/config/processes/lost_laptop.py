"""A club's laptop that dies in mid-game, and another one that goes on from its last backup."""

import contextlib
import subprocess
import sys
from pathlib import Path

import psutil

from arbitrage.archive.core.reading import read_archive
from tests.config.clubs import ROOT, Club, build_plain_environment

#: A turn that runs, with the bulletins of five tables.
PLAY = """
from tests.bulletins import play_first_turn
from tests.room import make_room
play_first_turn(make_room())
"""
#: The backup is put back and the game goes on: the bell rings, all is corrected (one bulletin waits
#: for an arbiter), the judge draws again.
GO_ON = """
from django.contrib.auth.models import User
User.objects.create_user("claire")
from django.core.management import call_command
call_command("restore", BACKUP, "--organiser", "claire")
from tests.room import Room, ring, solve_now
from arbitrage.services.correction import correct_turn
from tournament.models import Game, Turn
from tournament.queries import clock
from tournament.queries.results.tops import load_choice
from tournament.services.play.turns import draw_turn, reveal_turn
turn = Turn.objects.select_related("game__tournament").get()
if turn.state == "open":
    ring(turn)
correct_turn(turn_id=turn.pk, now=clock.now())
turn.refresh_from_db()
move, by = load_choice(turn).proposed_top, User.objects.get(username="claire")
reveal_turn(turn=turn, word=move.word, ref=move.ref, by=by, now=clock.now())
game = Game.objects.select_related("tournament").get()
draw_turn(game=game, letters="AEIOURS", open_bulletins_stay=True, by=by, now=clock.now())
print("COUPS", game.turns.count(), "BULLETINS", turn.scores.count())
"""


def manage(folder: Path, *arguments: str) -> str:
    """``make manage`` beside the club of this folder."""
    command = [sys.executable, "-m", "config.club", "manage", "--folder", str(folder), *arguments]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=build_plain_environment(),
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


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
