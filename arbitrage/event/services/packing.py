"""Makes the packages of the centres, and gives the key once its hour has come."""

from datetime import datetime

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction

from arbitrage.event.core.decisions import EventDecisionKind
from arbitrage.event.core.package import (
    FORMAT,
    VERSION,
    PackageCentre,
    PackageContent,
    digest_games,
    encode_content,
    write_package,
)
from arbitrage.event.models import Centre, Event, EventGame
from arbitrage.event.queries.definition import load_definition
from arbitrage.event.services.keys import decrypt, read_key_words, sign
from tournament.core.canonical import to_utc_text
from tournament.core.errors import BadSetting, WrongState
from tournament.queries.access import require_manager


def build_package(*, centre: Centre, by: User, now: datetime) -> bytes:
    """Return the package of a centre; made again, it has the same keys. Raise BadSetting."""
    require_manager(by, centre.event.organisation)
    return hand_over_package(centre=centre, now=now)


def hand_over_package(*, centre: Centre, now: datetime) -> bytes:
    """Return the package, for a caller who knows the centre's token. Raises BadSetting."""
    event = centre.event
    with transaction.atomic():
        # No game is sealed between the reading of the games and the mark.
        Event.objects.select_for_update().get(pk=event.pk)
        if not event.games.exists():
            raise BadSetting("event-without-game")
        Centre.objects.filter(pk=centre.pk).update(packed_at=now)
    repeats = event.decisions.filter(kind=EventDecisionKind.REPEAT, subject=str(centre.uid))
    games = {game.number: bytes(game.ciphertext) for game in event.games.all()}
    content = PackageContent(
        format=FORMAT,
        version=VERSION,
        made_at=to_utc_text(now),
        definition=load_definition(event),
        centre=PackageCentre(
            uid=str(centre.uid),
            name=centre.name,
            country=centre.country,
            time_zone=centre.time_zone,
            token=centre.token,
            signing_key=bytes(centre.signing_key).hex(),
        ),
        lexicon_name=event.lexicon,
        host=settings.PUBLIC_URL,
        host_key=bytes(event.public_key).hex(),
        ciphertexts=digest_games(games),
        openings=1 + repeats.count(),
    )
    signed_bytes = encode_content(content)
    return write_package(signed_bytes, sign(bytes(event.signing_key), signed_bytes), games)


def give_key(*, game: EventGame, typed_words: str, by: User, now: datetime) -> None:
    """Store the key that the host types at the hour, for the centres that are online.

    Raise WrongState before the hour, BadSetting for other words.
    """
    require_manager(by, game.event.organisation)
    if now < game.opens_at:
        raise WrongState("too-early-for-key", at=game.opens_at)
    key_words = read_key_words(typed_words)
    try:
        decrypt(bytes(game.ciphertext), key_words)
    except BadSetting as error:
        raise BadSetting(error.reason, number=game.number) from error
    EventGame.objects.filter(pk=game.pk).update(key_words=key_words, key_at=now)


def find_key(*, centre: Centre, number: int, now: datetime) -> str:
    """Return the key of a game for a centre that asks. Raise WrongState if it is not there yet."""
    with transaction.atomic():
        event = Event.objects.get(pk=centre.event_id)
        game = event.games.defer("ciphertext").filter(number=number).first()
    if game is None:
        raise WrongState("too-early-for-key", at=event.opens_at)
    return _get_key(game, now)


def show_key(*, game: EventGame, by: User, now: datetime) -> str:
    """Return the key for the host to show. Raise WrongState before its hour, and until it has been
    given; NotAllowed."""
    require_manager(by, game.event.organisation)
    return _get_key(game, now)


def _get_key(game: EventGame, now: datetime) -> str:
    if now < game.opens_at:
        raise WrongState("too-early-for-key", at=game.opens_at)
    if not game.key_words:
        raise WrongState("key-not-given", number=game.number)
    return game.key_words
