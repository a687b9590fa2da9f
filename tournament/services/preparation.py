"""Prepares games in advance: the search for one that fits, its storing, its seal."""

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
from engine.record.prepare import PreparedGame, as_script
from engine.record.wishes import Closest, Range, SearchTally, Wish, WishCount
from tournament.core.errors import BadSetting, NotAllowed, WrongState
from tournament.core.events import EventKind
from tournament.core.jobs import PENDING_JOB_STATES, JobState
from tournament.core.states import Source
from tournament.core.wishes import check_wishes
from tournament.models import Game, GamePreparation, Tournament
from tournament.models.play import new_seed
from tournament.queries import lexica
from tournament.services import tasks, update_channel
from tournament.services.journal import append
from tournament.services.play.games import add_game, check_settings
from tournament.services.prepared import jobs
from tournament.services.prepared.lexicon_lock import relying
from tournament.services.prepared.trials import TrialOrder, measured
from tournament.services.prepared.word_lists import fixed_list, list_named, make_ready, ready_list

MOST_TRIES, USUAL_TRIES = 20_000, 500
#: A worker gives the others their turn this often; a message must not outlive its time either.
SLICE = timedelta(seconds=10)
#: How often the pages that follow a search see how far it is, at least.
LIVE = timedelta(seconds=1)
TASK = "tournament.tasks.prepare_game"


def ask_preparation(
    *,
    tournament: Tournament,
    settings: dict[str, Any],
    wishes: Sequence[Range],
    vocabulary: str = "",
    seed: str = "",
    most_tries: int = USUAL_TRIES,
    by: User | None,
    now: datetime,
) -> GamePreparation:
    """Let a worker look for a game; arguments as ``new_preparation``."""
    with transaction.atomic():
        job = new_preparation(
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


def new_preparation(
    *,
    tournament: Tournament,
    settings: dict[str, Any],
    wishes: Sequence[Range],
    vocabulary: str = "",
    seed: str = "",
    most_tries: int = USUAL_TRIES,
    by: User | None,
    now: datetime,
) -> GamePreparation:
    """The search, for a caller who performs it himself.

    ``settings``: fmt, time_s, warn_s. ``vocabulary``: name of the list that the wish about words
    outside means, or "". ``seed``: any text; the same one, with the same wishes and lists, gives
    the same game. Without, a secret one. Raises BadSetting.
    """
    fmt, time_s, warn_s = settings["fmt"], settings["time_s"], settings["warn_s"]
    check_settings(fmt, time_s, warn_s, Source.PREPARED)
    check_wishes(wishes, get_format(fmt))
    if bool(vocabulary) != any(wish.wish == Wish.OUTSIDE for wish in wishes):
        raise BadSetting("vocabulary-and-wish")
    if not 1 <= most_tries <= MOST_TRIES:
        raise BadSetting("bad-tries", most=MOST_TRIES)
    home = tournament.organisation_id
    make_ready(tournament)
    if vocabulary:
        ready_list(vocabulary, home)
    with relying():
        return GamePreparation.objects.create(
            tournament=tournament,
            format=fmt,
            time_s=time_s,
            warn_s=warn_s,
            wishes=[asdict(wish) for wish in wishes],
            seed=hashlib.sha256(seed.encode()).hexdigest() if seed else new_seed(),
            word_list=fixed_list(tournament=tournament, now=now),
            vocabulary=list_named(vocabulary, home) if vocabulary else None,
            vocabulary_name=vocabulary,
            most_tries=most_tries,
            by=by,
            asked_at=now,
        )


def wishes_of(job: GamePreparation) -> list[Range]:
    return [Range(Wish(row["wish"]), row["least"], row["most"]) for row in job.wishes]


def tally_of(job: GamePreparation) -> SearchTally:
    """What the tries came to until now."""
    counts = {Wish(name): WishCount(**row) for name, row in job.tally.get("wishes", {}).items()}
    closest = Closest(**job.tally["closest"]) if job.tally.get("closest") else None
    return SearchTally(job.tally.get("games", 0), counts, closest)


def search(
    *,
    job: GamePreparation,
    clock: jobs.ReadClock,
    hear: Callable[[float], None] = lambda _: None,
    slice_s: timedelta | None = None,
    programs: int = 1,
) -> bool:
    """Try games until one meets the wishes; ``slice_s``: for so long, then the job waits again.

    True when the search is to be gone on with. The game is that of the lowest number that meets
    them, however many ``programs`` play. When none fits, the job fails; its tally says which wish
    stood in the way. A job that was stopped, or taken over, is left between two tries.
    """
    started = clock()
    if not jobs.start(job, now=started):
        return False
    write, tally, wishes = jobs.teller(job, clock, beat=LIVE), tally_of(job), wishes_of(job)
    asked = _asked(job)
    with closing(measured(asked, start=job.tries, programs=programs)) as results:
        for number in range(job.tries, job.most_tries):
            fits = tally.add(number, next(results), wishes)
            found: dict[str, Any] = {"tries": number + 1, "tally": _as_json(tally)}
            if fits:
                _store(job, asked.trials().game(number), clock(), **found)
                return False
            part = (number + 1) / job.most_tries
            write(part, **found)
            hear(part)
            if not jobs.held(job):
                _keep(job, found)
                return False
            if slice_s is not None and clock() - started > slice_s:
                return jobs.pause(job, now=clock(), **found)
    failure = BadSetting("no-game-fits" if tally.games else "no-game-ends", tries=job.most_tries)
    jobs.fail(job, failure, now=clock(), tries=job.most_tries, tally=_as_json(tally))
    return False


def _asked(job: GamePreparation) -> TrialOrder:
    return TrialOrder(
        format=job.format,
        seed=job.seed,
        edition=job.tournament.regulation.key,
        words=lexica.checksum_of(job.word_list_id),
        vocabulary=lexica.checksum_of(job.vocabulary_id) if job.vocabulary_id else "",
        wishes=tuple(wish.wish for wish in wishes_of(job)),
    )


def _as_json(tally: SearchTally) -> dict[str, Any]:
    return {
        "games": tally.games,
        "wishes": {str(wish): asdict(count) for wish, count in tally.wishes.items()},
        "closest": asdict(tally.closest) if tally.closest else None,
    }


def _keep(job: GamePreparation, found: dict[str, Any]) -> None:
    """What was tried since it was last written down, of a search that was stopped meanwhile."""
    stopped = GamePreparation.objects.filter(pk=job.pk, state=JobState.STOPPED)
    if stopped.filter(tries=job.tries).update(**found):
        update_channel.tell(job.room)


def _store(job: GamePreparation, found: PreparedGame, now: datetime, **fields: Any) -> None:
    """The game, sealed, and the end of the search; both or neither."""
    with transaction.atomic():
        game = add_game(
            job.tournament,
            format=job.format,
            time_s=job.time_s,
            warn_s=job.warn_s,
            source=Source.PREPARED,
            seed=found.seed.hex(),
            script=as_script(found),
            word_list_id=job.word_list_id,
        )
        if not jobs.finish(job, now=now, game=game, **fields):
            transaction.set_rollback(True)


def rescue_searches(now: datetime) -> None:
    """Send again the searches that no worker takes, or whose worker fell silent: they go on where
    they were. As ``closing.rescue_stuck``, the first process that looks does, once in a while."""
    lately = Q(rescued_at__gt=now - jobs.SILENCE, rescued_at__lte=now)
    rows = GamePreparation.objects.filter(~lately, state__in=list(PENDING_JOB_STATES))
    for job in rows:
        if jobs.stuck(job, now=now) and rows.filter(pk=job.pk).update(rescued_at=now):
            tasks.send_on_commit(TASK, job.pk)
            update_channel.tell(job.room)


def retry_preparation(*, job: GamePreparation, by: User | None, now: datetime) -> None:
    """Send the work again. Raises WrongState when it is over, or not stuck."""
    if not jobs.stuck(job, now=now):
        raise WrongState("job-alive")
    with transaction.atomic():
        jobs.retry(job)
        tasks.send_on_commit(TASK, job.pk)


def stop_preparation(*, job: GamePreparation, by: User | None, now: datetime) -> None:
    """End the search between two tries. Raises WrongState when it is over."""
    jobs.stop(job, now=now)


def resumed_until(job: GamePreparation) -> int:
    """The tries of a search that ended, were it to go on."""
    if job.tries < job.most_tries:
        return job.most_tries
    return min(job.most_tries + USUAL_TRIES, MOST_TRIES)


def resume_preparation(*, job: GamePreparation, by: User | None, now: datetime) -> None:
    """Go on where a search ended: to the tries asked for, or as many more as are usual.

    Raises WrongState when it found its game or is under way, BadSetting when all tries are spent.
    """
    most = resumed_until(job)
    if job.tries >= most:
        raise BadSetting("tries-spent", most=MOST_TRIES)
    with transaction.atomic():
        jobs.resume(job, now=now, most_tries=most, progress=100 * job.tries // most)
        tasks.send_on_commit(TASK, job.pk)


def open_seal(*, game: Game, by: User | None, now: datetime) -> None:
    """Note in the journal that ``by`` reads the sheet of ``game`` before its end.

    Raises NotAllowed where the judge plays it: the sheet holds the solutions of every turn.
    """
    if game.judge_plays_id is not None:
        raise NotAllowed("judge-plays")
    with transaction.atomic():
        append(game, EventKind.UNSEALED, by=by, now=now, data={"state": game.state})
