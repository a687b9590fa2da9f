"""Celery task of games played alone."""

from celery import shared_task

from tournament.practice.models import GameSearch
from tournament.practice.services.game_search import TASK, run_search
from tournament.queries import clock


@shared_task(name=TASK, ignore_result=True)
def search_game(job_id: int) -> None:
    """Search for a random game that meets the wishes of a player."""
    job = GameSearch.objects.filter(pk=job_id).first()
    if job is not None:
        run_search(job=job, clock=clock.now)
