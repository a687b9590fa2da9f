"""Creation of a *topping* (3.8.4): its game, prepared in advance, and its players."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from random import SystemRandom
from typing import Any

from django.db.models import Max

from engine.board.formats import FORMATS, get_format
from engine.record.prepare import SeededGames, to_script
from engine.record.recorded_game import parse_recorded_game
from engine.regulation.edition import Edition
from tournament.core.errors import BadSetting, WrongState
from tournament.core.states import GameState
from tournament.models import Entry, Game, Organisation, Tournament, WordList
from tournament.models.play import new_seed
from tournament.queries import lexica
from tournament.queries.seal import is_sheet_secret, require_readable
from tournament.services.lifecycle import require_not_archived
from tournament.services.play.games import delete_game
from tournament.services.play.transitions import By
from tournament.services.prepared.lexicon_lock import lock_lexica_for_use
from tournament.services.prepared.word_lists import (
    get_fixed_list,
    get_named_list,
    prepare_fixed_list,
    prepare_named_list,
)
from tournament.services.tournament_journal import open_journal_transaction
from tournament.topping.core.topping_game import list_accepted_tops
from tournament.topping.core.topping_run import ToppingMode
from tournament.topping.models import Topping, ToppingRun
from tournament.topping.services.events import notify_pages, record_event

MIN_LIMIT_S, MAX_LIMIT_S = 5, 600
MAX_PENALTY_S, MAX_PAUSE_S = 600, 60
DEFAULT_PAUSE_S = 5
#: Maximum number of games tried until one ends by the rules: nearly always the first.
_MAX_TRIES = 50
#: States of games whose script can be used for a topping.
_USABLE_STATES = (GameState.DRAFT, GameState.FINISHED)


@dataclass(frozen=True, slots=True)
class ToppingRules:
    """The settings of a topping; times in seconds."""

    limit_s: int
    penalty_s: int
    pause_s: int = DEFAULT_PAUSE_S
    mode: ToppingMode = ToppingMode.DEVICES
    title: str = ""

    def check(self) -> None:
        """Raise BadSetting for values out of range."""
        for reason, value, minimum, maximum in (
            ("topping-limit", self.limit_s, MIN_LIMIT_S, MAX_LIMIT_S),
            ("topping-penalty", self.penalty_s, 0, MAX_PENALTY_S),
            ("topping-pause", self.pause_s, 0, MAX_PAUSE_S),
        ):
            if not minimum <= value <= maximum:
                raise BadSetting(reason, least=minimum, most=maximum)

    def to_fields(self) -> dict[str, Any]:
        return {
            "limit_s": self.limit_s,
            "penalty_s": self.penalty_s,
            "pause_s": self.pause_s,
            "mode": self.mode,
            "title": self.title.strip(),
        }


def list_usable_games(tournament: Tournament) -> list[Game]:
    """Return the games with prepared letters and words that have not begun or are over."""
    games = tournament.games.filter(script__isnull=False, state__in=_USABLE_STATES)
    return [game for game in games.order_by("number") if not is_sheet_secret(game)]


def create_topping(
    *,
    tournament: Tournament,
    rules: ToppingRules,
    fmt: str = "normal",
    game: Game | None = None,
    entries: Sequence[Entry],
    drawn: bool = False,
    by: By,
    now: datetime,
) -> Topping:
    """Create a topping for ``entries``, in their order or, if ``drawn``, in random order.

    It uses the game ``game``, which is removed from the room's games if it had not begun, or a new
    one that the software plays. Raise BadSetting, WrongState.
    """
    rules.check()
    if not entries:
        raise BadSetting("topping-without-players")
    game_fields = (
        _build_fields_from_game(game) if game else _build_fields_for_tournament(tournament, fmt)
    )
    with lock_lexica_for_use(), open_journal_transaction():
        owner = Tournament.objects.select_for_update().get(pk=tournament.pk)
        require_not_archived(owner)
        word_list = _find_word_list(game, tournament, now)
        topping = _create(game_fields | rules.to_fields(), word_list, now, tournament=owner)
        data: dict[str, Any] = {"entries": len(entries)}
        if game is not None:
            data |= {"game": game.number, "read": game.journal.filter(kind="unsealed").count()}
            if game.state == GameState.DRAFT:
                delete_game(game=game, by=by, now=now)
        record_event(topping, "made", by=by, now=now, data=data)
        order = list(entries)
        if drawn:
            SystemRandom().shuffle(order)
        add_runs(topping, order)
    notify_pages(topping)
    return topping


def create_training_topping(
    *,
    organisation: Organisation,
    lexicon: str,
    edition: Edition,
    fmt: str,
    rules: ToppingRules,
    now: datetime,
) -> Topping:
    """Create a topping for everybody in a training hall. Raise BadSetting."""
    rules.check()
    game_fields = _play_game(lexica.load_named_lexicon(lexicon, organisation.pk), fmt, edition)
    prepare_named_list(lexicon, organisation.pk)
    with lock_lexica_for_use(), open_journal_transaction():
        owner = Organisation.objects.select_for_update().get(pk=organisation.pk)
        word_list = get_named_list(lexicon, organisation.pk)
        topping = _create(game_fields | rules.to_fields(), word_list, now, organisation=owner)
        record_event(topping, "made", by=None, now=now)
    return topping


def add_runs(topping: Topping, entries: Sequence[Entry]) -> None:
    """Add runs after the existing ones."""
    last = topping.runs.aggregate(last=Max("position"))["last"] or 0
    ToppingRun.objects.bulk_create(
        ToppingRun(topping=topping, entry=entry, position=position)
        for position, entry in enumerate(entries, start=last + 1)
    )


def _create(fields: dict[str, Any], word_list: WordList, now: datetime, **owner: Any) -> Topping:
    """Create the topping with the next number of its owner, whose row is locked."""
    last = Topping.objects.filter(**owner).aggregate(last=Max("number"))["last"] or 0
    return Topping.objects.create(
        number=last + 1, word_list=word_list, made_at=now, **owner, **fields
    )


def _find_word_list(game: Game | None, tournament: Tournament, now: datetime) -> WordList:
    if game is not None and game.word_list_id is not None:
        return WordList.objects.defer("content").get(pk=game.word_list_id)
    return get_fixed_list(tournament=tournament, now=now)


def _build_fields_from_game(game: Game) -> dict[str, Any]:
    if game.state not in _USABLE_STATES or not game.script:
        raise WrongState("topping-game", number=game.number)
    require_readable(game)
    tops = list_accepted_tops(parse_recorded_game(game.script), lexica.load_game_lexicon(game))
    fields = {"script": game.script, "tops": tops, "extra_words": game.extra_words}
    return fields | {"seed": game.seed if game.source == "prepared" else ""}


def _build_fields_for_tournament(tournament: Tournament, fmt: str) -> dict[str, Any]:
    prepare_fixed_list(tournament)
    return _play_game(lexica.load_tournament_lexicon(tournament), fmt, tournament.regulation)


def _play_game(lexicon: Any, fmt: str, edition: Edition) -> dict[str, Any]:
    """Return the fields of a game that the software plays; takes some hundredths of a second."""
    if fmt not in FORMATS:
        raise BadSetting("unknown-format", format=fmt)
    trials = SeededGames(get_format(fmt), bytes.fromhex(new_seed()), lexicon, edition)
    for game in map(trials.play, range(_MAX_TRIES)):
        if game.reason is not None:
            script = to_script(game)
            tops = list_accepted_tops(parse_recorded_game(script), lexicon)
            return {"script": script, "tops": tops, "seed": game.seed.hex()}
    raise BadSetting("no-game-ends", tries=_MAX_TRIES)
