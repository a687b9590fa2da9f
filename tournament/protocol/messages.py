"""Messages on the socket: snapshots, events, answers, and messages of clients."""

from uuid import UUID

import msgspec
from msgspec import UNSET, Struct, UnsetType

from tournament.core.events import EventKind
from tournament.core.scenes import Scene
from tournament.protocol.state import (
    ArbiterState,
    Audience,
    BulletinPart,
    ContendersPart,
    EntryState,
    GamePart,
    HistoryRow,
    JudgeState,
    PublicState,
    RankingPart,
    ResultRow,
    SlipRow,
    SolutionRow,
    StaffTurnPart,
    TurnPart,
)

VERSION = 1


class Message(Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True):
    """Base class of all messages on the socket; the field ``type`` distinguishes them."""


class Snapshot(Message, frozen=True, kw_only=True, tag="snapshot"):
    """The whole state of an audience; ``state`` is None while the tournament has no game."""

    v: int = VERSION
    audience: Audience
    seq: int
    now: int
    state: PublicState | EntryState | ArbiterState | JudgeState | None
    #: The scene that the judge chose for the big screen; for the public only.
    scene: Scene | UnsetType = UNSET


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
    field: ContendersPart | UnsetType | None = UNSET


class EntryEvent(PublicEvent, frozen=True, kw_only=True, tag="event"):
    """An event for the players of a game: a new turn also empties the bulletin."""

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


class TableResults(Message, frozen=True, kw_only=True, gc=False, tag="mine"):
    """Results of one table, outside the numbering; ignored by the client if ``seq`` is older."""

    game_id: int
    seq: int
    results: dict[str, ResultRow | None]
    total: int
    rank: int | None
    #: Warnings of the entry in the revealed turns.
    warnings: int = 0
    slips: dict[str, SlipRow | None] = {}
    watched: list[int] = []


class NewsNotice(Message, frozen=True, kw_only=True, tag="told"):
    """``EntryState.news`` of one table, whichever game is current; outside the numbering."""

    news: int


class BulletinsHeld(Message, frozen=True, kw_only=True, tag="holding"):
    """Tables whose bulletin arrived since the last such message (staff only)."""

    game_id: int
    turn: int
    tables: list[int]


class ConnectedTables(Message, frozen=True, kw_only=True, tag="connected"):
    """Number of tablets expected, and tables whose tablet is not connected (staff only)."""

    expected: int
    away: list[int]


class TabletCount(Message, frozen=True, kw_only=True, tag="here"):
    """Numbers of tablets expected and connected now (public only)."""

    expected: int
    here: int


class UpdateNotice(Message, frozen=True, kw_only=True, tag="beside"):
    """A followed room changed; also the first message to a new follower."""


class SceneNotice(Message, frozen=True, kw_only=True, tag="scene"):
    """The scene that the judge chose for the big screen (public only), outside the numbering."""

    scene: Scene


class Saved(Message, frozen=True, kw_only=True, tag="saved"):
    """Acknowledgement: revision ``rev`` of the bulletin of ``turn`` is committed.

    ``late``: it arrived after the end of the turn and is stored as evidence only (5.7).
    """

    turn: int
    rev: int
    late: bool


class SlipReceived(Message, frozen=True, kw_only=True, tag="receipt"):
    """The receipt of slip ``uid`` was stored; or, if not ``known``, the slip is not of this table:
    nothing was stored, and the client must not send it again."""

    uid: str
    known: bool


class Refused(Message, frozen=True, kw_only=True, tag="refused"):
    """Nothing was stored. ``retry`` asks the client to keep the bulletin and send it again."""

    code: str
    text: str
    turn: int | None = None
    rev: int | None = None
    retry: bool = False


class Stale(Message, frozen=True, kw_only=True, tag="stale"):
    """Another device holds a newer revision of this bulletin, which is ``bulletin``."""

    bulletin: BulletinPart


class Pong(Message, frozen=True, kw_only=True, tag="pong"):
    t: float
    now: int


class Resync(Message, frozen=True, kw_only=True, tag="resync"):
    """Request to fetch a snapshot, after a random delay of at most ``within_ms`` milliseconds."""

    within_ms: int = 0


class Displaced(Message, frozen=True, kw_only=True, tag="displaced"):
    """The table was opened on another device; this connection is closed."""


class Renewed(Message, frozen=True, kw_only=True, tag="renewed"):
    """The link of the table was renewed; connections opened by the old one are closed."""


class Moved(Message, frozen=True, kw_only=True, tag="moved"):
    """The entry moved to another table; its connection at this one is closed."""


ServerMessage = (
    Snapshot
    | PublicEvent
    | TableResults
    | NewsNotice
    | BulletinsHeld
    | ConnectedTables
    | TabletCount
    | SceneNotice
    | UpdateNotice
    | Saved
    | SlipReceived
    | Refused
    | Stale
    | Pong
    | Resync
    | Displaced
    | Renewed
    | Moved
)


class Save(Message, frozen=True, kw_only=True, tag="save"):
    """The bulletin in its current state. ``turn`` is the turn's ordinal in game ``game_id``."""

    game_id: int
    turn: int
    rev: int
    device: str
    rows: list[str]
    struck: list[str] = []
    reference: str = ""
    score: str = ""


class SlipShown(Message, frozen=True, kw_only=True, tag="shown"):
    """The slip ``uid`` of this table is on the screen."""

    uid: UUID


class Ping(Message, frozen=True, kw_only=True, tag="ping"):
    t: float


class Sync(Message, frozen=True, kw_only=True, tag="sync"):
    """Request for a snapshot."""


ClientMessage = Save | SlipShown | Ping | Sync

encode = msgspec.json.Encoder().encode
decode_client = msgspec.json.Decoder(ClientMessage).decode
