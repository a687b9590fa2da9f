"""Prepares games in advance: the search for one that fits, its storing, its seal."""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from engine.board.formats import get_format
from engine.record.prepare import (
    PreparedGame,
    Range,
    SearchTally,
    Wish,
    WishCount,
    as_script,
    tries,
)
from tournament.core.errors import BadSetting, NotAllowed, WrongState
from tournament.core.events import EventKind
from tournament.core.jobs import JobState
from tournament.core.states import Source
from tournament.models import Game, GamePreparation, Tournament
from tournament.models.play import new_seed
from tournament.queries import lexica
from tournament.services import jobs, tasks
from tournament.services.games import add_game, check_settings
from tournament.services.journal import append
from tournament.services.lexicon_lock import relying
from tournament.services.word_lists import fixed_list, make_ready

MOST_TRIES, USUAL_TRIES = 5000, 500
#: What may be asked for.
WISH_LIMITS: Mapping[Wish, Range] = {
    Wish.TURNS: Range(Wish.TURNS, 1, 60),
    Wish.TOTAL: Range(Wish.TOTAL, 1, 5000),
    Wish.SCRABBLES: Range(Wish.SCRABBLES, 0, 30),
}
#: A worker gives the others their turn this often; a message must not outlive its time either.
SLICE = timedelta(seconds=10)
TASK = "tournament.tasks.prepare_game"


def ask_preparation(
    *,
    tournament: Tournament,
    settings: dict[str, Any],
    wishes: Sequence[Range],
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
    seed: str = "",
    most_tries: int = USUAL_TRIES,
    by: User | None,
    now: datetime,
) -> GamePreparation:
    """The search, for a caller who performs it himself.

    ``settings``: fmt, time_s, warn_s. ``seed``: any text; the same one, with the same wishes and
    words, gives the same game. Without, a secret one. Raises BadSetting.
    """
    fmt, time_s, warn_s = settings["fmt"], settings["time_s"], settings["warn_s"]
    check_settings(fmt, time_s, warn_s, Source.PREPARED)
    _check_wishes(wishes)
    if not 1 <= most_tries <= MOST_TRIES:
        raise BadSetting("bad-tries", most=MOST_TRIES)
    make_ready(tournament)
    with relying():
        return GamePreparation.objects.create(
            tournament=tournament,
            format=fmt,
            time_s=time_s,
            warn_s=warn_s,
            wishes=[asdict(wish) for wish in wishes],
            seed=hashlib.sha256(seed.encode()).hexdigest() if seed else new_seed(),
            word_list=fixed_list(tournament=tournament, now=now),
            most_tries=most_tries,
            by=by,
            asked_at=now,
        )


def _check_wishes(wishes: Sequence[Range]) -> None:
    """What no game can be, whatever its letters."""
    bounds = {wish.wish: wish for wish in wishes}
    for wish in wishes:
        limit = WISH_LIMITS[wish.wish]
        for value in (wish.least, wish.most):
            if value is not None and not limit.holds(value):
                raise BadSetting(f"limit-{wish.wish}", least=limit.least, most=limit.most)
        if wish.least is not None and wish.most is not None and wish.most < wish.least:
            raise BadSetting(f"wish-{wish.wish}", least=wish.least, most=wish.most)
    scrabbles, turns = (bounds.get(wish) for wish in (Wish.SCRABBLES, Wish.TURNS))
    if scrabbles and turns and turns.most is not None and (scrabbles.least or 0) > turns.most:
        raise BadSetting("more-scrabbles-than-turns", scrabbles=scrabbles.least, turns=turns.most)


def wishes_of(job: GamePreparation) -> list[Range]:
    return [Range(Wish(row["wish"]), row["least"], row["most"]) for row in job.wishes]


def tally_of(job: GamePreparation) -> SearchTally:
    """What the tries came to until now."""
    counts = {Wish(name): WishCount(**row) for name, row in job.tally.get("wishes", {}).items()}
    return SearchTally(job.tally.get("games", 0), counts)


def search(
    *,
    job: GamePreparation,
    clock: jobs.ReadClock,
    hear: Callable[[float], None] = lambda _: None,
    slice_s: timedelta | None = None,
) -> bool:
    """Try games until one meets the wishes; ``slice_s``: for so long, then the job waits again.

    True when the search is to be gone on with. When no game fits, the job fails; its tally says
    which wish stood in the way. A job that was stopped, or taken over, is left between two tries.
    """
    started = clock()
    if not jobs.start(job, now=started):
        return False
    write, tally, wishes = jobs.teller(job, clock), tally_of(job), wishes_of(job)
    games, number = _games_of(job), job.tries
    while number < job.most_tries:
        game = next(games)
        number += 1
        if tally.add(game, wishes):
            _store(job, game, clock(), tries=number, tally=_as_json(tally))
            return False
        found: dict[str, Any] = {"tries": number, "tally": _as_json(tally)}
        write(number / job.most_tries, **found)
        hear(number / job.most_tries)
        if not jobs.held(job):
            stopped = GamePreparation.objects.filter(pk=job.pk, state=JobState.STOPPED)
            stopped.filter(tries=job.tries).update(**found)
            return False
        if slice_s is not None and clock() - started > slice_s:
            return jobs.pause(job, now=clock(), **found)
    failure = BadSetting("no-game-fits" if tally.games else "no-game-ends", tries=number)
    jobs.fail(job, failure, now=clock(), tries=number, tally=_as_json(tally))
    return False


def _games_of(job: GamePreparation) -> Iterator[PreparedGame]:
    """Those that have not been tried yet."""
    return tries(
        fmt=get_format(job.format),
        seed=bytes.fromhex(job.seed),
        lexicon=lexica.load(lexica.checksum_of(job.word_list_id)),
        edition=job.tournament.regulation,
        start=job.tries,
    )


def _as_json(tally: SearchTally) -> dict[str, Any]:
    counts = {str(wish): asdict(count) for wish, count in tally.wishes.items()}
    return {"games": tally.games, "wishes": counts}


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
