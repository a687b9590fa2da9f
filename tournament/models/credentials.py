"""Ways in, and what keeps them from being forced."""

from typing import Any

from django.conf import settings
from django.db import models

from tournament.core.states import Mail
from tournament.models.organisation import Organisation
from tournament.models.people import Tournament


class SignInLink(models.Model):
    """A link that signs an account in, once; of its secret only the digest is kept."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    digest = models.CharField(max_length=64, unique=True)
    #: The path to which it leads.
    target = models.TextField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.user} → {self.target}"


class CodeFailures(models.Model):
    """Wrong table codes that one network typed for a tournament since ``since``."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="+", db_index=False)
    #: An IPv4 address, or the first half of an IPv6 one.
    network = models.CharField(max_length=43)
    count = models.PositiveIntegerField(default=0)
    since = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "network"], name="code_failures_once"),
        ]

    def __str__(self) -> str:
        return f"{self.network} : {self.count}"


class Invitation(models.Model):
    """A link by which somebody with an account elsewhere joins, once; of its secret only the
    digest is kept."""

    organisation = models.ForeignKey(Organisation, models.CASCADE, related_name="+")
    #: Where ``roles`` are given as well, if any.
    tournament = models.ForeignKey(Tournament, models.CASCADE, null=True, related_name="+")
    roles: Any = models.JSONField(default=list)
    digest = models.CharField(max_length=64, unique=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.organisation} ({', '.join(self.roles)})"


class MailRequest(models.Model):
    """A message that a stranger asked for, to an address; kept for a time, and counted."""

    kind = models.CharField(max_length=10)
    #: In small letters.
    address = models.EmailField(max_length=254)
    #: As ``CodeFailures.network``, of who asked.
    network = models.CharField(max_length=43)
    #: What a new organisation and who manages it are to be called.
    club = models.CharField(max_length=120, blank=True)
    name = models.CharField(max_length=150, blank=True)
    at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(kind__in=list(Mail)), name="mail_kind")
        ]
        indexes = [
            models.Index(fields=["address", "at"], name="mail_by_address"),
            models.Index(fields=["network", "at"], name="mail_by_network"),
        ]

    def __str__(self) -> str:
        return f"{self.kind}: {self.address}"
