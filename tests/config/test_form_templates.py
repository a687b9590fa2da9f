"""The project's own templates of form widgets render what Django's own do."""

from typing import Any

from django import forms
from django.forms.renderers import DjangoTemplates, TemplatesSetting

CHOICES = [
    ("", "aucun"),
    ("1", 'A & B "<i>"'),
    ("Groupe & co", [("2", "Deux"), ("3", "Trois")]),
]


class _DisabledChoice(forms.Select):
    """A select with an option that has attributes besides ``selected``."""

    def create_option(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(*args, **kwargs)
        if option["value"] == "2":
            option["attrs"] |= {"disabled": True, "hidden": False, "data-n": 2}
        return option


def test_a_select_is_the_same_as_django_renders() -> None:
    attributes = {"id": "id_a", "required": True, "class": "x y"}
    widgets: list[tuple[forms.Select, object]] = [
        (forms.Select(attributes, CHOICES), "1"),
        (_DisabledChoice(attributes, CHOICES), "3"),
        (forms.SelectMultiple(attributes, CHOICES), ["1", "2"]),
        (forms.NullBooleanSelect(), None),
        (forms.Select({}, []), None),
    ]
    for widget, value in widgets:
        own, default = (
            "".join(str(widget.render("a", value, renderer=renderer())).split())
            for renderer in (TemplatesSetting, DjangoTemplates)
        )
        assert own == default
