"""PostgreSQL lost with its disk, and restored by Barman: ``make drill-restore``.

A native server, with ``deploy/barman/barman.conf``: a whole backup, then rows that only the stream
of changes has; the server and its folder are deleted, and Barman builds them anew, once to the last
change and once to a moment before. Barman and rsync are the system's own (``BARMAN`` names another
program). The exit status is 1 when a committed row is missing.
"""

import getpass
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from rich.console import Console

from benchmarks.failover.pair import HOST, Node
from benchmarks.people.club import FOLDER
from benchmarks.people.waiting import wait_until
from benchmarks.report import PromiseReport
from config.env import BASE_DIR
from engine.arguments import FrenchArgumentParser

CONFIGURATION = BASE_DIR / "deploy" / "barman" / "barman.conf"
PROGRAMS = (os.environ.get("BARMAN", "barman"), "rsync")
BATCH = 500
WAIT_S = 120.0


class Barman:
    """Barman on ``node``, with its files in ``folder``."""

    def __init__(self, node: Node, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(parents=True)
        text = CONFIGURATION.read_text().replace("/var/lib/barman", str(folder))
        text = text.replace("host=db user=duplicata", f"host={HOST} port={node.port} user=postgres")
        text = text.replace("dbname=duplicata", "dbname=postgres")
        text = text.replace("barman_user = barman", f"barman_user = {getpass.getuser()}")
        # the programs of this PostgreSQL; in the image they are in the path
        text += f"path_prefix = {node.programs}\n"
        (folder / "barman.conf").write_text(text)
        self._receiver: subprocess.Popen[bytes] | None = None

    def run(self, *arguments: str) -> str:
        """Raise RuntimeError with the output."""
        completed = subprocess.run(
            self._build_command(*arguments), check=False, capture_output=True, text=True
        )
        if completed.returncode:
            raise RuntimeError(f"barman {arguments} : {completed.stdout}{completed.stderr}")
        return completed.stdout

    def start_receiving(self) -> None:
        self.run("receive-wal", "--create-slot", "duplicata")
        with (self._folder / "receiver.log").open("ab") as output:
            self._receiver = subprocess.Popen(
                self._build_command("receive-wal", "duplicata"), stdout=output, stderr=output
            )

    def stop_receiving(self) -> None:
        if self._receiver is not None:
            self._receiver.terminate()
            self._receiver.wait()

    def _build_command(self, *arguments: str) -> list[str]:
        return [PROGRAMS[0], "-c", str(self._folder / "barman.conf"), *arguments]


def main(arguments: list[str] | None = None) -> int:
    parser = FrenchArgumentParser(prog="benchmarks.restore", description=__doc__)
    parser.add_argument("--rows", type=int, default=20_000, help="lignes écrites")
    options = parser.parse_args(arguments)
    console = Console()
    if missing := [name for name in PROGRAMS if shutil.which(name) is None]:
        console.print(f"Il manque {', '.join(missing)} : apt install barman rsync")
        return 3
    folder = FOLDER / f"restore-{os.getpid()}"
    folder.mkdir(parents=True)
    nodes = [Node(folder / name) for name in ("lost", "last", "moment")]
    barman = None
    try:
        nodes[0].prepare()
        nodes[0].start()
        nodes[0].wait_until_ready()
        barman = Barman(nodes[0], folder / "barman")
        return _run_drill(console, nodes, barman, options.rows)
    finally:
        if barman is not None:
            barman.stop_receiving()
        for node in nodes:
            node.delete()
        shutil.rmtree(folder, ignore_errors=True)


def _run_drill(console: Console, nodes: list[Node], barman: Barman, rows: int) -> int:
    lost, last, moment = nodes
    report = PromiseReport("PostgreSQL perdu avec son disque")
    lost.query("CREATE TABLE written (n int)")
    barman.start_receiving()
    _insert_rows(lost, 0, rows // 2)
    barman.run("switch-wal", "--force", "--archive", "duplicata")  # it wants one before a backup
    report.add_value(
        "sauvegarde entière", _measure(lambda: barman.run("backup", "--wait", "duplicata"))
    )
    _insert_rows(lost, rows // 2, rows)
    [(target, position)] = lost.query("SELECT clock_timestamp(), pg_current_wal_lsn()")
    _insert_rows(lost, rows, rows + BATCH)
    _wait_until_received(lost)
    lost.kill()
    shutil.rmtree(lost.data)
    barman.stop_receiving()
    report.add_value("reconstruit", _measure(lambda: _restore(barman, last, None)))
    count = _count_rows(last)
    report.add_errors("lignes perdues", ["manque"] * (rows + BATCH - count))
    _restore(barman, moment, target)
    count = _count_rows(moment)
    report.add_value(f"lignes à l'instant choisi ({position})", count)
    report.add_errors("lignes de trop ou de moins à cet instant", ["écart"] * abs(count - rows))
    return report.print(console)


def _insert_rows(node: Node, first: int, end: int) -> None:
    for start in range(first, end, BATCH):
        stop = min(end, start + BATCH) - 1
        node.query(f"INSERT INTO written SELECT generate_series({start}, {stop})")


def _count_rows(node: Node) -> int:
    return int(node.query("SELECT count(*) FROM written")[0][0])


def _wait_until_received(node: Node) -> None:
    """Wait until Barman has the last change: what a lost disk may cost is what it lacks."""
    position = node.query("SELECT pg_current_wal_flush_lsn()")[0][0]
    query = "SELECT 1 FROM pg_stat_replication WHERE write_lsn >= %s"
    text = query.replace("%s", f"'{position}'")
    assert re.fullmatch(r"[0-9A-F/]+", position)
    wait_until(lambda: node.query(text), "reçu par Barman", timeout_s=WAIT_S)


def _restore(barman: Barman, node: Node, target: datetime | None) -> None:
    """Build the folder of ``node``; start it, and wait until it accepts writes."""
    node.prepare_home()
    options = ["--target-time", str(target), "--target-action", "promote"]
    barman.run("restore", "--partial-wal", *(options if target else []), "duplicata", "latest",
               str(node.data))  # fmt: skip
    node.take_ownership()
    node.start()
    node.wait_until_ready()
    wait_until(
        lambda: not node.query("SELECT pg_is_in_recovery()")[0][0], "promu", timeout_s=WAIT_S
    )


def _measure(work: Callable[[], object]) -> str:
    start = time.monotonic()
    work()
    return f"{time.monotonic() - start:.1f} s"


if __name__ == "__main__":
    sys.exit(main())
