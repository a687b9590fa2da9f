"""What rows have that are known, or proven, beyond this database."""

from typing import Any
from uuid import uuid4

from django.contrib.postgres.functions import RandomUUID
from django.db import models


def uid_field() -> "models.UUIDField[Any, Any]":
    """What a row is called by in an archive, and on whatever server it is restored."""
    return models.UUIDField(default=uuid4, db_default=RandomUUID(), unique=True, editable=False)


class Erasable(models.Model):
    """A row with texts of people (``tournament.core.chain.TEXTS``).

    ``salts`` has that of each text that is there, ``erased`` the commitment of each that was:
    digests are made of commitments, so a text can go and what was proven stays so.
    """

    salts: Any = models.JSONField(default=dict, blank=True)
    erased: Any = models.JSONField(default=dict, blank=True)

    class Meta:
        abstract = True
