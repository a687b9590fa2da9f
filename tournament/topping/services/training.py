"""Training (3.8.4, alone): an organisation opens a hall, whoever has its link plays there."""

from datetime import datetime, timedelta
from hashlib import sha256
from secrets import token_urlsafe
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from engine.regulation.editions import CURRENT, get_edition
from tournament.core.errors import BadSetting, Busy, WrongState
from tournament.models import Organisation
from tournament.queries import lexica
from tournament.topping.core.topping_run import IN_PLAY_RUNS, ToppingCommand, ToppingMove
from tournament.topping.models import Topping, ToppingRun, Trainee, TrainingHall
from tournament.topping.services.creation import USUAL_PAUSE_S, Rules, make_training
from tournament.topping.services.lifecycle import move_topping
from tournament.topping.services.runs import command_run, settle, start_run

HOUR = timedelta(hours=1)
#: What strangers may ask a server to keep: games of a hall in an hour, and newcomers.
MOST_GAMES, MOST_NEWCOMERS = 12, 200
#: Games of a hall; the oldest that nobody plays gives way.
MOST_KEPT = 300
#: Who did not come for so long is forgotten, with his times.
REMEMBERED = timedelta(days=365)
MOST_NAME = 40


def open_hall(
    *, organisation: Organisation, lexicon: str, by: User | None, now: datetime
) -> TrainingHall:
    """Open it, or have its new games use ``lexicon``. Raises BadSetting for an unknown one."""
    if lexicon not in lexica.names(organisation.pk):
        raise BadSetting("unknown-lexicon", name=lexicon)
    hall, made = TrainingHall.objects.get_or_create(
        organisation=organisation,
        defaults={"key": token_urlsafe(18), "lexicon": lexicon, "opened_at": now, "by": by},
    )
    if not made:
        hall.lexicon = lexicon
        hall.save(update_fields=["lexicon"])
    return hall


def close_hall(*, hall: TrainingHall, by: User | None, now: datetime) -> None:
    """Its link opens nothing any more; games, names and times are deleted."""
    with transaction.atomic():
        hall.delete()
        Topping.objects.filter(organisation=hall.organisation_id).delete()


def new_game(*, hall: TrainingHall, fmt: str, by: User | None, now: datetime) -> Topping:
    """A game that anybody may play there. Raises Busy when there have been many, BadSetting."""
    games = Topping.objects.filter(organisation=hall.organisation)
    if games.filter(made_at__gt=now - HOUR).count() >= MOST_GAMES:
        raise Busy("training-games")
    edition = get_edition(CURRENT)
    terms = edition.originals
    rules = Rules(terms.topping_limit_s.value, terms.topping_penalty_s.value, USUAL_PAUSE_S)
    with transaction.atomic():
        made = make_training(
            organisation=hall.organisation,
            lexicon=hall.lexicon,
            edition=edition,
            fmt=fmt,
            rules=rules,
            now=now,
        )
        _make_room(hall)
    return move_topping(topping=made, command=ToppingCommand.OPEN, by=by, now=now)


def _make_room(hall: TrainingHall) -> None:
    games = Topping.objects.filter(organisation=hall.organisation)
    kept = games.order_by("-pk").values_list("pk", flat=True)[:MOST_KEPT]
    old = games.exclude(pk__in=list(kept))
    old.exclude(runs__state__in=sorted(IN_PLAY_RUNS)).delete()


def device_digest(secret: str) -> str:
    """What is kept of the secret of a device."""
    return sha256(secret.encode()).hexdigest()


def come_in(*, hall: TrainingHall, user: User | None, secret: str, now: datetime) -> Trainee:
    """Who an account is there, else who a device is. Raises Busy for too many newcomers."""
    who: dict[str, Any] = {"user": user} if user else {"device": device_digest(secret)}
    found = Trainee.objects.filter(hall=hall, **who).first()
    if found is None:
        if hall.trainees.filter(made_at__gt=now - HOUR).count() >= MOST_NEWCOMERS:
            raise Busy("training-full")
        made = {"made_at": now, "seen_at": now}
        found, _ = Trainee.objects.get_or_create(hall=hall, **who, defaults=made)
    Trainee.objects.filter(pk=found.pk).update(seen_at=now)
    return found


def train(*, topping: Topping, trainee: Trainee, by: User | None, now: datetime) -> ToppingRun:
    """Begin a game, once: who has played it finds it again. Raises WrongState while he is in the
    middle of another one."""
    with transaction.atomic():
        Trainee.objects.select_for_update().get(pk=trainee.pk)
        for other in trainee.runs.filter(state__in=sorted(IN_PLAY_RUNS)).exclude(topping=topping):
            settle(run=other, now=now)
        if trainee.runs.filter(state__in=sorted(IN_PLAY_RUNS)).exclude(topping=topping).exists():
            raise WrongState("training-plays")
        run, _ = ToppingRun.objects.get_or_create(
            topping=topping, trainee=trainee, defaults={"position": trainee.pk}
        )
        return run if run.started_at else start_run(run=run, by=by, now=now)


def give_up(*, run: ToppingRun, by: User | None, now: datetime) -> None:
    """No time, and another game may be begun. Raises WrongState when it is over."""
    command_run(run=run, command=ToppingMove.STOP, by=by, now=now)


def name_trainee(*, trainee: Trainee, name: str, by: User | None, now: datetime) -> None:
    """What the others there read; empty: nothing."""
    trainee.name = " ".join(name.split())[:MOST_NAME]
    trainee.save(update_fields=["name"])


def forget_trainee(*, trainee: Trainee, by: User | None, now: datetime) -> None:
    """He goes, with his name and his times."""
    trainee.delete()


def forget_absent(now: datetime) -> None:
    """Who has not come for a long time."""
    Trainee.objects.filter(seen_at__lte=now - REMEMBERED).delete()
