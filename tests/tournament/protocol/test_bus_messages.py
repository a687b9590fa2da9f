"""Messages on the bus: encoding and decoding."""

import msgspec
import pytest

from tests.rows import every_row
from tournament.core.scenes import Scene
from tournament.protocol.bus import (
    BulletinsStored,
    Envelope,
    Frames,
    LinksRenewed,
    RoleRemoved,
    RoomResync,
    SceneChosen,
    SeatsMoved,
    SeatTaken,
    TurnEnd,
    decode,
    encode,
)

ENVELOPES: list[Envelope] = [
    Frames(
        tournament=1,
        game=2,
        seq=3,
        frames={"public": b"{}"},
        personal={4: b"{}"},
        turn_end=TurnEnd(5, 6, 7),
    ),
    Frames(tournament=1, game=2, seq=3),
    RoomResync(1),
    SeatTaken(4, "abc-1"),
    SeatTaken(4, "abc-1", 5, 2, 3),
    LinksRenewed({4: 2, 5: 1}, 1),
    SeatsMoved({4: 2, 5: 1}, 1),
    RoleRemoved(1, 7),
    BulletinsStored(1, 2, 3, [4, 5]),
    SceneChosen(1, Scene.PODIUM, 2),
]


def test_every_envelope_is_decoded_as_encoded() -> None:
    with every_row() as each:
        for envelope in ENVELOPES:
            with each(type(envelope).__name__):
                assert decode(encode(envelope)) == envelope


def test_messages_of_another_version_raise() -> None:
    with every_row() as each:
        for data in (
            b"",
            b"\xff",
            encode({"type": "unknown"}),
            encode([1, 2]),
        ):
            with each(data), pytest.raises(msgspec.MsgspecError):
                decode(data)
