"""Makes a *topping* (3.8.4): its game, written in advance, and who plays it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from random import SystemRandom
from typing import Any

from django.db import transaction
from django.db.models import Max

from engine.board.formats import FORMATS, get_format
from engine.record.prepare import Trials, as_script
from engine.record.recorded import parse_record
from engine.regulation.edition import Edition
from tournament.core.errors import BadSetting, WrongState
from tournament.core.states import GameState
from tournament.models import Entry, Game, Organisation, Tournament, WordList
from tournament.models.play import new_seed
from tournament.queries import lexica
from tournament.services.lifecycle import require_open
from tournament.services.play.games import delete_game
from tournament.services.play.transitions import By
from tournament.services.prepared.lexicon_lock import relying
from tournament.services.prepared.word_lists import fixed_list, list_named, make_ready, ready_list
from tournament.topping.core.topping_game import tops_of
from tournament.topping.core.topping_run import ToppingMode
from tournament.topping.models import Topping, ToppingRun
from tournament.topping.services.events import note, tell_pages

LEAST_S, MOST_S = 5, 600
MOST_PENALTY_S, MOST_PAUSE_S = 600, 60
USUAL_PAUSE_S = 5
#: Games that software tries until the rules end one: nearly always the first.
_TRIES = 50
#: Games whose script may become that of a topping.
_USABLE = (GameState.DRAFT, GameState.FINISHED)


@dataclass(frozen=True, slots=True)
class Rules:
    """What an organiser chooses of a topping; times in seconds."""

    limit_s: int
    penalty_s: int
    pause_s: int = USUAL_PAUSE_S
    mode: ToppingMode = ToppingMode.DEVICES
    title: str = ""

    def check(self) -> None:
        """Raises BadSetting."""
        for reason, value, least, most in (
            ("topping-limit", self.limit_s, LEAST_S, MOST_S),
            ("topping-penalty", self.penalty_s, 0, MOST_PENALTY_S),
            ("topping-pause", self.pause_s, 0, MOST_PAUSE_S),
        ):
            if not least <= value <= most:
                raise BadSetting(reason, least=least, most=most)

    def fields(self) -> dict[str, Any]:
        return {
            "limit_s": self.limit_s,
            "penalty_s": self.penalty_s,
            "pause_s": self.pause_s,
            "mode": self.mode,
            "title": self.title.strip(),
        }


def usable_games(tournament: Tournament) -> list[Game]:
    """Games whose letters and words are written down, not begun or over."""
    games = tournament.games.filter(script__isnull=False, state__in=_USABLE)
    return list(games.order_by("number"))


def make_topping(
    *,
    tournament: Tournament,
    rules: Rules,
    fmt: str = "normal",
    game: Game | None = None,
    entries: Sequence[Entry],
    drawn: bool = False,
    by: By,
    now: datetime,
) -> Topping:
    """A topping that ``entries`` play, in their order or, if ``drawn``, in one of chance.

    Its game is that of ``game``, which is no game of the room's any more if it had not begun, or
    one that the software plays now. Raises BadSetting, WrongState.
    """
    rules.check()
    if not entries:
        raise BadSetting("topping-nobody")
    made = _of_game(game) if game else _of_tournament(tournament, fmt)
    with relying(), transaction.atomic():
        owner = Tournament.objects.select_for_update().get(pk=tournament.pk)
        require_open(owner)
        words = _words_of(game, tournament, now)
        topping = _store(made | rules.fields(), words, now, tournament=owner)
        data: dict[str, Any] = {"entries": len(entries)}
        if game is not None:
            data |= {"game": game.number, "read": game.journal.filter(kind="unsealed").count()}
            if game.state == GameState.DRAFT:
                delete_game(game=game, by=by, now=now)
        note(topping, "made", by=by, now=now, data=data)
        order = list(entries)
        if drawn:
            SystemRandom().shuffle(order)
        add_runs(topping, order)
    tell_pages(topping)
    return topping


def make_training(
    *,
    organisation: Organisation,
    lexicon: str,
    edition: Edition,
    fmt: str,
    rules: Rules,
    now: datetime,
) -> Topping:
    """A topping that anybody of a training hall may play. Raises BadSetting."""
    rules.check()
    made = _played(lexica.lexicon_named(lexicon, organisation.pk), fmt, edition)
    ready_list(lexicon, organisation.pk)
    with relying(), transaction.atomic():
        owner = Organisation.objects.select_for_update().get(pk=organisation.pk)
        words = list_named(lexicon, organisation.pk)
        topping = _store(made | rules.fields(), words, now, organisation=owner)
        note(topping, "made", by=None, now=now)
    return topping


def add_runs(topping: Topping, entries: Sequence[Entry]) -> None:
    """After those that are there."""
    last = topping.runs.aggregate(last=Max("position"))["last"] or 0
    ToppingRun.objects.bulk_create(
        ToppingRun(topping=topping, entry=entry, position=position)
        for position, entry in enumerate(entries, start=last + 1)
    )


def _store(fields: dict[str, Any], words: WordList, now: datetime, **owner: Any) -> Topping:
    """With the next number of its owner, whose row is locked."""
    last = Topping.objects.filter(**owner).aggregate(last=Max("number"))["last"] or 0
    return Topping.objects.create(number=last + 1, word_list=words, made_at=now, **owner, **fields)


def _words_of(game: Game | None, tournament: Tournament, now: datetime) -> WordList:
    if game is not None and game.word_list_id is not None:
        return WordList.objects.defer("content").get(pk=game.word_list_id)
    return fixed_list(tournament=tournament, now=now)


def _of_game(game: Game) -> dict[str, Any]:
    if game.state not in _USABLE or not game.script:
        raise WrongState("topping-game", number=game.number)
    tops = tops_of(parse_record(game.script), lexica.lexicon_of(game))
    written = {"script": game.script, "tops": tops, "extra_words": game.extra_words}
    return written | {"seed": game.seed if game.source == "prepared" else ""}


def _of_tournament(tournament: Tournament, fmt: str) -> dict[str, Any]:
    make_ready(tournament)
    return _played(lexica.lexicon_of_tournament(tournament), fmt, tournament.regulation)


def _played(lexicon: Any, fmt: str, edition: Edition) -> dict[str, Any]:
    """A whole game that the software plays now: some hundredths of a second."""
    if fmt not in FORMATS:
        raise BadSetting("unknown-format", format=fmt)
    trials = Trials(get_format(fmt), bytes.fromhex(new_seed()), lexicon, edition)
    for game in map(trials.game, range(_TRIES)):
        if game.reason is not None:
            script = as_script(game)
            tops = tops_of(parse_record(script), lexicon)
            return {"script": script, "tops": tops, "seed": game.seed.hex()}
    raise BadSetting("no-game-ends", tries=_TRIES)
