"""The live protocol: every JSON object that crosses a socket, version 1.

A browser receives one ``snapshot`` and then ``event`` objects. The state of an audience is a
flat object of *parts* (``game``, ``turn``, ``board``, ...); an event replaces the parts it
carries, except the parts named in ``MERGED_PARTS``, which are maps that it merges key by key
(``null`` removes the key). Because snapshot and event are made of the same parts by the same
functions (``tournament.live.parts``), an old snapshot plus the events equals a fresh snapshot.

``seq`` is the number of the journal row behind an event; ``prev`` is the number of the event
before it *for this audience*. A client whose last number is not ``prev`` asks for a snapshot.

What only arbiters may see does not exist in the types of players and public. Moments are
integers, milliseconds since 1970 UTC by the database's clock; references are written ``H4`` or
``4H``; in words a lower-case letter is played with a joker.
"""

from enum import StrEnum

import msgspec
from msgspec import UNSET, Struct, UnsetType

VERSION = 1

#: Parts that an event merges key by key instead of replacing them.
MERGED_PARTS = frozenset({"history", "results"})


class Audience(StrEnum):
    PUBLIC = "public"
    ENTRY = "entry"
    ARBITERS = "arbiters"
    JUDGE = "judge"


class EventKind(StrEnum):
    """Why an event was sent; the state follows from its parts alone."""

    GAME = "game"
    DRAWN = "drawn"
    ANNOUNCED = "announced"
    OPENED = "opened"
    SHORTENED = "shortened"
    CLOSED = "closed"
    SOLVED = "solved"
    CORRECTED = "corrected"
    REVEALED = "revealed"
    SCORED = "scored"
    DONE = "done"
    CANCELLED = "cancelled"
    #: Somebody read a sealed game; in the journal only, nobody is told.
    UNSEALED = "unsealed"


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of the state of an audience."""


class GamePart(Part, frozen=True):
    id: int
    tournament: str
    number: int
    state: str
    format: str
    time_s: int
    warn_s: int
    source: str
    entries: int
    #: SHA-256 of the seed, published before the first turn; None unless the software draws.
    commitment: str | None
    #: The seed itself, published once the game is over.
    seed: str | None
    end_reason: str | None
    end_article: str | None


class Top(Part, frozen=True):
    word: str
    ref: str
    score: int
    #: Words made in passing, with a lower-case letter for a joker.
    formed: list[str]


class TurnPart(Part, frozen=True):
    """The turn as players and public may see it; the letters in the order called (3.1)."""

    ordinal: int
    number: int
    state: str
    kept: str
    drawn: str
    #: Racks refused before this one (3.2), in the order drawn.
    rejected: list[str]
    opened_at: int | None
    closes_at: int | None
    top: Top | None
    #: Best score of a player, and how many players reached the top; None before the reveal.
    best: int | None
    found: int | None


class StaffTurnPart(TurnPart, frozen=True):
    solved: bool
    corrected: bool
    #: Bulletins the software leaves to an arbiter; None until corrected.
    to_decide: int | None


class HistoryRow(Part, frozen=True):
    rack: str
    word: str
    ref: str
    score: int


class RankRow(Part, frozen=True):
    rank: int
    table: int
    name: str
    total: int


class RankingPart(Part, frozen=True):
    #: Number of the last turn counted; the first rows only, the whole list is a page.
    after: int
    top_total: int
    size: int
    rows: list[RankRow]


class BulletinPart(Part, frozen=True):
    """The bulletin that the server holds for the current turn, as written."""

    turn: int
    rev: int
    device: str
    rows: list[str]
    struck: list[str]
    reference: str
    score: str


class ResultRow(Part, frozen=True):
    points: int
    sanction: str
    word: str
    ref: str
    #: Sentence for the player, in French, with its article.
    text: str
    article: str


class SolutionRow(Part, frozen=True):
    word: str
    ref: str
    score: int
    #: False when the rules of 3.4 and 3.7 exclude it.
    allowed: bool
    proposed: bool


class State(Struct, frozen=True, kw_only=True):
    """What everybody may see."""

    game: GamePart
    turn: TurnPart | None
    board: list[str]
    history: dict[str, HistoryRow]
    ranking: RankingPart


class PublicState(State, frozen=True, kw_only=True):
    pass


class EntryState(State, frozen=True, kw_only=True):
    table: int
    name: str
    bulletin: BulletinPart | None
    results: dict[str, ResultRow]
    total: int
    rank: int | None
    #: Own warnings over the turns revealed.
    warnings: int = 0


class ArbiterState(State, frozen=True, kw_only=True):
    turn: StaffTurnPart | None
    #: Numbers of the tables of which the server holds a bulletin for the current turn.
    holding: list[int]


class JudgeState(ArbiterState, frozen=True, kw_only=True):
    tops: list[SolutionRow]


STATES: dict[Audience, type[State]] = {
    Audience.PUBLIC: PublicState,
    Audience.ENTRY: EntryState,
    Audience.ARBITERS: ArbiterState,
    Audience.JUDGE: JudgeState,
}


class Message(Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True):
    """Base of everything that crosses the socket; ``type`` tells which."""


class Snapshot(Message, frozen=True, kw_only=True, tag="snapshot"):
    """The whole state of an audience; ``state`` is None while the tournament has no game."""

    v: int = VERSION
    audience: Audience
    seq: int
    now: int
    state: PublicState | EntryState | ArbiterState | JudgeState | None


class PublicEvent(Message, frozen=True, kw_only=True, tag="event"):
    """A change of the common state; the only event type that players and public receive."""

    kind: EventKind
    game_id: int
    seq: int
    prev: int
    now: int
    game: GamePart | UnsetType = UNSET
    turn: TurnPart | UnsetType | None = UNSET
    board: list[str] | UnsetType = UNSET
    history: dict[str, HistoryRow | None] | UnsetType = UNSET
    ranking: RankingPart | UnsetType = UNSET


class EntryEvent(PublicEvent, frozen=True, kw_only=True, tag="event"):
    """The same for the players of a game: a new turn also empties the bulletin."""

    bulletin: UnsetType | None = UNSET


class ArbiterEvent(PublicEvent, frozen=True, kw_only=True, tag="event"):
    turn: StaffTurnPart | UnsetType | None = UNSET
    holding: list[int] | UnsetType = UNSET


class JudgeEvent(ArbiterEvent, frozen=True, kw_only=True, tag="event"):
    tops: list[SolutionRow] | UnsetType = UNSET


EVENTS: dict[Audience, type[PublicEvent]] = {
    Audience.PUBLIC: PublicEvent,
    Audience.ENTRY: EntryEvent,
    Audience.ARBITERS: ArbiterEvent,
    Audience.JUDGE: JudgeEvent,
}


class Mine(Message, frozen=True, kw_only=True, tag="mine"):
    """Own results of one table, outside the numbering: applied when ``seq`` is not older."""

    game_id: int
    seq: int
    results: dict[str, ResultRow | None]
    total: int
    rank: int | None
    #: Own warnings over the turns revealed.
    warnings: int = 0


class Holding(Message, frozen=True, kw_only=True, tag="holding"):
    """Tables from which a bulletin has come since the last such message (staff only)."""

    game_id: int
    turn: int
    tables: list[int]


class Saved(Message, frozen=True, kw_only=True, tag="saved"):
    """Acknowledgement: revision ``rev`` of the bulletin of ``turn`` is committed.

    ``late`` means that it came after the bell and is only kept as evidence (5.7).
    """

    turn: int
    rev: int
    late: bool


class Refused(Message, frozen=True, kw_only=True, tag="refused"):
    """Nothing was stored. ``retry`` asks the client to keep the sheet and send it again."""

    code: str
    text: str
    turn: int | None = None
    rev: int | None = None
    retry: bool = False


class Stale(Message, frozen=True, kw_only=True, tag="stale"):
    """Another device holds a newer revision of this bulletin; here it is."""

    bulletin: BulletinPart


class Pong(Message, frozen=True, kw_only=True, tag="pong"):
    t: float
    now: int


class Resync(Message, frozen=True, kw_only=True, tag="resync"):
    """Ask for a snapshot, after a random pause of at most ``within_ms`` milliseconds."""

    within_ms: int = 0


class Displaced(Message, frozen=True, kw_only=True, tag="displaced"):
    """The table was opened on another device; this one is closed."""


ServerMessage = (
    Snapshot | PublicEvent | Mine | Holding | Saved | Refused | Stale | Pong | Resync | Displaced
)


class Save(Message, frozen=True, kw_only=True, tag="save"):
    """The bulletin as it stands now. ``turn`` is the turn's ordinal in game ``game_id``."""

    game_id: int
    turn: int
    rev: int
    device: str
    rows: list[str]
    struck: list[str] = []
    reference: str = ""
    score: str = ""


class Ping(Message, frozen=True, kw_only=True, tag="ping"):
    t: float


class Sync(Message, frozen=True, kw_only=True, tag="sync"):
    """Please send a snapshot."""


ClientMessage = Save | Ping | Sync

encode = msgspec.json.Encoder().encode
decode_client = msgspec.json.Decoder(Save | Ping | Sync).decode
