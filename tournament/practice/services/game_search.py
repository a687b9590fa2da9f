"""Search for a random game that meets wishes, by a worker: it may play many games."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import datetime, timedelta

from django.contrib.auth.models import AnonymousUser, User
from django.db import transaction

from engine.board.formats import get_format
from engine.record.prepare import PreparedGame
from engine.record.wishes import SearchTally, WishRange, measure
from tournament.core.errors import BadSetting, Busy, RoomError, WrongState
from tournament.core.jobs import PENDING_JOB_STATES
from tournament.core.wishes import check_wishes
from tournament.practice.core.practice_state import PracticeKind, PracticeTerms
from tournament.practice.models import GameSearch
from tournament.practice.services.random_games import load_seeded_games
from tournament.services import tasks
from tournament.services.prepared import jobs

#: Maximum number of games tried: ten to twenty seconds of a core.
MAX_TRIES = 40
#: Maximum number of searches that wait or run; beyond, a new one is refused.
MAX_PENDING = 20
STORAGE_TIME = timedelta(days=1)
#: Maximum interval between two updates of the page.
_BEAT = timedelta(seconds=1)
TASK = "tournament.practice.tasks.search_game"


def request_search(
    *, terms: PracticeTerms, wishes: Sequence[WishRange], by: User | None, now: datetime
) -> GameSearch:
    """Have a worker search. Raise BadSetting for wishes that no game meets, Busy."""
    check_wishes(wishes, get_format(terms.fmt))
    if GameSearch.objects.filter(state__in=list(PENDING_JOB_STATES)).count() >= MAX_PENDING:
        raise Busy("practice")
    with transaction.atomic():
        job = GameSearch.objects.create(
            terms=asdict(terms), wishes=[wish.to_json() for wish in wishes], by=by, asked_at=now
        )
        tasks.send_on_commit(TASK, job.pk)
    return job


def load_terms(job: GameSearch) -> PracticeTerms:
    """Return the terms of the game that was found, or those of the search."""
    terms = PracticeTerms(**{**job.terms, "kind": PracticeKind(job.terms["kind"])})
    return replace(terms, first_try=job.found_number or 0)


def run_search(*, job: GameSearch, clock: jobs.ReadClock, max_tries: int = MAX_TRIES) -> None:
    """Try games until one meets the wishes, or the search fails with what the games had."""
    if not jobs.start(job, now=clock()):
        return
    terms = load_terms(job)
    wishes = [WishRange.from_json(row) for row in job.wishes]
    report_progress, tally = jobs.make_reporter(job, clock, beat=_BEAT), SearchTally()
    try:
        trials = load_seeded_games(terms, job.by or AnonymousUser())
    except RoomError as error:
        jobs.fail(job, error, now=clock())
        return
    for number in range(max_tries):
        game = _shorten_game(trials.play(number), terms.turns)
        if tally.add(number, measure(game, [wish.kind for wish in wishes]), wishes):
            jobs.finish(job, now=clock(), found_number=number)
            return
        report_progress((number + 1) / max_tries)
    jobs.fail(job, _build_failure(tally), now=clock())


def _shorten_game(game: PreparedGame, turn_count: int) -> PreparedGame:
    """Return the game with the turns that are played; 0: all."""
    return replace(game, turns=game.turns[:turn_count]) if turn_count else game


def _build_failure(tally: SearchTally) -> BadSetting:
    """Return the error, with the lowest and highest values of the games tried."""
    if not tally.games:
        return BadSetting("practice-no-game")
    bounds = {
        f"{bound}_{wish}": getattr(count, bound)
        for wish, count in tally.wishes.items()
        for bound in ("lowest", "highest")
    }
    return BadSetting("practice-no-fit", games=tally.games, **bounds)


def retry_search(*, job: GameSearch, by: User | None, now: datetime) -> None:
    """Send the search again. Raise WrongState if it is over, or not stuck."""
    if not jobs.is_stuck(job, now=now):
        raise WrongState("job-alive")
    with transaction.atomic():
        jobs.retry(job)
        tasks.send_on_commit(TASK, job.pk)


def delete_old_searches(now: datetime) -> None:
    """Delete searches a day after they were asked for; answers the port ``delete_expired``."""
    GameSearch.objects.filter(asked_at__lte=now - STORAGE_TIME).delete()
