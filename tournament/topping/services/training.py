"""Training (3.8.4, alone): an organisation opens a hall, everybody with its link plays there."""

from datetime import datetime, timedelta
from hashlib import sha256
from secrets import token_urlsafe
from typing import Any

from django.contrib.auth.models import User

from engine.regulation.editions import CURRENT, get_edition
from tournament.core.errors import BadSetting, Busy, WrongState
from tournament.models import Organisation
from tournament.queries import lexica
from tournament.services.tournament_journal import open_journal_transaction
from tournament.topping.core.topping_run import IN_PLAY_RUNS, ToppingCommand
from tournament.topping.models import Topping, ToppingRun, Trainee, TrainingHall
from tournament.topping.services.creation import (
    DEFAULT_PAUSE_S,
    ToppingRules,
    create_training_topping,
)
from tournament.topping.services.lifecycle import move_topping
from tournament.topping.services.locked_run import settle_run
from tournament.topping.services.runs import start_run

HOUR = timedelta(hours=1)
#: Maximum numbers of new games and of new trainees of a hall per hour: strangers can create both.
MAX_GAMES, MAX_NEWCOMERS = 12, 200
#: Maximum number of games of a hall; the oldest that nobody plays is deleted.
MAX_STORED_GAMES = 300
#: A trainee who was not seen for this long is deleted with their times.
RETENTION = timedelta(days=365)
MAX_NAME_LENGTH = 40


def open_hall(
    *, organisation: Organisation, lexicon: str, by: User | None, now: datetime
) -> TrainingHall:
    """Open the hall, or change the lexicon of its new games. Raise BadSetting for an unknown
    one."""
    if lexicon not in lexica.list_names(organisation.pk):
        raise BadSetting("unknown-lexicon", name=lexicon)
    hall, created = TrainingHall.objects.get_or_create(
        organisation=organisation,
        defaults={"key": token_urlsafe(18), "lexicon": lexicon, "opened_at": now, "by": by},
    )
    if not created:
        hall.lexicon = lexicon
        hall.save(update_fields=["lexicon"])
    return hall


def close_hall(*, hall: TrainingHall, by: User | None, now: datetime) -> None:
    """Delete the hall with its games, names and times; its link is no longer valid."""
    with open_journal_transaction():
        hall.delete()
        Topping.objects.filter(organisation=hall.organisation_id).delete()


def create_game(*, hall: TrainingHall, fmt: str, by: User | None, now: datetime) -> Topping:
    """Create a game for everybody in the hall. Raise Busy after too many in an hour,
    BadSetting."""
    games = Topping.objects.filter(organisation=hall.organisation)
    if games.filter(made_at__gt=now - HOUR).count() >= MAX_GAMES:
        raise Busy("training-games")
    edition = get_edition(CURRENT)
    terms = edition.originals
    rules = ToppingRules(
        terms.topping_limit_s.value, terms.topping_penalty_s.value, DEFAULT_PAUSE_S
    )
    with open_journal_transaction():
        topping = create_training_topping(
            organisation=hall.organisation,
            lexicon=hall.lexicon,
            edition=edition,
            fmt=fmt,
            rules=rules,
            now=now,
        )
        _delete_oldest(hall)
    return move_topping(topping=topping, command=ToppingCommand.OPEN, by=by, now=now)


def _delete_oldest(hall: TrainingHall) -> None:
    games = Topping.objects.filter(organisation=hall.organisation)
    newest = games.order_by("-pk").values_list("pk", flat=True)[:MAX_STORED_GAMES]
    old = games.exclude(pk__in=list(newest))
    old.exclude(runs__state__in=sorted(IN_PLAY_RUNS)).delete()


def compute_device_digest(secret: str) -> str:
    """Return the digest that is stored of the secret of a device."""
    return sha256(secret.encode()).hexdigest()


def get_or_create_trainee(
    *, hall: TrainingHall, user: User | None, secret: str, now: datetime
) -> Trainee:
    """Return the trainee of an account, else of a device. Raise Busy for too many new ones."""
    identity: dict[str, Any] = {"user": user} if user else {"device": compute_device_digest(secret)}
    trainee = Trainee.objects.filter(hall=hall, **identity).first()
    if trainee is None:
        if hall.trainees.filter(made_at__gt=now - HOUR).count() >= MAX_NEWCOMERS:
            raise Busy("training-full")
        defaults = {"made_at": now, "seen_at": now}
        trainee, _ = Trainee.objects.get_or_create(hall=hall, **identity, defaults=defaults)
    Trainee.objects.filter(pk=trainee.pk).update(seen_at=now)
    return trainee


def begin_game(*, topping: Topping, trainee: Trainee, by: User | None, now: datetime) -> ToppingRun:
    """Begin a game, which is played once: a second call returns the same run. Raise WrongState if
    the trainee is in the middle of another game."""
    with open_journal_transaction():
        Trainee.objects.select_for_update().get(pk=trainee.pk)
        other_runs = trainee.runs.filter(state__in=sorted(IN_PLAY_RUNS)).exclude(topping=topping)
        for other in list(other_runs):
            settle_run(run=other, now=now)
        if other_runs.all().exists():  # asked again: a run may have ended meanwhile
            raise WrongState("training-plays")
        run, _ = ToppingRun.objects.get_or_create(
            topping=topping, trainee=trainee, defaults={"position": trainee.pk}
        )
        return run if run.started_at else start_run(run=run, by=by, now=now)


def rename_trainee(*, trainee: Trainee, name: str, by: User | None, now: datetime) -> None:
    """Set the name that the others read; empty for none."""
    trainee.name = " ".join(name.split())[:MAX_NAME_LENGTH]
    trainee.save(update_fields=["name"])


def delete_trainee(*, trainee: Trainee, by: User | None, now: datetime) -> None:
    """Delete the trainee with their name and times."""
    trainee.delete()


def delete_absent_trainees(now: datetime) -> None:
    """Delete the trainees who were not seen for ``RETENTION``."""
    Trainee.objects.filter(seen_at__lte=now - RETENTION).delete()
