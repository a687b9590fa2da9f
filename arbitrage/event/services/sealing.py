"""Seals a prepared game of the host: afterwards its letters are nowhere but in a ciphertext."""

from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max

from arbitrage.archive.services.backups import delete_backups
from arbitrage.event.models import Event, EventGame
from arbitrage.event.services.keys import encrypt, make_key_words
from tournament.core.errors import BadSetting, WrongState
from tournament.core.states import GameState, Source
from tournament.models import Game
from tournament.queries.access import require_manager
from tournament.queries.results.tops import get_commitment
from tournament.queries.seal import compute_seal

#: Bytes of a sealed game: all have the same size, which says nothing of the number of turns.
PADDED_SIZE = 64 * 1024


class GameSecrets(msgspec.Struct, frozen=True, kw_only=True):
    """The content that the key opens. ``padding`` makes all games equally long."""

    seed: str
    source: str
    script: dict[str, Any]
    extra_words: list[str]
    padding: str = ""


class SealingResult(NamedTuple):
    """``key_words`` are shown once and stored nowhere."""

    game: EventGame
    key_words: str


def list_sealable_games(event: Event) -> list[Game]:
    """List the prepared games of the event's tournament that have not begun."""
    if event.source_id is None:
        return []
    games = Game.objects.filter(
        tournament=event.source_id, source=Source.PREPARED, state=GameState.DRAFT
    )
    return list(games.select_related("word_list", "tournament").defer("word_list__content"))


def seal_game(
    *,
    event: Event,
    game: Game,
    opens_at: datetime,
    backup_folder: Path | None = None,
    by: User,
    now: datetime,
) -> SealingResult:
    """Seal ``game`` with a new key and delete it, with the search that found it and the backups of
    its tournament. Raise BadSetting, WrongState, NotAllowed."""
    require_manager(by, event.organisation)
    _require_no_package(event)
    _check_game(event, game, opens_at, now)
    # Before anything else: a file that cannot be deleted must not cost the key.
    delete_backups(game.tournament, backup_folder, by=by)
    key_words = make_key_words()
    ciphertext = encrypt(_write_secrets(game), key_words)
    with transaction.atomic():
        event = Event.objects.select_for_update().get(pk=event.pk)
        _require_no_package(event)
        last = event.games.aggregate(last=Max("number"))["last"] or 0
        sealed = EventGame.objects.create(
            event=event,
            number=last + 1,
            format=game.format,
            time_s=game.time_s,
            warn_s=game.warn_s,
            commitment=get_commitment(game) or "",
            seal=compute_seal(game) or "",
            opens_at=opens_at,
            ciphertext=ciphertext,
        )
        _delete_game_and_search(game)
    return SealingResult(sealed, key_words)


def has_packages(event: Event) -> bool:
    """Return True once a centre's package was made: it has all games of the event."""
    return event.centres.exclude(packed_at=None).exists()


def _require_no_package(event: Event) -> None:
    if has_packages(event):
        raise WrongState("packages-taken")


def _check_game(event: Event, game: Game, opens_at: datetime, now: datetime) -> None:
    if game not in list_sealable_games(event) or not game.script:
        raise WrongState("game-not-sealable", number=game.number)
    if opens_at < event.opens_at or opens_at >= event.ends_at or opens_at <= now:
        raise BadSetting("game-hour")
    if game.word_list is None or game.word_list.checksum != event.lexicon_checksum:
        raise BadSetting("game-lexicon", number=game.number)


def _write_secrets(game: Game) -> bytes:
    assert game.script is not None
    plain = GameSecrets(
        seed=game.seed, source=game.source, script=game.script, extra_words=game.extra_words
    )
    padding_length = PADDED_SIZE - len(msgspec.json.encode(plain))
    return msgspec.json.encode(msgspec.structs.replace(plain, padding=" " * max(0, padding_length)))


def read_secrets(content: bytes) -> GameSecrets:
    """Return what ``seal_game`` encrypted. Raise BadSetting."""
    try:
        return msgspec.json.decode(content, type=GameSecrets)
    except msgspec.MsgspecError as error:
        raise BadSetting("package-damaged") from error


def _delete_game_and_search(game: Game) -> None:
    """Delete the game and the search, whose seed gives the game again."""
    if not Game.objects.filter(pk=game.pk, state=GameState.DRAFT).update(script=None, seed=""):
        raise WrongState("game-not-sealable", number=game.number)
    preparations = game.tournament.preparations.filter(game=game)
    preparations.update(seed="", tally={})
    preparations.delete()
    Game.objects.filter(pk=game.pk).delete()
