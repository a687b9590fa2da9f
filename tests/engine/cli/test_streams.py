"""Pipes, full disks and closed streams, in processes of their own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
FULL = Path("/dev/full")


def environment(cache_home: Path) -> dict[str, str]:
    return {"XDG_CACHE_HOME": str(cache_home), "PATH": "/bin:/usr/bin", "LC_ALL": "C.UTF-8"}


def run(cache_home: Path, script: str) -> subprocess.CompletedProcess[str]:
    """Run a line of shell in which `$0` is Python."""
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", script, sys.executable],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        cwd=ROOT,
        env=environment(cache_home),
    )


def test_a_reader_that_closes_the_pipe_is_no_error(cache_home: Path) -> None:
    """The pipe is closed before the first line is written."""
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "engine", "moves", "vide", "AEIRST?", "--limit", "3000"],
        stdout=writer,
        stderr=subprocess.PIPE,
        check=False,
        cwd=ROOT,
        env=environment(cache_home),
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(not FULL.exists(), reason="a disk that is always full is a thing of Linux")
def test_an_answer_that_cannot_be_written_is_reported(cache_home: Path) -> None:
    done = run(cache_home, f'"$0" -m engine top vide AEIRST? --json > {FULL}')
    assert done.returncode == 2
    assert done.stderr == (
        "La réponse n'a pas pu être écrite (plus de place sur le disque) ; écrivez-la ailleurs.\n"
    )


def test_a_closed_input_is_reported_in_french(cache_home: Path) -> None:
    done = run(cache_home, '"$0" -m engine check - <&-')
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "l'entrée est fermée ; donnez le nom d'un fichier.\n"


def test_closed_outputs_leave_the_exit_code(cache_home: Path) -> None:
    assert run(cache_home, '"$0" -m engine check OUI >&-').returncode == 0
    done = run(cache_home, '"$0" -m engine check 8 2>&-')
    assert (done.returncode, done.stdout) == (2, "")


def test_a_position_comes_from_another_command(cache_home: Path) -> None:
    done = run(cache_home, '"$0" -m engine top <(echo vide AEIRST?) --json')
    assert '"position": "15/15/' in done.stdout
    assert done.returncode == 0
