"""What crosses the socket: snapshots, events, answers, and what clients say."""

from uuid import UUID

import msgspec
from msgspec import UNSET, Struct, UnsetType

from tournament.core.events import EventKind
from tournament.core.scenes import Scene
from tournament.protocol.state import (
    ArbiterState,
    Audience,
    BulletinPart,
    EntryState,
    FieldPart,
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
    """Base of everything that crosses the socket; ``type`` tells which."""


class Snapshot(Message, frozen=True, kw_only=True, tag="snapshot"):
    """The whole state of an audience; ``state`` is None while the tournament has no game."""

    v: int = VERSION
    audience: Audience
    seq: int
    now: int
    state: PublicState | EntryState | ArbiterState | JudgeState | None
    #: What the judge wants on the big screen; for the public only.
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
    field: FieldPart | UnsetType | None = UNSET


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
    slips: dict[str, SlipRow | None] = {}
    watched: list[int] = []


class NewsTold(Message, frozen=True, kw_only=True, tag="told"):
    """``EntryState.news`` of one table, whichever game the room is at, outside the numbering."""

    news: int


class Holding(Message, frozen=True, kw_only=True, tag="holding"):
    """Tables from which a bulletin has come since the last such message (staff only)."""

    game_id: int
    turn: int
    tables: list[int]


class Connected(Message, frozen=True, kw_only=True, tag="connected"):
    """How many tablets are expected and the tables of which none is connected now (staff only)."""

    expected: int
    away: list[int]


class Here(Message, frozen=True, kw_only=True, tag="here"):
    """The same for the public: how many tablets are connected now, of those expected."""

    expected: int
    here: int


class BesideTold(Message, frozen=True, kw_only=True, tag="beside"):
    """There are news in a room beside the big one; also the first thing said there."""


class SceneTold(Message, frozen=True, kw_only=True, tag="scene"):
    """What the judge wants on the big screen from now on (public only), outside the numbering."""

    scene: Scene


class Saved(Message, frozen=True, kw_only=True, tag="saved"):
    """Acknowledgement: revision ``rev`` of the bulletin of ``turn`` is committed.

    ``late`` means that it came after the bell and is only kept as evidence (5.7).
    """

    turn: int
    rev: int
    late: bool


class SlipReceived(Message, frozen=True, kw_only=True, tag="receipt"):
    """The server knows that slip ``uid`` was shown; or that it is none of this table's
    (not ``known``): nothing was stored, and there is nothing to send again."""

    uid: str
    known: bool


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


class Renewed(Message, frozen=True, kw_only=True, tag="renewed"):
    """The link of the table was renewed; what the old one opened is closed."""


class Moved(Message, frozen=True, kw_only=True, tag="moved"):
    """The entry sits at another table now; what it opened at this one is closed."""


ServerMessage = (
    Snapshot
    | PublicEvent
    | Mine
    | NewsTold
    | Holding
    | Connected
    | Here
    | SceneTold
    | BesideTold
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
    """The bulletin as it stands now. ``turn`` is the turn's ordinal in game ``game_id``."""

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
    """Please send a snapshot."""


ClientMessage = Save | SlipShown | Ping | Sync

encode = msgspec.json.Encoder().encode
decode_client = msgspec.json.Decoder(ClientMessage).decode
