"""``{% load versions %}``: what others changed while a form was filled in."""

from dataclasses import dataclass

from django import template
from django.template import Context

from tournament.models import FormSubmission
from tournament.queries.clock import now
from tournament.queries.submissions import find_last_changes
from tournament.views.versions import EditForm

register = template.Library()


@dataclass(frozen=True)
class DifferenceLine:
    """A value that changed, in words; ``typed`` is None if this person did not change it."""

    label: str
    current: str
    typed: str | None
    change: FormSubmission | None


@register.simple_tag(takes_context=True)
def list_differences(context: Context, form: EditForm) -> list[DifferenceLine]:
    """Return what others changed, with the change of each if it is known."""
    shown_at = form.shown_page.at if form.shown_page else now()
    changes = find_last_changes(context["request"].path, since=shown_at)
    return [
        DifferenceLine(
            form.get_label(row.name),
            form.describe(row.name, row.current),
            None if row.typed is None else form.describe(row.name, row.typed),
            changes.get(row.name),
        )
        for row in form.differences
    ]
