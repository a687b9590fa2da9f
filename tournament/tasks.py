"""Celery tasks of the room: ids in, one service call, nothing out. All of them repeatable."""

from celery import shared_task

from engine.moves import solve
from tournament import clock
from tournament.lexica import lexicon_of
from tournament.models import GamePreparation, LexiconImport, Turn
from tournament.queries.position import board_before, format_of
from tournament.queries.tops import proposal
from tournament.services.lexica import TASK as IMPORT_TASK
from tournament.services.lexica import perform_import
from tournament.services.preparation import SLICE, TASK, search
from tournament.services.tasks import send_on_commit
from tournament.services.turns import store_solutions


@shared_task(name="tournament.tasks.solve_turn", ignore_result=True)
def solve_turn(turn_id: int) -> None:
    """Compute and keep every solution of a turn."""
    turn = Turn.objects.select_related("game__tournament").filter(pk=turn_id).first()
    if turn is None or turn.solved_at is not None:
        return
    lexicon = lexicon_of(turn.game)
    moves = solve(board_before(turn), turn.rack, lexicon, format_of(turn.game))
    store_solutions(
        turn=turn,
        moves=moves,
        proposed=proposal(turn, moves, lexicon),
        lexicon_checksum=lexicon.checksum,
        now=clock.now(),
    )


@shared_task(name=IMPORT_TASK, ignore_result=True)
def import_lexicon(job_id: int) -> None:
    """Read a word list that an organiser sent."""
    job = LexiconImport.objects.filter(pk=job_id).first()
    if job is not None and perform_import(job=job, clock=clock.now):
        send_on_commit(IMPORT_TASK, job_id)


@shared_task(name=TASK, ignore_result=True)
def prepare_game(job_id: int) -> None:
    """Look for a game that meets an organiser's wishes, for a while."""
    job = GamePreparation.objects.filter(pk=job_id).first()
    if job is not None and search(job=job, clock=clock.now, slice_s=SLICE):
        send_on_commit(TASK, job_id)
