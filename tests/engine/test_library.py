"""The engine installed alone behaves as `docs/moteur-bibliotheque.md` says."""

import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

import engine

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "moteur-bibliotheque.md"
UV = ROOT / ".local" / "uv" / "bin" / "uv"

_IMPORTED = """
import sys
before = set(sys.modules)
import engine
rooms = {name.partition(".")[0] for name in sys.modules.keys() - before}
print(*sorted(rooms - sys.stdlib_module_names))
"""
_EXAMPLES = """
import doctest, sys
failed, tried = doctest.testfile(sys.argv[1], module_relative=False, encoding="utf-8")
sys.exit(bool(failed) or not tried)
"""


def run(*command: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, capture_output=True, text=True, encoding="utf-8", check=False, cwd=cwd
    )


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment with nothing but the wheel of this checkout.

    Nothing can be fetched: a dependency of the wheel would fail here.
    """
    folder = tmp_path_factory.mktemp("library")
    python = folder / "env" / "bin" / "python"
    steps: Sequence[tuple[str | Path, ...]] = (
        ("build", "--wheel", "--python", sys.executable, "--out-dir", folder, ROOT),
        ("venv", "--python", sys.executable, folder / "env"),
        ("pip", "install", "--python", python, "--find-links", folder, "--no-index", "duplicata"),
    )
    for step in steps:
        done = run(UV, "--offline", "--no-cache", "--no-config", *step, cwd=folder)
        assert done.returncode == 0, done.stderr
    return python


def test_the_examples_of_the_page_pass(alone: Path) -> None:
    done = run(alone, "-I", "-c", _EXAMPLES, PAGE, cwd=alone.parent)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_installed_library_is_typed(alone: Path) -> None:
    """The types themselves are checked with those of the house."""
    done = run(alone, "-I", "-c", "import engine; print(*engine.__path__)", cwd=alone.parent)
    assert (Path(done.stdout.strip()) / "py.typed").is_file()


def test_without_rich_the_command_line_says_what_to_install(alone: Path) -> None:
    done = run(alone, "-I", "-m", "engine", "top", "vide", "AEIRST?", cwd=alone.parent)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "La ligne de commande demande rich ; installez duplicata[cli].\n"


def test_importing_the_library_imports_nothing_but_itself_and_python() -> None:
    done = run(sys.executable, "-c", _IMPORTED, cwd=ROOT)
    assert done.stdout == "engine\n", done.stderr


def test_the_page_names_all_of_the_library() -> None:
    words = set(re.findall(r"\w+", PAGE.read_text(encoding="utf-8")))
    assert set(engine.__all__) - words == set()
