"""The definition of an event, from its rows."""

import msgspec

from arbitrage.event.core.definition import EventDefinition, EventTerms, SealedGame
from arbitrage.event.models import Event, EventGame
from tournament.core.canonical import to_utc_text


def load_definition(event: Event) -> EventDefinition:
    return EventDefinition(
        uid=str(event.uid),
        name=event.name,
        edition=event.edition,
        lexicon=event.lexicon_checksum,
        terms=read_terms(event),
        ends_at=to_utc_text(event.ends_at),
        games=[describe_game(game) for game in event.games.defer("ciphertext")],
    )


def read_terms(event: Event) -> EventTerms:
    return msgspec.convert(event.terms, EventTerms)


def describe_game(game: EventGame) -> SealedGame:
    return SealedGame(
        number=game.number,
        format=game.format,
        time_s=game.time_s,
        warn_s=game.warn_s,
        commitment=game.commitment,
        seal=game.seal,
        opens_at=to_utc_text(game.opens_at),
    )
