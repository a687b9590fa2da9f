"""The part that one centre adds to an event: small and ordered, taken from its archive.

Names are those that the public of the centre sees; years of birth are not among the data.
"""

import msgspec


class PersonPart(msgspec.Struct, frozen=True, kw_only=True):
    """``key``: the folded licence, empty without one."""

    key: str
    licence: str
    club: str
    federation: str
    country: str
    series: str
    category: str


class EntryPart(msgspec.Struct, frozen=True, kw_only=True):
    uid: str
    name: str
    table: int
    people: list[PersonPart]


class TurnContribution(msgspec.Struct, frozen=True, kw_only=True):
    """``scores``: of each entry of the contribution, in its order, before any penalty (3.5); None
    without a score, and for an average, which is no solution."""

    number: int
    rack: str
    word: str
    ref: str
    score: int
    scores: list[int | None]


class ContributedSum(msgspec.Struct, frozen=True, kw_only=True, array_like=True):
    points: int
    warnings: int
    averages: int


class GameContribution(msgspec.Struct, frozen=True, kw_only=True):
    """``number`` of the game in the event; ``participants`` handed in a bulletin or scored."""

    number: int
    top: int
    started_at: str
    finished_at: str
    turns: list[TurnContribution]
    sums: dict[str, ContributedSum]
    participants: list[str]


class Contribution(msgspec.Struct, frozen=True, kw_only=True):
    """``content``: digest of the archive's content; ``tournament``: its uid.

    ``links``: every digest of its journals, shortened: an archive whose links contain another
    one's ``heads`` was made after it.
    """

    content: str
    tournament: str
    name: str
    made_at: str
    heads: list[str]
    links: list[str]
    entries: list[EntryPart]
    games: list[GameContribution]
