"""Rows ticked in a list of a page: one value of a form, however many they are.

``static/js/components/ticked.js`` joins them; without scripts each box is a value of its own.
"""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from django import forms
from django.db.models import Model, QuerySet
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext_lazy as _

from tournament.views.shortcuts import parse_number


def describe_states(counts: Iterable[tuple[object, int]]) -> str:
    """Return how many rows of each state there are: "tablette 5, absent 7"."""
    return ", ".join(f"{state} {count}" for state, count in counts)


def list_ticked(data: Any, name: str) -> list[str]:
    """Return the values of the ticked boxes of this name."""
    values = data.getlist(name) if isinstance(data, MultiValueDict) else data.get(name, [])
    return [part for value in values for part in str(value).split(",") if part]


class TickedInput(forms.HiddenInput):
    """The boxes are in the template, in a ``<form data-ticked="…">``."""

    def value_from_datadict(
        self, data: Mapping[str, Any], files: MultiValueDict[str, Any], name: str
    ) -> list[str]:
        return list_ticked(data, name)


class TickedField(forms.Field):
    """The ticked rows of ``queryset``, which the form sets; rows that are no longer in it are left
    out. Raise ValidationError if none remains."""

    widget = TickedInput
    queryset: QuerySet[Any]
    default_error_messages: ClassVar[dict[str, Any]] = {
        "gone": _("Plus personne de coché n’est dans cette liste : rechargez la page.")
    }

    def to_python(self, value: list[str] | None) -> list[Model]:
        keys = {number for text in value or [] if (number := parse_number(text)) is not None}
        rows = list(self.queryset.filter(pk__in=keys)) if keys else []
        if value and not rows:
            raise forms.ValidationError(self.error_messages["gone"], code="gone")
        return rows
