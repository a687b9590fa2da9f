"""A tournament that plays an event as one of its centres, without a package."""

from uuid import UUID

import msgspec

from arbitrage.event.models import Event, ImportedEvent, ImportedGame, OpeningChannel
from arbitrage.event.queries.definition import load_definition
from arbitrage.event.services.keys import make_signing_keys
from tests.room import Room
from tournament.models import Game
from tournament.queries import clock


def make_imported(event: Event, room: Room, game: Game) -> ImportedEvent:
    """Return the event as ``room`` has it once its game is open; its centre is any of them."""
    centre = event.centres.first()
    keys = make_signing_keys()
    now = clock.now()
    imported = ImportedEvent.objects.create(
        tournament=room.tournament,
        definition=msgspec.to_builtins(load_definition(event)),
        centre_uid=centre.uid if centre else UUID(int=1),
        centre_name="Nantes",
        token=centre.token if centre else "",
        signing_key=bytes(centre.signing_key) if centre else keys.private,
        host_key=bytes(event.public_key),
        ends_at=event.ends_at,
        imported_at=now,
    )
    ImportedGame.objects.create(
        package=imported, number=1, opens_at=event.opens_at, ciphertext=b"-", game=game,
        opened_at=now, way=OpeningChannel.WORDS,
    )  # fmt: skip
    return imported
