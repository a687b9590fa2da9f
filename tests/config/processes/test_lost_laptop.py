"""A club's laptop dies in mid-game, and another one goes on from its last backup."""

import contextlib
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from arbitrage.archive.core.reading import read
from benchmarks.people.club import copy_club
from config.embedded.services import Services
from tests.config.clubs import ROOT, Club, build_plain_environment, make_first_start
from tests.waiting import wait_for

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


@pytest.fixture
def desk() -> Iterator[Path]:
    """The folder of both laptops and of the stick; everybody can enter it, PostgreSQL too."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder


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
    return 0 if last is None else len(read(last.read_bytes()).rows["bulletins"])


def test_another_laptop_goes_on_where_the_last_backup_was_made(
    desk: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    first = make_first_start(tmp_path_factory)
    for laptop in ("lost", "other"):
        copy_club(first, desk / laptop)
    stick = desk / "stick"
    stick.mkdir()
    every = {"BACKUP_DIR": str(stick), "BACKUP_MINUTES": "0.02"}
    lost = Club(desk / "lost", desk / "lost.txt", **every)
    try:
        lost.hear("Duplicata est prêt")
        manage(lost.folder, "shell", "--no-imports", "-c", PLAY)
        wait_for(lambda: count_bulletins_on(stick) == 5, lambda: lost.output)
    finally:
        unplug(lost)
        Services(lost.services).destroy()
    last = find_last_on(stick)
    assert last is not None

    other = desk / "other"
    go_on = f"BACKUP = {str(last)!r}\n{GO_ON}"
    try:
        output_lines = manage(other, "shell", "--no-imports", "-c", go_on)
    finally:
        Services(other / "services").destroy()
    assert "« Essai » est remis" in output_lines
    assert re.search(r"COUPS 2 BULLETINS 5", output_lines), output_lines
