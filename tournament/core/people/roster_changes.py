"""Rows of the roster before and after a change, and what undoing it changes. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Self


class RosterChangeKind(StrEnum):
    """Kind of change of a roster that can be undone."""

    IMPORT = "import"
    MERGE = "merge"
    NAME = "name"


@dataclass(frozen=True, slots=True)
class RowChange:
    """Data of a roster player, by field; ``before`` is None for one who was added."""

    pk: int
    before: Mapping[str, Any] | None
    after: Mapping[str, Any]

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        return cls(data["pk"], data["before"], data["after"])

    def to_json(self) -> dict[str, Any]:
        return {"pk": self.pk, "before": self.before, "after": self.after}


def list_restored_values(change: RowChange, current: Mapping[str, Any]) -> dict[str, Any]:
    """Return the former values of the fields that nobody changed again since ``change``."""
    before = change.before or {}
    return {
        name: value
        for name, value in before.items()
        if value != change.after[name] and current[name] == change.after[name]
    }
