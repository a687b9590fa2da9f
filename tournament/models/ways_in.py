"""Ways in, and what keeps them from being forced."""

from django.conf import settings
from django.db import models

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

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="+")
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
