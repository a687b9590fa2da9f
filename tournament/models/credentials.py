"""Links and invitations that give access, and the counters that stop guessing."""

from typing import Any

from django.conf import settings
from django.db import models

from tournament.core.states import MailKind
from tournament.models.organisation import Organisation
from tournament.models.people import Tournament


class SignInLink(models.Model):
    """A link that signs an account in, once. Only the digest of its secret is stored."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    digest = models.CharField(max_length=64, unique=True)
    #: Path to which the account is redirected.
    target = models.TextField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.user} → {self.target}"


class CodeFailures(models.Model):
    """Wrong table codes typed from one network for a tournament since ``since``."""

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
    """A link by which the holder of an account joins an organisation, once. Only the digest of
    its secret is stored."""

    organisation = models.ForeignKey(Organisation, models.CASCADE, related_name="+")
    #: Tournament in which ``roles`` are given as well, if any.
    tournament = models.ForeignKey(Tournament, models.CASCADE, null=True, related_name="+")
    roles: Any = models.JSONField(default=list)
    digest = models.CharField(max_length=64, unique=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.organisation} ({', '.join(self.roles)})"


class MailRequest(models.Model):
    """A message that a visitor without an account asked for; stored to limit requests."""

    kind = models.CharField(max_length=10)
    #: In lower case.
    address = models.EmailField(max_length=254)
    #: Network of the visitor, as ``CodeFailures.network``.
    network = models.CharField(max_length=43)
    #: Requested names of a new organisation and of its manager.
    club = models.CharField(max_length=120, blank=True)
    name = models.CharField(max_length=150, blank=True)
    at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(kind__in=list(MailKind)), name="mail_kind")
        ]
        indexes = [
            models.Index(fields=["address", "at"], name="mail_by_address"),
            models.Index(fields=["network", "at"], name="mail_by_network"),
        ]

    def __str__(self) -> str:
        return f"{self.kind}: {self.address}"
