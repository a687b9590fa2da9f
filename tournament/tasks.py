"""Celery tasks of ``tournament``: each takes ids, calls one service and can be repeated."""

from celery import shared_task
from django.conf import settings
from django.utils import translation

from tournament.models import GamePreparation, LexiconImport, MailRequest
from tournament.presentation.mails import build_messages
from tournament.queries import clock
from tournament.services.accounts.sign_up import TASK as MAIL_TASK, mark_mail_sent
from tournament.services.play import solving, work
from tournament.services.play.work import TASK as WORK_TASK
from tournament.services.preparation import TASK, WORK_SLICE, run_search
from tournament.services.prepared.lexica import TASK as IMPORT_TASK, perform_import
from tournament.services.prepared.trials import count_cores
from tournament.services.tasks import send_on_commit


@shared_task(name=WORK_TASK, ignore_result=True)
def perform_turn_work() -> None:
    """Perform the first work of the queue that turns wait for."""
    work.perform_next(clock.now)


@shared_task(name="tournament.tasks.solve_turn", ignore_result=True)
def solve_turn(turn_id: int) -> None:
    """Compute and store every solution of a turn; sent by releases without ``TurnWork``."""
    solving.solve_turn(turn_id=turn_id, now=clock.now())


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
