"""Fields that rows need to be identified, or proven, outside this database."""

from typing import Any
from uuid import uuid4

from django.contrib.postgres.functions import RandomUUID
from django.db import models


def build_uid_field() -> "models.UUIDField[Any, Any]":
    """Build the field that identifies a row in an archive and on any server that restores it."""
    return models.UUIDField(default=uuid4, db_default=RandomUUID(), unique=True, editable=False)


class Erasable(models.Model):
    """A row with texts that people wrote (``tournament.core.chain.TEXT_FIELDS``).

    ``salts`` holds the salt of each text that is stored, ``erased`` the commitment of each text
    that was erased. Digests are computed from commitments, so that a text can be erased without
    breaking a proof.
    """

    salts: Any = models.JSONField(default=dict, blank=True)
    erased: Any = models.JSONField(default=dict, blank=True)

    class Meta:
        abstract = True
