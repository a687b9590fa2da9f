"""The page of an imported file of people: its columns and lines, and the decisions on them."""

from datetime import datetime
from hashlib import sha256
from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, gettext_lazy as _

from tournament.core.errors import BadSetting
from tournament.core.files.spreadsheets import MAX_BYTES
from tournament.core.people.decisions import EXCLUDE_LINE, list_roster_choices
from tournament.core.people.entry_lines import EntryLine, Severity
from tournament.core.people.values import ValueQuestion
from tournament.models import Organisation, PendingFile, Tournament
from tournament.presentation.imports import (
    GROUP_NAMES,
    describe_finding,
    list_answer_choices,
    list_decisions,
    list_field_choices,
    list_licence_decisions,
)
from tournament.queries.clock import now
from tournament.queries.people.entry_imports import (
    VALUES,
    ImportPlan,
    has_name_fields,
    list_import_fields,
    make_import_plan,
)
from tournament.services.people import entry_imports
from tournament.views.centre_choice import CentreChoiceField, offer_centres
from tournament.views.saving import saving
from tournament.views.shortcuts import get_form_status, get_signed_in_user
from tournament.views.versions import CreationForm, EditForm

#: Maximum number of lines shown; those to decide come first.
MAX_SHOWN = 200
#: Maximum number of lines without findings that are shown.
MAX_SHOWN_ACCEPTED = 10
_CHOICES = {
    Severity.FAULT: [("", _("à corriger…")), (EXCLUDE_LINE, _("laisser de côté"))],
    Severity.DOUBT: [("", _("à décider…")), (EXCLUDE_LINE, _("laisser de côté"))],
    Severity.REMARK: [("", _("prendre")), (EXCLUDE_LINE, _("laisser de côté"))],
    None: [("", _("prendre")), (EXCLUDE_LINE, _("laisser de côté"))],
}


class ImportForm(CreationForm):
    file = forms.FileField(
        label=_("Fichier"),
        allow_empty_file=True,  # the import says what is wrong with it
        widget=forms.FileInput(
            attrs={
                "accept": ".csv,.tsv,.txt,.xlsx,.ods,text/csv",
                "data-max-bytes": str(MAX_BYTES),
                "data-too-big": _("Ce fichier dépasse 2 Mo : partagez-le en plusieurs."),
            }
        ),
        help_text=_(
            "Excel (XLSX), LibreOffice (ODS) ou CSV, 5000 lignes au plus. Les colonnes se "
            "reconnaissent à leurs titres ; rien n’est écrit avant que vous l’ayez vu."
        ),
    )

    def clean_file(self) -> tuple[str, bytes]:
        upload = self.cleaned_data["file"]
        if upload.size > MAX_BYTES:
            raise forms.ValidationError(_("Ce fichier dépasse 2 Mo : partagez-le en plusieurs."))
        data: bytes = upload.read()
        return upload.name, data


def _build_value_name(question: ValueQuestion) -> str:
    """Return the name of the field of a question, which may have any letter."""
    return f"value-{sha256(question.key.encode()).hexdigest()[:16]}"


class MatchingForm(EditForm):
    """A select for each column, each question and each shown line of the plan of the file."""

    heading = forms.IntegerField(
        label=_("Ligne des titres"),
        min_value=0,
        max_value=MAX_BYTES,  # no file has more rows
        required=False,
        help_text=_("0 : le fichier n’a pas de titres."),
    )
    rest = forms.BooleanField(
        label=_("Laisser de côté toutes les lignes encore à corriger ou à décider"), required=False
    )

    centre = CentreChoiceField(
        label=_("Centre des lignes qui n’en disent pas"), empty_label=_("choisir")
    )

    def __init__(self, pending: PendingFile, plan: ImportPlan, data: Any = None) -> None:
        initial: dict[str, Any] = {"heading": plan.heading.number}
        initial |= {"rest": "rest" in pending.decisions, "centre": pending.centre}
        super().__init__(data, initial=initial)
        offer_centres(self, pending.tournament)
        self.pending, self.plan, self.is_saved = pending, plan, False
        choices = list_field_choices(list_import_fields(pending))
        for column in plan.columns:
            self.fields[f"column-{column.index}"] = forms.ChoiceField(
                choices=choices, required=False, initial=column.field
            )
        for line in self.lines():
            initial_choice = EXCLUDE_LINE if line.number in plan.excluded_numbers else ""
            decision = pending.decisions.get(str(line.number), initial_choice)
            answers = [*self._list_people(line), *list_licence_decisions(line)]
            self.fields[f"line-{line.number}"] = forms.ChoiceField(
                choices=[*_CHOICES[line.severity], *answers], required=False, initial=decision
            )

        for question in self.questions():
            self.fields[_build_value_name(question)] = forms.ChoiceField(
                choices=list_answer_choices(question), required=False, initial=question.answer
            )

    @staticmethod
    def _list_people(line: EntryLine) -> list[tuple[str, str]]:
        """Return the people whom the line may be. What cannot be taken as it is can only be a
        player of the roster."""
        of_roster = dict(list_roster_choices(line))
        decisions = list_decisions(line) if line.severity is Severity.DOUBT or of_roster else []
        return [row for row in decisions if line.severity is Severity.DOUBT or row[0] in of_roster]

    def questions(self) -> list[ValueQuestion]:
        return self.plan.questions[:MAX_SHOWN]

    def question_fields(self) -> list[tuple[ValueQuestion, forms.BoundField]]:
        return [(question, self[_build_value_name(question)]) for question in self.questions()]

    def lines(self) -> list[EntryLine]:
        return self.plan.notable_lines[:MAX_SHOWN]

    def column_fields(self) -> list[tuple[Any, forms.BoundField]]:
        return [(column, self[f"column-{column.index}"]) for column in self.plan.columns]

    def line_fields(self) -> list[tuple[EntryLine, forms.BoundField]]:
        return [(line, self[f"line-{line.number}"]) for line in self.lines()]

    def get_label(self, name: str) -> str:
        kind, _dash, number = name.partition("-")
        if kind == "column":
            return gettext("Colonne %(number)d") % {"number": int(number) + 1}
        if kind == "value":
            questions = {_build_value_name(question): question for question in self.questions()}
            return describe_finding(questions[name].finding)
        if kind == "line":
            return gettext("Ligne %(number)s") % {"number": number}
        return super().get_label(name)

    def save_decisions(self, *, by: User, now: datetime) -> None:
        """Store the chosen columns and decisions. Raise BadSetting if no column has the names."""
        data = self.cleaned_data
        heading = data["heading"]
        is_heading_changed = heading is not None and heading != self.plan.heading.number
        fields = [""] * len(self.plan.fields)
        for column in self.plan.columns:
            fields[column.index] = data[f"column-{column.index}"]
        if not is_heading_changed and not has_name_fields(fields):
            raise BadSetting("file-without-names")
        lines = {
            name.removeprefix("line-"): data[name] for name in data if name.startswith("line-")
        }
        decisions = {**self.pending.decisions, **lines}
        chosen_decisions = {number: value for number, value in decisions.items() if value}
        chosen_decisions.pop("rest", None)
        answers = {question.key: data[_build_value_name(question)] for question in self.questions()}
        chosen_decisions[VALUES] = {**self.pending.decisions.get(VALUES, {}), **answers}
        entry_imports.store_choices(
            pending=self.pending,
            heading=heading if is_heading_changed else self.pending.heading,
            fields=None if is_heading_changed else fields,
            decisions={}
            if is_heading_changed
            else chosen_decisions | ({"rest": EXCLUDE_LINE} if data["rest"] else {}),
            centre=data.get("centre"),
            by=by,
            now=now,
        )
        self.is_saved = True


def store_upload(
    request: HttpRequest,
    form: ImportForm,
    organisation: Organisation,
    tournament: Tournament | None,
) -> HttpResponse | None:
    """Store an uploaded file and redirect to its page; return None if the form has an error."""
    if form.is_valid():
        name, data = form.cleaned_data["file"]
        with saving(request, form) as saved:
            pending = entry_imports.store_file(
                organisation=organisation,
                tournament=tournament,
                file_name=name,
                data=data,
                by=get_signed_in_user(request),
                now=now(),
            )
            if tournament is None:
                return saved.redirect("organisation-import", organisation.pk, pending.pk)
            return saved.redirect("office-import", tournament.slug, pending.pk)
    return None


def build_matching_form(request: HttpRequest, pending: PendingFile) -> MatchingForm:
    return MatchingForm(pending, make_import_plan(pending), request.POST or None)


def render_pending_page(
    request: HttpRequest,
    template: str,
    pending: PendingFile,
    form: MatchingForm,
    context: dict[str, Any],
) -> HttpResponse:
    """Render the page after the choices were stored; an error of the form is shown with its
    values."""
    shown_form = MatchingForm(pending, make_import_plan(pending)) if form.is_saved else form
    plan = shown_form.plan
    notable = {line.number for line in plan.notable_lines}
    context |= {
        "pending": pending,
        "plan": plan,
        "form": shown_form,
        "refused": [*form.non_field_errors()] if form.is_bound else [],
        "accepted": [line for line in plan.accepted_lines if line.number not in notable][
            :MAX_SHOWN_ACCEPTED
        ],
        "hidden": max(len(plan.notable_lines) - MAX_SHOWN, 0),
        "named": has_name_fields(plan.fields),
        "new": [(GROUP_NAMES[kind], texts) for kind, texts in plan.new_codes.items()],
    }
    return render(request, template, context, status=get_form_status(form))
