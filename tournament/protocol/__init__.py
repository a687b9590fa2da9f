"""The live protocol: every JSON object that crosses a socket, version 1.

A browser receives one ``snapshot`` and then ``event`` objects. The state of an audience is a
flat object of *parts* (``game``, ``turn``, ``board``, ...); an event replaces the parts it
carries, except the parts named in ``MERGED_PARTS``, which are maps that it merges key by key
(``null`` removes the key). Because snapshot and event are made of the same parts by the same
functions (``tournament.protocol.parts``), an old snapshot plus the events equals a fresh snapshot.

``seq`` is the number of the journal row behind an event; ``prev`` is the number of the event
before it *for this audience*. A client whose last number is not ``prev`` asks for a snapshot.

What only arbiters may see does not exist in the types of players and public. Moments are
integers, milliseconds since 1970 UTC by the database's clock; references are written ``H4`` or
``4H``; in words a lower-case letter is played with a joker.
"""

from tournament.protocol.messages import (
    EVENTS,
    VERSION,
    ArbiterEvent,
    ClientMessage,
    Connected,
    Displaced,
    EntryEvent,
    Here,
    Holding,
    JudgeEvent,
    Message,
    Mine,
    Moved,
    Ping,
    Pong,
    PublicEvent,
    Refused,
    Renewed,
    Resync,
    Save,
    Saved,
    ServerMessage,
    Snapshot,
    Stale,
    Sync,
    decode_client,
    encode,
)
from tournament.protocol.state import (
    MERGED_PARTS,
    STAFF,
    STATES,
    ArbiterState,
    Audience,
    BulletinPart,
    EntryState,
    GamePart,
    HistoryRow,
    JudgeState,
    Part,
    PublicState,
    RankingPart,
    RankRow,
    ResultRow,
    RoadSheet,
    SolutionRow,
    StaffTurnPart,
    State,
    Top,
    TurnPart,
)

__all__ = [
    "EVENTS",
    "MERGED_PARTS",
    "STAFF",
    "STATES",
    "VERSION",
    "ArbiterEvent",
    "ArbiterState",
    "Audience",
    "BulletinPart",
    "ClientMessage",
    "Connected",
    "Displaced",
    "EntryEvent",
    "EntryState",
    "GamePart",
    "Here",
    "HistoryRow",
    "Holding",
    "JudgeEvent",
    "JudgeState",
    "Message",
    "Mine",
    "Moved",
    "Part",
    "Ping",
    "Pong",
    "PublicEvent",
    "PublicState",
    "RankRow",
    "RankingPart",
    "Refused",
    "Renewed",
    "ResultRow",
    "Resync",
    "RoadSheet",
    "Save",
    "Saved",
    "ServerMessage",
    "Snapshot",
    "SolutionRow",
    "StaffTurnPart",
    "Stale",
    "State",
    "Sync",
    "Top",
    "TurnPart",
    "decode_client",
    "encode",
]
