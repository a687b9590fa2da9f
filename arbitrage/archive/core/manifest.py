"""The manifest of an archive: what is in it, and what it must be."""

from collections.abc import Iterable
from typing import Any, Literal

import msgspec

from arbitrage.archive.core.row import ArchiveRow
from tournament.core.canonical import compute_digest

FORMAT = "duplicata-archive"
VERSION = 2
NAME = "manifest.json"
#: How the names of archives end.
SUFFIX = ".duplicata.zip"


class Member(ArchiveRow, frozen=True, kw_only=True):
    name: str
    sha256: str
    lines: int
    #: Whether it is of what was played, or of the server where the archive was made.
    content: bool


class Head(ArchiveRow, frozen=True, kw_only=True):
    """The last row of the journal of a game, and its chain."""

    game: int
    uid: str
    seq: int
    head: str


class Scope(ArchiveRow, frozen=True, kw_only=True, omit_defaults=True):
    """A whole tournament, or one turn of it; anything else is refused where it is read."""

    kind: Literal["tournament", "turn"] = "tournament"
    game: int | None = None
    turn: int | None = None

    def __post_init__(self) -> None:
        if {self.game is None, self.turn is None} != {self.whole}:
            raise ValueError(self.kind)

    @property
    def whole(self) -> bool:
        return self.kind == "tournament"

    def to_dict(self) -> dict[str, Any]:
        return {"kind": self.kind} | ({} if self.whole else {"game": self.game, "turn": self.turn})


class Secret(msgspec.Struct, frozen=True, kw_only=True):
    """What is not over, and of which the file says what nobody may know yet: games and toppings by
    number, games of matches by uid. Versions before a kind was played have none of it."""

    games: list[int] = []
    toppings: list[int] = []
    match_games: list[str] = []

    def __bool__(self) -> bool:
        return bool(self.games or self.toppings or self.match_games)


class OriginOfArchive(ArchiveRow, frozen=True, kw_only=True):
    software: str
    made_at: str


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """What a later version adds to it is not read by this one."""

    format: str
    version: int
    scope: Scope
    members: list[Member]
    content: str
    heads: list[Head]
    secret: Secret
    origin: OriginOfArchive


def content_of(members: Iterable[Member]) -> str:
    """One digest for all that was played."""
    named = sorted((one.name, one.sha256) for one in members if one.content)
    return compute_digest([list(pair) for pair in named])
