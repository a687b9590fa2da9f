"""Whether a part of the club does its work again."""

import psutil

from benchmarks.chaos.club import PROGRAMS
from benchmarks.chaos.struck import StruckClub


def serves(club: StruckClub, name: str) -> bool:
    """Whether a program, or the web with what it needs, does its work."""
    if name in PROGRAMS and name != "web":
        return club.consumes(name)
    return club.answers()


def is_replaced(club: StruckClub, name: str, old: psutil.Process | None) -> bool:
    """Whether another process is in place of ``old``; a backend is PostgreSQL's own affair."""
    now = club.process(name)
    return name == "backend" or (now is not None and now != old)
