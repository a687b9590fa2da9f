"""The web server, with the same options everywhere: ``python -m config.serve --port 8000``."""

import asyncio
import contextlib
import errno
import resource
import socket
import sys
from argparse import Namespace
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any, override

import uvicorn

from config.connection_sorting import BACKLOG, Receiver, Serve, Sorter
from config.env import ConfigurationError, read_environment
from config.loading import load_pages, pause_garbage_collector
from config.protocols import BoundedWebSocketProtocol, TimedHttpProtocol
from engine.arguments import FrenchArgumentParser

MAX_MESSAGE_BYTES = 16 * 1024
#: Limits of open files to try, in this order; macOS refuses the first.
OPEN_FILE_LIMITS = (65_536, 10_240)


def build_server_options(forwarded_allow_ips: str = "127.0.0.1") -> dict[str, Any]:
    """Return Uvicorn's options; docs/live.md has the measurements on which they are based."""
    return {
        "loop": "uvloop",
        "http": TimedHttpProtocol,  # of httptools
        "ws": BoundedWebSocketProtocol,  # of websockets, sans I/O
        "ws_max_size": MAX_MESSAGE_BYTES,
        "ws_per_message_deflate": False,
        "backlog": BACKLOG,
        "lifespan": "on",
        "proxy_headers": True,
        "forwarded_allow_ips": forwarded_allow_ips,
        "server_header": False,
        "access_log": False,
        "log_config": None,  # Django's logging is in force
        "timeout_graceful_shutdown": 3,
    }


type OpenSource = Callable[[Serve], Sorter | Receiver]


class DrainingServer(uvicorn.Server):
    """Serves for ``drain_s`` more seconds after the first signal to stop, without keeping clients
    (``tournament.live.draining``); a second signal stops at once.

    ``open_source``: where connections come from in a club (``config.connection_sorting``), instead
    of a socket that listens.
    """

    def __init__(
        self, config: uvicorn.Config, drain_s: float, open_source: OpenSource | None = None
    ) -> None:
        super().__init__(config)
        self._open_source = open_source
        self._source: Sorter | Receiver | None = None
        self._openings: set[asyncio.Task[Any]] = set()
        self._drain_s = drain_s
        self._stop_signal: int | None = None
        self._drain: asyncio.Task[None] | None = None

    @override
    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        if self._open_source is not None:
            self._source = self._open_source(self._serve_connection)

    @override
    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._source is not None:
            self._source.stop()
        await super().shutdown(sockets=sockets)

    def _serve_connection(self, connection: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        task = loop.create_task(loop.connect_accepted_socket(self._create_protocol, connection))
        self._openings.add(task)
        task.add_done_callback(self._openings.discard)

    def _create_protocol(self) -> asyncio.Protocol:
        """Return what uvicorn's own listening sockets would give a connection."""
        return TimedHttpProtocol(self.config, self.server_state, self.lifespan.state)

    @override
    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if self._drain_s and self._stop_signal is None:
            self._stop_signal = sig
        else:
            super().handle_exit(sig, frame)

    @override
    async def on_tick(self, counter: int) -> bool:
        if self._stop_signal is not None and self._drain is None:
            self._drain = asyncio.create_task(self._drain_and_exit(self._stop_signal))
        return await super().on_tick(counter)

    async def _drain_and_exit(self, sig: int) -> None:
        from tournament.live.draining import drain  # models need the settings first

        # a proxy would send a later request over a connection that is about to close
        self.config.encoded_headers.append((b"connection", b"close"))
        try:
            await drain(self._drain_s)
        finally:
            super().handle_exit(sig, None)


def allow_many_clients() -> None:
    """Raise the limit of open files: the usual 256 to 1,024 are fewer than a hall's browsers."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for target in OPEN_FILE_LIMITS:
        limit = target if hard == resource.RLIM_INFINITY else min(target, hard)
        if soft == resource.RLIM_INFINITY or limit <= soft:
            return
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
            return


def listen(host: str, port: int) -> socket.socket:
    """Return a bound socket; raise OSError (EADDRINUSE) if the port is in use."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError:
        listener.close()
        raise
    return listener


def format_port_in_use(host: str, port: int) -> str:
    """Return the sentence that the port is in use, and the remedy."""
    return (
        f"Le port {port} est déjà pris sur {host}. Arrêtez le programme qui l'occupe, "
        "ou choisissez-en un autre (PORT=8123)."
    )


def main(arguments: list[str] | None = None) -> int:
    parser = FrenchArgumentParser(prog="config.serve", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--fd", type=int, help="a bound socket inherited from a supervisor")
    parser.add_argument("--pages", type=int, help="a socket to the process of a club's pages")
    parser.add_argument("--sorted", type=int, help="a socket from which this process has requests")
    options = parser.parse_args(arguments)
    try:
        environment = read_environment()
    except ConfigurationError as error:
        print(error, file=sys.stderr)
        return 1
    try:
        sockets, open_source = _open_sockets(options)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        print(format_port_in_use(options.host, options.port), file=sys.stderr)
        return 1
    allow_many_clients()
    web_config = uvicorn.Config(
        "config.asgi:application", **build_server_options(environment.forwarded_allow_ips)
    )
    with pause_garbage_collector():
        web_config.load()
        load_pages()
        from config.observation.exporter import start_observation  # needs the settings

    start_observation()
    server = DrainingServer(web_config, environment.drain_s, open_source)
    server.run(sockets=sockets)
    return 0 if server.started else 1


def _open_sockets(options: Namespace) -> tuple[list[socket.socket], OpenSource | None]:
    """Return the sockets that listen, or where else connections come from. Raise OSError."""
    if options.sorted is not None:
        return [], partial(Receiver, socket.socket(fileno=options.sorted))
    if options.fd is None:
        return [listen(options.host, options.port)], None
    listener = socket.socket(fileno=options.fd)
    if options.pages is None:
        return [listener], None
    return [], partial(Sorter, listener, socket.socket(fileno=options.pages))


if __name__ == "__main__":
    sys.exit(main())
