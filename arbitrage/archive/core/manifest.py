"""The manifest of an archive: its scope, and name, size and digest of each member."""

from collections.abc import Iterable
from typing import Any, Literal

import msgspec

from arbitrage.archive.core.row import ArchiveRow
from tournament.core.canonical import compute_digest

ARCHIVE_FORMAT = "duplicata-archive"
ARCHIVE_VERSION = 8
MANIFEST_FILE = "manifest.json"
#: File suffix of archives.
SUFFIX = ".duplicata.zip"


class Member(ArchiveRow, frozen=True, kw_only=True):
    name: str
    sha256: str
    lines: int
    #: True for what was played, False for facts about the server that wrote the archive.
    is_content: bool = msgspec.field(name="content")


class JournalHead(ArchiveRow, frozen=True, kw_only=True):
    """Sequence number and chain digest of the last row of the journal of a game."""

    game: int
    uid: str
    seq: int
    head: str


class TournamentHead(ArchiveRow, frozen=True, kw_only=True):
    """Sequence number and chain digest of the last row of the journal of the tournament."""

    seq: int
    head: str


class Scope(ArchiveRow, frozen=True, kw_only=True, omit_defaults=True):
    """The extent of the archive: a tournament, or one turn of it. Raise ValueError for any other
    combination."""

    kind: Literal["tournament", "turn"] = "tournament"
    game: int | None = None
    turn: int | None = None

    def __post_init__(self) -> None:
        # Game and turn are both None for a tournament, and both given for a turn.
        if {self.game is None, self.turn is None} != {self.is_whole}:
            raise ValueError(self.kind)

    @property
    def is_whole(self) -> bool:
        return self.kind == "tournament"

    def to_dict(self) -> dict[str, Any]:
        return {"kind": self.kind} | (
            {} if self.is_whole else {"game": self.game, "turn": self.turn}
        )


class UnfinishedGames(msgspec.Struct, frozen=True, kw_only=True):
    """Unfinished games, which contain secrets (letters to come, solutions, bulletins): games and
    toppings by number, games of matches by uid. Lists are empty in versions that predate a kind of
    game."""

    games: list[int] = []
    toppings: list[int] = []
    match_games: list[str] = []

    def __bool__(self) -> bool:
        return bool(self.games or self.toppings or self.match_games)


class ArchiveOrigin(ArchiveRow, frozen=True, kw_only=True):
    software: str
    made_at: str


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """The content of ``manifest.json``. Fields added by a later version are ignored."""

    format: str
    version: int
    scope: Scope
    members: list[Member]
    content: str
    heads: list[JournalHead]
    #: None without a row of the journal of the tournament, and in versions before 4.
    tournament_head: TournamentHead | None = None
    unfinished_games: UnfinishedGames = msgspec.field(name="secret")
    origin: ArchiveOrigin


def digest_content(members: Iterable[Member]) -> str:
    """Return one digest of all members that are content."""
    names_and_digests = sorted(
        (member.name, member.sha256) for member in members if member.is_content
    )
    return compute_digest([list(pair) for pair in names_and_digests])
