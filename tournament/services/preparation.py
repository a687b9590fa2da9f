"""Preparation of games in advance: the search for one that meets wishes, its storing, its seal."""

import hashlib
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q

from engine.board.formats import get_format
from engine.record.prepare import PreparedGame, to_script
from engine.record.wishes import ClosestGame, SearchTally, Wish, WishCount, WishRange
from tournament.core.errors import BadSetting, NotAllowed, WrongState
from tournament.core.events import EventKind
from tournament.core.jobs import PENDING_JOB_STATES, JobState
from tournament.core.states import Source
from tournament.core.wishes import check_wishes
from tournament.models import Game, GamePreparation, Tournament
from tournament.models.play import new_seed
from tournament.queries import lexica
from tournament.queries.seal import require_readable
from tournament.services import tasks, update_channel
from tournament.services.journal import append_event
from tournament.services.play.games import add_game, check_settings
from tournament.services.prepared import jobs
from tournament.services.prepared.lexicon_lock import lock_lexica_for_use
from tournament.services.prepared.trials import TrialRequest, measure_trials
from tournament.services.prepared.word_lists import (
    get_fixed_list,
    get_named_list,
    prepare_fixed_list,
    prepare_named_list,
)

MAX_TRIES, DEFAULT_TRIES = 20_000, 500
#: Time after which a worker lets other jobs run; shorter than the life of a message.
WORK_SLICE = timedelta(seconds=10)
#: Maximum interval between two updates of the pages that follow a search.
UPDATE_INTERVAL = timedelta(seconds=1)
TASK = "tournament.tasks.prepare_game"


def request_preparation(
    *,
    tournament: Tournament,
    settings: dict[str, Any],
    wishes: Sequence[WishRange],
    vocabulary: str = "",
    seed: str = "",
    most_tries: int = DEFAULT_TRIES,
    by: User | None,
    now: datetime,
) -> GamePreparation:
    """Have a worker search for a game; arguments as ``create_preparation``."""
    with transaction.atomic():
        job = create_preparation(
            tournament=tournament,
            settings=settings,
            wishes=wishes,
            vocabulary=vocabulary,
            seed=seed,
            most_tries=most_tries,
            by=by,
            now=now,
        )
        tasks.send_on_commit(TASK, job.pk)
    return job


def create_preparation(
    *,
    tournament: Tournament,
    settings: dict[str, Any],
    wishes: Sequence[WishRange],
    vocabulary: str = "",
    seed: str = "",
    most_tries: int = DEFAULT_TRIES,
    by: User | None,
    now: datetime,
) -> GamePreparation:
    """Create the job of a search, for a caller who performs it.

    ``settings``: fmt, time_s, warn_s. ``vocabulary``: name of the list for the wish about words
    outside, or "". ``seed``: any text; with the same wishes and lists it gives the same game;
    "": a secret one. Raise BadSetting.
    """
    fmt, time_s, warn_s = settings["fmt"], settings["time_s"], settings["warn_s"]
    check_settings(fmt, time_s, warn_s, Source.PREPARED)
    check_wishes(wishes, get_format(fmt))
    _check_search(wishes, vocabulary, most_tries)
    organisation_id = tournament.organisation_id
    prepare_fixed_list(tournament)
    if vocabulary:
        prepare_named_list(vocabulary, organisation_id)
    with lock_lexica_for_use():
        return GamePreparation.objects.create(
            tournament=tournament,
            format=fmt,
            time_s=time_s,
            warn_s=warn_s,
            wishes=[wish.to_json() for wish in wishes],
            seed=hashlib.sha256(seed.encode()).hexdigest() if seed else new_seed(),
            word_list=get_fixed_list(tournament=tournament, now=now),
            vocabulary=get_named_list(vocabulary, organisation_id) if vocabulary else None,
            vocabulary_name=vocabulary,
            most_tries=most_tries,
            by=by,
            asked_at=now,
        )


def _check_search(wishes: Sequence[WishRange], vocabulary: str, most_tries: int) -> None:
    """Raise BadSetting if a list and its wish do not go together, or tries are too many."""
    if bool(vocabulary) != any(wish.kind == Wish.OUTSIDE for wish in wishes):
        raise BadSetting("vocabulary-and-wish")
    if not 1 <= most_tries <= MAX_TRIES:
        raise BadSetting("bad-tries", most=MAX_TRIES)


def load_wishes(job: GamePreparation) -> list[WishRange]:
    return [WishRange.from_json(row) for row in job.wishes]


def load_tally(job: GamePreparation) -> SearchTally:
    """Return the results of the tries so far."""
    counts = {Wish(name): WishCount(**row) for name, row in job.tally.get("wishes", {}).items()}
    closest = ClosestGame.from_json(job.tally["closest"]) if job.tally.get("closest") else None
    return SearchTally(job.tally.get("games", 0), counts, closest)


def run_search(
    *,
    job: GamePreparation,
    clock: jobs.ReadClock,
    on_progress: Callable[[float], None] = lambda _: None,
    slice_s: timedelta | None = None,
    programs: int = 1,
) -> bool:
    """Try games until one meets the wishes; ``slice_s``: for this time, then the job waits again.

    True if the search must be continued. The result is the game with the lowest number that meets
    them, whatever the number of ``programs``. If no game fits, the job fails; its tally shows
    which wish prevented it. A job that was stopped or taken over ends between two tries.
    """
    started_at = clock()
    if not jobs.start(job, now=started_at):
        return False
    report_progress = jobs.make_reporter(job, clock, beat=UPDATE_INTERVAL)
    tally, wishes = load_tally(job), load_wishes(job)
    request = _build_trial_request(job)
    with closing(measure_trials(request, start=job.tries, programs=programs)) as results:
        for number in range(job.tries, job.most_tries):
            meets_wishes = tally.add(number, next(results), wishes)
            progress: dict[str, Any] = {"tries": number + 1, "tally": _to_json(tally)}
            if meets_wishes:
                _store(job, request.build_trials().play(number), clock(), **progress)
                return False
            part = (number + 1) / job.most_tries
            report_progress(part, **progress)
            on_progress(part)
            if not jobs.is_unchanged(job):
                _store_tally(job, progress)
                return False
            if slice_s is not None and clock() - started_at > slice_s:
                return jobs.pause(job, now=clock(), **progress)
    failure = BadSetting("no-game-fits" if tally.games else "no-game-ends", tries=job.most_tries)
    jobs.fail(job, failure, now=clock(), tries=job.most_tries, tally=_to_json(tally))
    return False


def _build_trial_request(job: GamePreparation) -> TrialRequest:
    return TrialRequest(
        format=job.format,
        seed=job.seed,
        edition=job.tournament.regulation.key,
        words=lexica.get_checksum(job.word_list_id),
        vocabulary=lexica.get_checksum(job.vocabulary_id) if job.vocabulary_id else "",
        wishes=tuple(wish.kind for wish in load_wishes(job)),
    )


def _to_json(tally: SearchTally) -> dict[str, Any]:
    return {
        "games": tally.games,
        "wishes": {str(wish): asdict(count) for wish, count in tally.wishes.items()},
        "closest": tally.closest.to_json() if tally.closest else None,
    }


def _store_tally(job: GamePreparation, progress: dict[str, Any]) -> None:
    """Store the tries since the last update of a search that was stopped meanwhile."""
    stopped = GamePreparation.objects.filter(pk=job.pk, state=JobState.STOPPED)
    if stopped.filter(tries=job.tries).update(**progress):
        update_channel.notify(job.update_channel)


def _store(job: GamePreparation, prepared_game: PreparedGame, now: datetime, **fields: Any) -> None:
    """Store the sealed game and end the search, in one transaction."""
    with transaction.atomic():
        game = add_game(
            job.tournament,
            format=job.format,
            time_s=job.time_s,
            warn_s=job.warn_s,
            source=Source.PREPARED,
            seed=prepared_game.seed.hex(),
            script=to_script(prepared_game),
            word_list_id=job.word_list_id,
        )
        if not jobs.finish(job, now=now, game=game, **fields):
            transaction.set_rollback(True)


def rescue_searches(now: datetime) -> None:
    """Send again the searches that no worker has started, or whose worker stopped responding: they
    continue. As in ``closing.rescue_stuck_turns``, the first process does it, once in a while."""
    recently = Q(rescued_at__gt=now - jobs.HEARTBEAT_TIMEOUT, rescued_at__lte=now)
    rows = GamePreparation.objects.filter(~recently, state__in=list(PENDING_JOB_STATES))
    for job in rows:
        if jobs.is_stuck(job, now=now) and rows.filter(pk=job.pk).update(rescued_at=now):
            tasks.send_on_commit(TASK, job.pk)
            update_channel.notify(job.update_channel)


def retry_preparation(*, job: GamePreparation, by: User | None, now: datetime) -> None:
    """Send the job again. Raise WrongState if it is over, or not stuck."""
    if not jobs.is_stuck(job, now=now):
        raise WrongState("job-alive")
    with transaction.atomic():
        jobs.retry(job)
        tasks.send_on_commit(TASK, job.pk)


def stop_preparation(*, job: GamePreparation, by: User | None, now: datetime) -> None:
    """End the search between two tries. Raise WrongState if it is over."""
    jobs.stop(job, now=now)


def compute_resumed_tries(job: GamePreparation) -> int:
    """Return the maximum number of tries of an ended search, if it were continued."""
    if job.tries < job.most_tries:
        return job.most_tries
    return min(job.most_tries + DEFAULT_TRIES, MAX_TRIES)


def resume_preparation(*, job: GamePreparation, by: User | None, now: datetime) -> None:
    """Continue an ended search, up to the tries requested or the usual number more.

    Raise WrongState if it found its game or is running, BadSetting if all tries are used.
    """
    max_tries = compute_resumed_tries(job)
    if job.tries >= max_tries:
        raise BadSetting("tries-spent", most=MAX_TRIES)
    with transaction.atomic():
        jobs.resume(job, now=now, most_tries=max_tries, progress=100 * job.tries // max_tries)
        tasks.send_on_commit(TASK, job.pk)


def open_seal(*, game: Game, by: User | None, now: datetime) -> None:
    """Record in the journal that ``by`` reads the sheet of ``game`` before its end.

    Raise NotAllowed if the judge plays it: the sheet contains the solutions of every turn; and
    for a game whose sheet nobody reads before its end.
    """
    if game.judge_plays_id is not None:
        raise NotAllowed("judge-plays")
    require_readable(game)
    with transaction.atomic():
        append_event(game, EventKind.SEAL_OPENED, by=by, now=now, data={"state": game.state})
