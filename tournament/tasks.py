"""Celery tasks of the room: each takes ids, calls one service and can be repeated."""

from celery import shared_task
from django.conf import settings
from django.utils import translation

from engine.lexicon.lexicon import Lexicon
from engine.search.moves import has_any_move, solve
from tournament.core.tops import propose_top
from tournament.models import GamePreparation, LexiconImport, MailRequest, Turn
from tournament.presentation.mails import build_messages
from tournament.queries import clock
from tournament.queries.lexica import load_game_lexicon
from tournament.queries.position import GamePosition, load_position_before
from tournament.queries.results.tops import build_setting
from tournament.services.accounts.sign_up import TASK as MAIL_TASK, mark_mail_sent
from tournament.services.play.solving import store_solutions
from tournament.services.preparation import TASK, WORK_SLICE, run_search
from tournament.services.prepared.lexica import TASK as IMPORT_TASK, perform_import
from tournament.services.prepared.trials import count_cores
from tournament.services.tasks import send_on_commit


@shared_task(name="tournament.tasks.solve_turn", ignore_result=True)
def solve_turn(turn_id: int) -> None:
    """Compute and store every solution of a turn."""
    turn = Turn.objects.select_related("game__tournament").filter(pk=turn_id).first()
    if turn is None or turn.solved_at is not None:
        return
    lexicon = load_game_lexicon(turn.game)
    position = load_position_before(turn)
    moves = solve(position.board, turn.rack, lexicon, position.fmt)
    proposed, final = propose_top(build_setting(turn, position), moves, lexicon)
    store_solutions(
        turn=turn,
        moves=moves,
        proposed=proposed,
        final=final,
        nothing_playable=not moves and not _is_playable(position, lexicon),
        lexicon_checksum=lexicon.checksum,
        now=clock.now(),
    )


def _is_playable(position: GamePosition, lexicon: Lexicon) -> bool:
    """Return True if any draw of the remaining letters has a solution (3.7); may take seconds."""
    return has_any_move(position.board, position.whole_bag.letters, lexicon, position.fmt)


@shared_task(name=IMPORT_TASK, ignore_result=True)
def import_lexicon(job_id: int) -> None:
    """Read a word list that an organiser uploaded."""
    job = LexiconImport.objects.filter(pk=job_id).first()
    if job is not None and perform_import(job=job, clock=clock.now):
        send_on_commit(IMPORT_TASK, job_id)


@shared_task(name=TASK, ignore_result=True)
def prepare_game(job_id: int) -> None:
    """Search for a game that meets an organiser's wishes, for a limited time."""
    job = GamePreparation.objects.filter(pk=job_id).first()
    if job is not None and run_search(
        job=job, clock=clock.now, slice_s=WORK_SLICE, programs=count_cores()
    ):
        send_on_commit(TASK, job_id)


@shared_task(name=MAIL_TASK, ignore_result=True)
def send_mail(request_id: int) -> None:
    """Send the message that a visitor asked for. A refused one is logged; they can ask again."""
    request = MailRequest.objects.filter(pk=request_id, sent_at=None).first()
    if request is None:
        return
    with translation.override(settings.LANGUAGE_CODE):
        for message in build_messages(request):
            message.send()
    mark_mail_sent(request=request, by=None, now=clock.now())
