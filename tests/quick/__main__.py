"""``python -m tests.quick``: check what changed, and run the tests nearest to it."""

import argparse
import ast
import shlex
import subprocess
import sys
import time
from pathlib import Path

from tests.order import read_weights
from tests.quick.changes import ROOT, find_changed
from tests.quick.graph import Graph
from tests.quick.rules import ALONE_S, LIMIT_S, WORKERS
from tests.quick.selection import Selection, select

BIN = Path(sys.executable).parent
#: pytest's exit status if no test was collected.
NO_TESTS = 5


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.quick", description=__doc__)
    parser.add_argument("--since", metavar="REV[..REV]", help="in place of the base on main")
    parser.add_argument(
        "--limit", type=float, default=LIMIT_S, metavar="S", help="seconds of tests"
    )
    parser.add_argument("--list", action="store_true", help="print the files, run nothing")
    parser.add_argument("rest", nargs="*", help="after --, for pytest")
    options = parser.parse_args()
    began = time.monotonic()
    changed = find_changed(options.since)
    if not changed:
        print("Nothing has changed.")
        return 0
    checks = [] if options.list else _start_checks(changed)
    selection = select(Graph(ROOT), changed, read_weights(), _find_pure(), options.limit)
    if code := _end_checks(checks):
        return code
    if options.list:
        print("\n".join(selection.chosen))
        return 0
    _print_selection(changed, selection)
    code = _run(selection, options.rest) if selection.chosen else 0
    _print_skipped(selection)
    print(f"{time.monotonic() - began:.0f} s")
    return code


def _start_checks(changed: list[str]) -> list[subprocess.Popen[str]]:
    """Start the linters on the changed files; mypy only if it has a cache.

    They run in parallel with the reading of the sources.
    """
    python = [path for path in changed if path.endswith(".py") and (ROOT / path).exists()]
    if not python:
        return []
    commands = [
        ["ruff", "check", "--quiet", "--force-exclude", *python],
        ["ruff", "format", "--check", "--quiet", "--force-exclude", *python],
        ["lint-imports", "--no-logo"],
    ]
    if (ROOT / ".mypy_cache").exists():
        commands.append(["mypy", "--no-error-summary"])
    return [
        subprocess.Popen(
            [str(BIN / name), *arguments],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for name, *arguments in commands
    ]


def _end_checks(running: list[subprocess.Popen[str]]) -> int:
    """Wait for the checks, and print the output of the failed ones."""
    code = 0
    for process in running:
        output, _ = process.communicate()
        if process.returncode:
            code = process.returncode
            print(f"{shlex.join(map(str, process.args))}\n{output}")  # type: ignore[arg-type]
    return code


def _find_pure() -> tuple[str, ...]:
    """Return PURE of tests/conftest.py, read without importing it."""
    for node in ast.parse((ROOT / "tests" / "conftest.py").read_text()).body:
        match node:
            case ast.Assign(targets=[ast.Name(id="PURE")], value=value):
                return tuple(ast.literal_eval(value))
    raise LookupError("PURE is not in tests/conftest.py")


def _print_selection(changed: list[str], selection: Selection) -> None:
    if selection.untraced:
        print(
            f"Nothing can be traced from {', '.join(selection.untraced)}: the pure tests are run;"
            " `make test` runs all."
        )
    print(
        f"{len(changed)} files changed, {len(selection.chosen)} test files chosen"
        f" (about {selection.seconds:.0f} s)",
        flush=True,
    )


def _run(selection: Selection, rest: list[str]) -> int:
    alone = selection.seconds < ALONE_S or len(selection.chosen) == 1
    spread = ["-n", str(WORKERS), "--dist", "loadfile", "--no-loadscope-reorder"]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.quick.plugin"]
    command += [*([] if alone else spread), *rest, *selection.chosen]
    code = subprocess.run(command, cwd=ROOT, check=False).returncode
    return 0 if code == NO_TESTS else code


def _print_skipped(selection: Selection) -> None:
    if selection.skipped:
        print(
            f"{len(selection.skipped)} more test files reach the change; to run them too:"
            ' make test-quick ARGS="--limit 3600"'
        )
    if selection.excluded:
        print("Changed or nearest, but with a browser or servers; to run them:")
        print(f"  .venv/bin/pytest {shlex.join(selection.excluded)}")


if __name__ == "__main__":
    sys.exit(main())
