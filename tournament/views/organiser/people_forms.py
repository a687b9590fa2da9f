"""Forms of players, tables and staff; services write their data."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self, cast

from django import forms
from django.contrib.auth.models import User
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.utils.translation import gettext, gettext_lazy as _

from tournament.core.errors import RoomError
from tournament.core.people.columns import PARTNER
from tournament.core.people.entry_lines import MAX_TABLE, EntryLine, Severity
from tournament.core.people.player_data import FIRST_YEAR, LAST_YEAR, PLAYER_FIELDS, PlayerData
from tournament.core.states import CORRECTING_ROLES, ROLES_BY_POWER, Role
from tournament.models import Entry, Table, Tournament
from tournament.models.organisation import PLAYER_LENGTHS
from tournament.presentation.imports import FIELD_NAMES, describe_finding, list_decisions
from tournament.presentation.roles import get_role_name, get_role_powers
from tournament.queries.people.accounts import list_officers
from tournament.queries.people.groups import FIELDS
from tournament.services.accounts.accounts import MAX_NAME
from tournament.views.centre_choice import CentreChoiceField, offer_centres
from tournament.views.versions import (
    CreationForm,
    EditForm,
    FieldValue,
    FieldValues,
    RowsForm,
    VersionedForm,
)

#: Fields with suggestions from the lists of the organisation.
SUGGESTED_FIELDS = frozenset(FIELDS.values())
#: Fields of a player that are always visible, and those in a closed ``<details>``.
VISIBLE_FIELDS = ("last_name", "first_name", "licence", "club")
FOLDED_FIELDS = tuple(name for name in PLAYER_FIELDS if name not in VISIBLE_FIELDS)


@dataclass(frozen=True, slots=True)
class PersonFields:
    """The fields of one player, as displayed."""

    visible_fields: list[forms.BoundField]
    folded_fields: list[forms.BoundField]

    @property
    def is_open(self) -> bool:
        """Return True if a folded field has a value or an error."""
        return any(field.value() or field.errors for field in self.folded_fields)


def build_player_field(name: str, *, required: bool = False) -> forms.Field:
    """Return the form field for one of ``PLAYER_FIELDS``; with a ``<datalist>`` for a list."""
    label: Any = FIELD_NAMES[name]
    if name == "birth_year":
        return forms.IntegerField(
            label=label, min_value=FIRST_YEAR, max_value=LAST_YEAR, required=False
        )
    attrs = {"autocomplete": "off"} | (
        {"list": f"known-{name}"} if name in SUGGESTED_FIELDS else {}
    )
    return forms.CharField(
        label=label,
        max_length=PLAYER_LENGTHS[name],
        required=required,
        widget=forms.TextInput(attrs=attrs),
    )


def to_player_data(data: dict[str, Any], prefix: str = "") -> PlayerData:
    return PlayerData(**{name: data[prefix + name] for name in PLAYER_FIELDS})


class DecisionForm(VersionedForm):
    """A form of people; if somebody similar is known, it asks whether they are the same person."""

    decision = forms.CharField(label=_("Que faire"), required=False, widget=forms.Select)
    #: Value and label of each choice; empty if nothing must be decided.
    answers: Sequence[tuple[str, str]] = ()

    def report_error(self, error: RoomError) -> None:
        if error.reason == "entry-doubtful":
            self.ask_for_decision(error.data["line"])
        else:
            super().report_error(error)

    def ask_for_decision(self, line: EntryLine) -> None:
        """Show what must be decided, with the choices."""
        self.answers = list_decisions(line)
        widget = cast(forms.Select, self.fields["decision"].widget)
        widget.choices = [("", gettext("à décider…")), *self.answers]
        for finding in line.findings:
            if finding.severity is Severity.DOUBT:
                self.add_error(None, describe_finding(finding))


class EntryForm(DecisionForm):
    table_number = forms.IntegerField(
        label=_("Table"),
        min_value=1,
        max_value=MAX_TABLE,
        required=False,
        help_text=_("Vide : le plus petit numéro libre."),
    )
    team = forms.CharField(
        label=_("Équipe"),
        max_length=80,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "list": "known-team"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for prefix in ("", PARTNER):
            for name in PLAYER_FIELDS:
                required = name == "last_name" and not prefix
                self.fields[prefix + name] = build_player_field(name, required=required)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        optional = [PARTNER + name for name in PLAYER_FIELDS[1:]]
        if any(data.get(name) for name in optional) and not data.get(f"{PARTNER}last_name"):
            self.add_error(f"{PARTNER}last_name", _("Indiquez le nom du partenaire."))
        return data

    def first(self) -> PersonFields:
        return self._build_person("")

    def partner(self) -> PersonFields:
        return self._build_person(PARTNER)

    def _build_person(self, prefix: str) -> PersonFields:
        return PersonFields(
            [self[prefix + name] for name in VISIBLE_FIELDS],
            [self[prefix + name] for name in FOLDED_FIELDS],
        )

    def has_partner(self) -> bool:
        return any(
            self[PARTNER + name].value() or self[PARTNER + name].errors for name in PLAYER_FIELDS
        )

    def list_people(self) -> list[PlayerData]:
        data = self.cleaned_data
        people = [to_player_data(data)]
        if data[f"{PARTNER}last_name"]:
            people.append(to_player_data(data, PARTNER))
        return people


class NewEntryForm(EntryForm, CreationForm):
    """Register an entry, in a centre if the tournament has some: it plays in one of them."""

    centre = CentreChoiceField(empty_label=_("choisir"))

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer_centres(self, tournament, is_required=True)
        if "centre" in self.fields:
            self.fields["table_number"].help_text = _("Vide : le prochain numéro du centre.")


class EntryDataForm(EntryForm, EditForm):
    """Correct an entry; its table cannot change here."""

    @classmethod
    def for_entry(cls, entry: Entry, data: Any = None) -> Self:
        initial: dict[str, Any] = {"team": entry.team.name if entry.team else ""}
        players = entry.players.order_by("pk")
        for prefix, player in zip(("", PARTNER), players, strict=False):
            for name in PLAYER_FIELDS:
                initial[prefix + name] = getattr(player, name)
        form = cls(data, initial=initial)
        del form.fields["table_number"]
        return form

    def get_label(self, name: str) -> str:
        label = super().get_label(name)
        is_partner = name.startswith(PARTNER)
        return gettext("%(field)s, second joueur") % {"field": label} if is_partner else label


class ArbiterRangeForm(RowsForm):
    """Assign an arbiter, or none, to a range of tables."""

    first = forms.IntegerField(label=_("De la table"), min_value=1, max_value=MAX_TABLE)
    last = forms.IntegerField(label=_("à la table"), min_value=1, max_value=MAX_TABLE)
    arbiter = forms.ModelChoiceField(
        label=_("Arbitre"),
        queryset=User.objects.none(),
        required=False,
        empty_label=_("personne"),
    )

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._tables = tournament.tables.all()
        field = self.fields["arbiter"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = list_officers(tournament, *CORRECTING_ROLES)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        first, last = data.get("first"), data.get("last")
        if first and last and last < first:
            self.add_error("last", _("La dernière table vient avant la première."))
        return data

    def get_chosen_tables(self) -> list[Table]:
        data = self.cleaned_data
        tables = self._tables.select_related("arbiter")
        return list(tables.filter(number__range=(data["first"], data["last"])))

    def list_values(self) -> FieldValues:
        rows = self._tables.order_by("number").values_list("number", "arbiter__username")
        return {str(number): username or "" for number, username in rows}

    def list_typed(self) -> FieldValues:
        arbiter = self.cleaned_data["arbiter"]
        username = arbiter.get_username() if arbiter else ""
        return {str(table.number): username for table in self.get_chosen_tables()}

    def get_label(self, name: str) -> str:
        return gettext("Table %(number)s") % {"number": name}

    def describe(self, name: str, value: FieldValue) -> str:
        return str(value) or gettext("personne")


def list_offered_roles(tournament: Tournament) -> list[Role]:
    """List the roles of its discipline; that of a centre only where there are centres."""
    powers, has_centres = get_role_powers(tournament.discipline), tournament.centres.exists()
    roles = [role for role in ROLES_BY_POWER if role in powers]
    return [role for role in roles if has_centres or role is not Role.CENTRE_JUDGE]


class StaffForm(CreationForm):
    username = forms.CharField(
        label=_("Nom du compte"),
        max_length=150,
        validators=[UnicodeUsernameValidator()],
        help_text=_(
            "Un compte de l’organisation, ou un nouveau : sans espace, par exemple jean.dupont."
        ),
        widget=forms.TextInput(
            attrs={
                "autocomplete": "off",
                "autocapitalize": "none",
                "list": "accounts",
                "autofocus": True,
            }
        ),
    )
    name = forms.CharField(
        label=_("Nom affiché"),
        max_length=MAX_NAME,
        required=False,
        help_text=_("Pour un nouveau compte : prénom et nom."),
    )
    role = forms.MultipleChoiceField(
        label=_("Rôles"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Cochez au moins un rôle.")},
    )

    centre = CentreChoiceField(empty_label=_("partout"))

    def __init__(self, tournament: Tournament, data: Any = None) -> None:
        """Offer the roles of the discipline of ``tournament``, and its centres."""
        super().__init__(data)
        discipline = tournament.discipline
        self._powers = get_role_powers(discipline)
        self._roles = list_offered_roles(tournament)
        offer_centres(self, tournament)
        cast(forms.MultipleChoiceField, self.fields["role"]).choices = [
            (role.value, get_role_name(role, discipline)) for role in self._roles
        ]

    @property
    def powers(self) -> list[tuple[Any, Any]]:
        """Return each box with the powers of its role."""
        powers = [self._powers[role] for role in self._roles]
        return list(zip(self["role"], powers, strict=True))

    def get_service_arguments(self) -> dict[str, Any]:
        """Return the arguments for the service."""
        data = self.cleaned_data
        names = {"username": data["username"], "name": data["name"]}
        return {**names, "roles": data["role"], "centre": data.get("centre")}

    def get_invitation_roles(self) -> list[str] | None:
        """Return the roles of an invitation, None if invalid; the other fields are ignored."""
        self.full_clean()
        for name in ("username", "name"):
            self.errors.pop(name, None)
        if not self.errors and self.cleaned_data.get("centre"):
            self.add_error("centre", _("Un lien d’invitation donne des rôles partout."))
        return None if self.errors else self.cleaned_data["role"]
