"""Programs for tests of the supervisor."""

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

from config.supervisor import Program, Supervisor
from tests.waiting import TIMEOUT_S

ENVIRONMENT = {"PATH": os.environ["PATH"]}


SLEEP = "import time; time.sleep(600)"


def program(name: str, code: str, log: Path = Path(os.devnull), *, shown: bool = False) -> Program:
    return Program(name, [sys.executable, "-c", code], ENVIRONMENT, log, shown)


def read_recorded(tmp_path: Path) -> list[int]:
    return [pid for pid, _created in json.loads((tmp_path / "programs.json").read_text())]


def watch_until(supervisor: Supervisor, true: Callable[[], bool]) -> None:
    supervisor.wait_until(true, timeout_s=TIMEOUT_S)
