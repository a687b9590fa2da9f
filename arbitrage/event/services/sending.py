"""The file that a centre sends to its host: its archive, signed."""

from datetime import datetime
from hashlib import sha256
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction

from arbitrage.archive.services.archive import export_archive
from arbitrage.event.core.envelope import (
    ENVELOPE_SUFFIX,
    EnvelopeHeader,
    build_message,
    write_envelope,
)
from arbitrage.event.models import ImportedEvent, UnsentArchive
from arbitrage.event.services.host_link import send_archive
from arbitrage.event.services.keys import sign
from arbitrage.event.services.opening import load_imported_definition
from tournament.core.errors import BadSetting, WrongState
from tournament.core.states import OVER_GAME_STATES, GameState, Role
from tournament.queries.access import require_role
from tournament.queries.results.open_turns import list_open_turns


class SignedArchive(NamedTuple):
    content: bytes
    header: EnvelopeHeader

    def write(self) -> bytes:
        """Return the file for mail or a stick."""
        return write_envelope(self.content, self.header)


def can_send(package: ImportedEvent, now: datetime) -> bool:
    """Return True once every game is finished; after the end of the event, with what is over."""
    games = [row.game for row in package.games.select_related("game").defer("ciphertext")]
    if now < package.ends_at:
        return all(game is not None and game.state == GameState.FINISHED for game in games)
    opened = [game for game in games if game is not None]
    return bool(opened) and all(game.state in OVER_GAME_STATES for game in opened)


def build_signed_archive(*, package: ImportedEvent, by: User, now: datetime) -> SignedArchive:
    """Return the archive of the centre with its signature. Raise WrongState, NotAllowed."""
    require_role(by, package.tournament, Role.ORGANISER)
    if not can_send(package, now):
        raise WrongState("centre-not-finished")
    _require_decided(package)
    content = export_archive(tournament=package.tournament, accepts_secrets=False, by=by, now=now)
    return _sign(package, content)


def _require_decided(package: ImportedEvent) -> None:
    """Raise WrongState that names the turns with a bulletin that waits: the host would refuse."""
    for row in package.games.select_related("game").defer("ciphertext"):
        if row.game is None or row.game.state != GameState.FINISHED:
            continue
        if numbers := [str(open_turn.turn.number) for open_turn in list_open_turns(row.game)]:
            turns = ", ".join(numbers)
            raise WrongState("centre-undecided", number=row.number, turns=turns)


def _sign(package: ImportedEvent, content: bytes) -> SignedArchive:
    event, centre = load_imported_definition(package).uid, str(package.centre_uid)
    digest = sha256(content).hexdigest()
    signature = sign(bytes(package.signing_key), build_message(event, centre, digest))
    header = EnvelopeHeader(event=event, centre=centre, sha256=digest, signature=signature.hex())
    return SignedArchive(content, header)


def send_to_host(*, package: ImportedEvent, by: User, now: datetime) -> datetime:
    """Send it over the network, or go on with the one whose sending was interrupted; return when
    the archive was made. Raise Busy, WrongState, NotAllowed."""
    require_role(by, package.tournament, Role.ORGANISER)
    unsent = UnsentArchive.objects.filter(package=package).first()
    if unsent is None:
        signed = build_signed_archive(package=package, by=by, now=now)
        unsent = UnsentArchive.objects.create(package=package, content=signed.content, made_at=now)
    else:
        signed = _sign(package, bytes(unsent.content))
    name = f"{package.tournament.slug}{ENVELOPE_SUFFIX}"
    try:
        send_archive(package, signed.content, signed.header, name, now=now)
    except (BadSetting, WrongState):  # the host refuses it: the next one is made anew
        unsent.delete()
        raise
    with transaction.atomic():
        ImportedEvent.objects.filter(pk=package.pk).update(sent_at=now)
        unsent.delete()
    return unsent.made_at
