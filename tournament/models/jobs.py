"""Fields shared by long work: its state, its progress, the reason of its failure."""

from typing import Any

from django.conf import settings
from django.db import models

from tournament.core.jobs import PENDING_JOB_STATES, JobState


class Job(models.Model):
    """Work for a worker; ``progress`` in percent, ``beat_at`` the last time it reported."""

    state = models.CharField(max_length=10, default=JobState.WAITING)
    progress = models.PositiveSmallIntegerField(default=0)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    asked_at = models.DateTimeField()
    beat_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    #: Reason and data of a ``BadSetting`` when it failed.
    failure: Any = models.JSONField(null=True)

    class Meta:
        abstract = True
        constraints = [
            models.CheckConstraint(
                condition=models.Q(state__in=list(JobState)), name="%(class)s_state"
            ),
            models.CheckConstraint(
                condition=models.Q(progress__lte=100), name="%(class)s_progress"
            ),
        ]

    @property
    def update_channel(self) -> str:
        """Return the update channel that its page follows
        (``protocol.update_channel``)."""
        return f"{self._meta.model_name}:{self.pk}"

    @property
    def is_pending(self) -> bool:
        return self.state in PENDING_JOB_STATES

    @property
    def is_failed(self) -> bool:
        return self.state == JobState.FAILED

    @property
    def is_done(self) -> bool:
        return self.state == JobState.DONE

    @property
    def is_stopped(self) -> bool:
        return self.state == JobState.STOPPED
