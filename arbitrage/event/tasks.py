"""Celery task of events."""

from celery import shared_task

from arbitrage.event.models import CentreArchive
from arbitrage.event.services.verification import TASK, perform
from tournament.queries import clock


@shared_task(name=TASK, ignore_result=True)
def verify_archive(archive_id: int) -> None:
    """Verify an archive that came for an event."""
    archives = CentreArchive.objects.select_related("event__organisation", "centre")
    archive = archives.filter(pk=archive_id).first()
    if archive is not None:
        perform(archive=archive, clock=clock.now)
