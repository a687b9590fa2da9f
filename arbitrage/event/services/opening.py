"""Opens a sealed game at a centre: at its hour, with its key, journalled."""

from datetime import datetime
from typing import Any

import msgspec
from django.contrib.auth.models import User
from django.db import transaction

from arbitrage.event.core.definition import EventDefinition, SealedGame
from arbitrage.event.models import ImportedEvent, ImportedGame, OpenedGame, OpeningChannel
from arbitrage.event.services.keys import decrypt, read_key_words
from arbitrage.event.services.sealing import GameSecrets, read_secrets
from engine.rules.draw import compute_commitment
from tournament.core.errors import BadSetting, WrongState
from tournament.core.events import EventKind
from tournament.core.seal import compute_script_seal
from tournament.core.states import Role
from tournament.models import Game, Tournament
from tournament.queries.access import require_role
from tournament.queries.lexica import load_tournament_lexicon
from tournament.services.journal import append_event
from tournament.services.play.games import add_game, prepare_game


def open_game(
    *, sealed: ImportedGame, typed_words: str, channel: OpeningChannel, by: User, now: datetime
) -> Game:
    """Decrypt the game with the words of its key, and make it ready for the judge.

    Raise WrongState before its hour and for a game that is open, BadSetting for other words.
    """
    tournament = sealed.package.tournament
    require_role(by, tournament, Role.ORGANISER, Role.JUDGE)
    _require_closed(sealed, now)
    _check_lexicon(sealed)
    key_words = read_key_words(typed_words)
    try:
        secrets = read_secrets(decrypt(bytes(sealed.ciphertext), key_words))
    except BadSetting as error:
        raise BadSetting(error.reason, number=sealed.number) from error
    expected = find_sealed_game(sealed)
    _check_secrets(secrets, expected)
    with transaction.atomic():
        locked = ImportedGame.objects.select_for_update().get(pk=sealed.pk)
        _require_closed(locked, now)
        game = add_game(
            tournament,
            format=expected.format,
            time_s=expected.time_s,
            warn_s=expected.warn_s,
            source=secrets.source,
            seed=secrets.seed,
            script=secrets.script,
            extra_words=secrets.extra_words,
            starts_at=sealed.opens_at,
        )
        game = prepare_game(game=game, by=by, now=now)
        _append_opening(sealed, game, channel, by=by, now=now)
        ImportedGame.objects.filter(pk=sealed.pk).update(
            game=game, opened_at=now, opened_by=by, way=channel
        )
    return game


def _append_opening(
    sealed: ImportedGame, game: Game, channel: OpeningChannel, *, by: User, now: datetime
) -> None:
    """Append the opening to the journal, with the number of ``earlier`` ones, in tournaments that
    were deleted since."""
    openings = OpenedGame.objects.filter(centre_uid=sealed.package.centre_uid, number=sealed.number)
    data: dict[str, Any] = {
        "state": game.state,
        "event": load_imported_definition(sealed.package).uid,
        "way": str(channel),
    }
    if earlier := openings.count():
        data["earlier"] = earlier
    append_event(game, EventKind.SEAL_OPENED, by=by, now=now, data=data)
    OpenedGame.objects.create(
        centre_uid=sealed.package.centre_uid,
        number=sealed.number,
        tournament_name=sealed.package.tournament.name,
        opened_at=now,
    )


def _require_closed(sealed: ImportedGame, now: datetime) -> None:
    if sealed.game_id is not None or sealed.opened_at is not None:
        raise WrongState("game-opened", number=sealed.number)
    if now < sealed.opens_at:
        raise WrongState("too-early-for-key", at=sealed.opens_at)


def _check_lexicon(sealed: ImportedGame) -> None:
    """Raise BadSetting for another word list than at the import: the settings may be changed."""
    tournament = Tournament.objects.get(pk=sealed.package.tournament_id)
    expected = load_imported_definition(sealed.package).lexicon
    if load_tournament_lexicon(tournament).checksum != expected:
        data = {"name": tournament.lexicon, "checksum": expected[:12]}
        raise BadSetting("opening-lexicon", **data)


def load_imported_definition(package: ImportedEvent) -> EventDefinition:
    return msgspec.convert(package.definition, EventDefinition)


def find_sealed_game(sealed: ImportedGame) -> SealedGame:
    games = load_imported_definition(sealed.package).games
    return next(game for game in games if game.number == sealed.number)


def _check_secrets(secrets: GameSecrets, expected: SealedGame) -> None:
    """Raise BadSetting for a game that is not the one that was committed to."""
    try:
        seed = bytes.fromhex(secrets.seed)
        seal = compute_script_seal(seed, secrets.script)
    except (LookupError, ValueError, TypeError) as error:
        raise BadSetting("package-damaged") from error
    if (compute_commitment(seed), seal) != (expected.commitment, expected.seal):
        raise BadSetting("package-damaged")
