"""Partitions: wires between a program and a server, or the room and the web, in trouble."""

import contextlib
from collections.abc import Iterator

from benchmarks.chaos.blows.blow import Deal, IsWell, Target
from benchmarks.chaos.blows.wellness import serves
from benchmarks.chaos.network import WELL, Trouble


def suffer(trouble: Trouble) -> Deal:
    """``whom`` are names of wires, which begin with that of their program."""

    @contextlib.contextmanager
    def deal(target: Target, whom: tuple[str, ...]) -> Iterator[IsWell]:
        network = target.club.network
        for wire in whom:
            network.suffer(wire, trouble)
        try:
            yield lambda: all(serves(target.club, wire.partition("–")[0]) for wire in whom)
        finally:
            for wire in whom:
                network.suffer(wire, WELL)

    return deal
