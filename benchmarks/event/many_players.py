"""The joining and the ranking of many players, made from one centre."""

import time
from typing import TYPE_CHECKING

import msgspec
from rich.console import Console
from rich.table import Table

from benchmarks.event.host import HostedEvent
from benchmarks.event.rooms import PLAYERS
from benchmarks.measuring import measure_memory_mb

if TYPE_CHECKING:
    from arbitrage.event.core.contribution import Contribution

#: Players of the measurement.
MEASURED_PLAYERS = 30_000


def rank_many(console: Console, hosted: HostedEvent) -> None:
    """Join and rank ``MEASURED_PLAYERS`` players, from the contribution of a real centre."""
    from arbitrage.event.core.joining import CentreName, join_contributions
    from arbitrage.event.core.ranking import rank_joint
    from arbitrage.event.queries.definition import load_definition
    from arbitrage.event.queries.joint import decode_contribution

    archive = hosted.event.archives.exclude(contribution=None).first()
    assert archive is not None
    assert archive.contribution is not None
    whole = decode_contribution(bytes(archive.contribution))
    parts = {
        CentreName(f"c{number}", f"Centre {number}", f"Pays {number % 30}"): rename_contribution(
            whole, number
        )
        for number in range(MEASURED_PLAYERS // PLAYERS)
    }
    definition, begin = load_definition(hosted.event), time.perf_counter()
    results = join_contributions(definition, parts)
    joined_s = time.perf_counter() - begin
    rows = rank_joint(definition, results)
    table = Table(title=f"{len(rows)} joueurs dans {len(parts)} centres", show_header=False)
    table.add_row("joints", f"{joined_s:.2f} s")
    table.add_row("classés", f"{time.perf_counter() - begin - joined_s:.2f} s")
    table.add_row("mémoire", f"{measure_memory_mb():.0f} Mo")
    console.print(table)


def rename_contribution(part: "Contribution", number: int) -> "Contribution":
    """Return the contribution of another centre that played the same."""

    def name(uid: str) -> str:
        return f"{uid}/{number}"

    games = [
        msgspec.structs.replace(
            game,
            sums={name(uid): row for uid, row in game.sums.items()},
            participants=[name(uid) for uid in game.participants],
        )
        for game in part.games
    ]
    entries = [msgspec.structs.replace(row, uid=name(row.uid)) for row in part.entries]
    return msgspec.structs.replace(part, games=games, entries=entries)
