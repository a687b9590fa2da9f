"""Checks of results before they are sent to a federation."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournament.core.people.names import fold_licence


class ResultProblem(StrEnum):
    """Kinds of problems; none keeps a file from being made."""

    PROVISIONAL = "provisional"
    NO_LICENCE = "no-licence"
    SHARED_LICENCE = "shared-licence"
    PAIR_LICENCE = "pair-licence"
    FEDERATION = "federation"
    WITHDRAWN = "withdrawn"
    ABSENT = "absent"


@dataclass(frozen=True, slots=True)
class CheckedPlayer:
    name: str
    licence: str
    federation: str


@dataclass(frozen=True, slots=True)
class CheckedEntry:
    """An entry of the ranking; ``missed_games``: numbers of the games in which it did not play."""

    pk: int
    table: int
    name: str
    players: Sequence[CheckedPlayer]
    withdrawn: bool = False
    missed_games: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class ResultFinding:
    """``entries`` that a problem concerns, ``detail`` of it: a licence, a federation, games."""

    problem: ResultProblem
    entries: Sequence[CheckedEntry] = ()
    detail: str = ""


def find_problems(
    entries: Sequence[CheckedEntry], federations: Collection[str], provisional: Iterable[int]
) -> list[ResultFinding]:
    """List the problems of results; ``federations``: known codes; ``provisional``: numbers of the
    games with something to play, type or decide."""
    numbers = _join(provisional)
    return [
        *([ResultFinding(ResultProblem.PROVISIONAL, detail=numbers)] if numbers else []),
        *_find_licence_problems(entries),
        *_find_other_problems(entries, federations),
    ]


def _find_licence_problems(entries: Sequence[CheckedEntry]) -> Iterator[ResultFinding]:
    """Yield entries without licence, with one licence for two players, and a licence of several."""
    by_licence: defaultdict[str, list[CheckedEntry]] = defaultdict(list)
    for entry in entries:
        licences = [fold_licence(player.licence) for player in entry.players]
        for licence in {*licences} - {""}:
            by_licence[licence].append(entry)
        if not any(licences):
            yield ResultFinding(ResultProblem.NO_LICENCE, [entry])
        elif len(set(licences) - {""}) < len(licences):
            yield ResultFinding(ResultProblem.PAIR_LICENCE, [entry])
    for folded, same in by_licence.items():
        if len(same) > 1:
            licences = [player.licence for player in same[0].players]
            spelling = next(licence for licence in licences if fold_licence(licence) == folded)
            yield ResultFinding(ResultProblem.SHARED_LICENCE, same, spelling)


def _find_other_problems(
    entries: Sequence[CheckedEntry], federations: Collection[str]
) -> Iterator[ResultFinding]:
    listed = {code.casefold() for code in federations}
    for entry in entries:
        for code in dict.fromkeys(player.federation for player in entry.players):
            if code and code.casefold() not in listed:
                yield ResultFinding(ResultProblem.FEDERATION, [entry], code)
        if entry.withdrawn:
            yield ResultFinding(ResultProblem.WITHDRAWN, [entry])
        elif entry.missed_games:
            yield ResultFinding(ResultProblem.ABSENT, [entry], _join(entry.missed_games))


def _join(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))
