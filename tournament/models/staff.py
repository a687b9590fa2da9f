"""Roles of accounts in tournaments."""

from django.conf import settings
from django.db import models

from tournament.core.states import CENTRE_ROLES, Role
from tournament.models.centres import Centre
from tournament.models.people import Tournament


class StaffMember(models.Model):
    """A role of an account in one tournament."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="staff", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="roles")
    role = models.CharField(max_length=20, choices=[(r.value, r.value) for r in Role])
    #: The only room where it may be exercised; None: everywhere.
    centre = models.ForeignKey(
        Centre, models.RESTRICT, related_name="staff", null=True, blank=True, db_index=False
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "user", "role"], name="staff_role_once"),
            models.CheckConstraint(condition=models.Q(role__in=list(Role)), name="staff_role"),
            models.CheckConstraint(
                condition=models.Q(centre=None) | models.Q(role__in=sorted(CENTRE_ROLES)),
                name="staff_centre",
            ),
            models.CheckConstraint(
                condition=~models.Q(role=Role.CENTRE_JUDGE) | models.Q(centre__isnull=False),
                name="staff_centre_judge",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} ({self.role})"


class RoleChange(models.Model):
    """A role given to an account or taken from it; rows are added, never changed."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="role_changes")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    role = models.CharField(max_length=20)
    given = models.BooleanField()
    #: Name of the centre at that time; empty: everywhere.
    centre = models.CharField(max_length=80, blank=True, default="", db_default="")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.CheckConstraint(condition=models.Q(role__in=list(Role)), name="role_change_role")
        ]

    def __str__(self) -> str:
        return f"{self.user} {'+' if self.given else '-'}{self.role}"
