"""Bad days of the servers while people play, on the real stack."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from config import lexicon
from tests.e2e.hall import Hall, sit_down
from tests.explanations import read_explanation
from tests.rows import every_row
from tests.stack import LiveStack
from tests.waiting import wait_for
from tournament.models import Score, Turn
from tournament.queries import clock
from tournament.services.play import games, turns

ROOT = Path(__file__).resolve().parents[2]


def start_turn(hall: Hall, time_s: int) -> Turn:
    """The first turn of a game, its clock running."""
    judge = hall.judge
    game = hall.game(time_s=time_s, warn_s=3)
    games.prepare_game(game=game, by=judge, now=clock.now())
    games.start_game(game=game, by=judge, now=clock.now())
    turn = turns.draw_turn(game=game, by=judge, now=clock.now())
    assert turn is not None
    turns.announce_turn(turn=turn, by=judge, now=clock.now())
    return turns.open_turn(turn=turn, by=judge, now=clock.now())


def wait_for_scores(turn: Turn, count: int) -> None:
    """Until the worker has corrected the turn."""
    scores = Score.objects.filter(turn=turn)
    wait_for(lambda: scores.count() == count)


def test_a_worker_killed_before_the_bell_catches_up(
    hall: Hall, live_stack: LiveStack, browser: Browser
) -> None:
    player = sit_down(browser, hall, hall.entries[0])
    turn = start_turn(hall, time_s=60)
    player.write("ZZ", "H8", 20)
    player.is_held()
    live_stack.kill_worker()
    turns.stop_clock(turn=turn, now=clock.now(), by=hall.judge)
    player.sees_stage("over")
    assert not Score.objects.exists()

    live_stack.start_worker()

    wait_for_scores(turn, len(hall.entries))


def test_the_server_killed_seconds_before_the_bell_loses_no_bulletin(
    hall: Hall, live_stack: LiveStack, browser: Browser
) -> None:
    player = sit_down(browser, hall, hall.entries[0])
    turn = start_turn(hall, time_s=15)
    player.write("ZZ", "H8", 20)
    player.is_held()
    live_stack.kill_web()
    expect(player.page.locator("#link")).to_contain_text("Hors ligne")

    live_stack.start_web()

    player.sees_stage("over")
    assert player.page.locator("#held").get_attribute("data-kind") == "saved"
    wait_for_scores(turn, len(hall.entries))
    score = Score.objects.get(turn=turn, entry=hall.entries[0])
    assert "ZZ" in read_explanation(score)
    assert turn.game.journal.filter(kind="closed").count() == 1


def test_an_unreadable_word_list_stops_the_start_with_an_error(
    tmp_path: Path, settings: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    words = tmp_path / "mots.txt"
    settings.LEXICON_PATH, settings.LEXICON_DIR = words, tmp_path
    with every_row() as row:
        for content in (b"\x00\x01\x02binary", b"", b"\xff\xfe\xfa"):
            with row(repr(content)):
                words.write_bytes(content)
                assert lexicon.main() == 1
                printed = capsys.readouterr().err
                assert printed.startswith(f"Lexique illisible ({words})")
                assert "Traceback" not in printed
    environment = os.environ | {"LEXICON_PATH": str(words), "LEXICON_DIR": str(tmp_path)}
    run = subprocess.run(
        [sys.executable, "-m", "config.lexicon"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 1
    assert run.stderr == printed
