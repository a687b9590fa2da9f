"""Celery task of backups."""

from celery import shared_task
from django.conf import settings

from arbitrage.archive.models import BackupJob
from arbitrage.archive.services.backup_jobs import TASK, perform_backup_job
from tournament.queries import clock


@shared_task(name=TASK, ignore_result=True)
def work_on_backup(job_id: int) -> None:
    """Verify a backup for an organiser, or restore it as a copy."""
    jobs = BackupJob.objects.select_related("tournament__organisation", "by")
    job = jobs.filter(pk=job_id).first()
    if job is not None:
        perform_backup_job(job=job, folder=settings.BACKUP_DIR, clock=clock.now)
