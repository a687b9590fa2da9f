"""The command line in this process: what it prints and its exit code."""

import io
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from engine.cli.main import main


@dataclass(frozen=True)
class Done:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]


type Engine = Callable[..., Done]


@pytest.fixture
def engine(
    cache_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Engine:
    """`engine("top", "vide AEIRST?", stdin=b"...")`; the shipped list is compiled once."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache_home))

    def run(*arguments: object, stdin: bytes = b"") -> Done:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else -1
        printed = capsys.readouterr()
        return Done(code, printed.out, printed.err)

    return run
