"""Two supervisors on one folder, and one that dies and leaves all its children."""

import contextlib
from collections.abc import Iterator

from benchmarks.chaos.blows.blow import BrokenError, IsWell, Target
from benchmarks.chaos.club import ClubError
from benchmarks.chaos.struck import StruckClub

REFUSES = "Duplicata tourne déjà"


@contextlib.contextmanager
def second(target: Target, _whom: tuple[str, ...]) -> Iterator[IsWell]:
    """Another is started while the first runs: it refuses, and not one process has changed."""
    club = target.club
    before = club.processes()
    code, said = club.start_another()
    if code == 0 or REFUSES not in said or "Traceback" in said:
        raise BrokenError(f"un second superviseur ne refuse pas (code {code}) : {said[-300:]}")
    if before != club.processes():
        raise BrokenError("un second superviseur a touché aux processus du premier")
    yield club.answers


@contextlib.contextmanager
def killed(target: Target, _whom: tuple[str, ...]) -> Iterator[IsWell]:
    """Its children go on without it; the next one ends them and starts anew.

    Its return is counted from the moment that it says it is ready.
    """
    club = target.club
    orphans = club.processes()
    club.kill_supervisor()
    try:
        yield lambda: club.answers() and not orphans & club.processes()
    finally:
        _start_anew(club)


def _start_anew(club: StruckClub) -> None:
    try:
        club.start()
    except ClubError as error:
        raise BrokenError(f"le superviseur suivant ne démarre pas : {str(error)[-300:]}") from error
