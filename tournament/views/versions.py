"""Forms that carry their version, so that no change of another person is overwritten unseen.

An ``EditForm`` carries the values that its page showed: whoever saves it is told what others have
changed meanwhile, and saves again knowingly. A ``CreationForm`` carries a one-time key: sent twice,
it creates once. Templates have ``{{ form.version }}`` beside the CSRF token; for the views see
``views.saving``. Values are compared, not revisions, so that imports are seen as well.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from hashlib import sha256
from typing import Annotated, Any, ClassVar, cast
from uuid import uuid4

import msgspec
from django import forms
from django.forms.boundfield import BoundField
from django.http import HttpRequest, QueryDict
from django.utils import formats
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournament.core.errors import RoomError
from tournament.presentation.messages import explain
from tournament.queries.clock import now
from tournament.views.ticked import TickedField

#: Name of the hidden field.
VERSION = "version"
MAX_KEY = 64
#: A value as a browser sends it; a field of several values sends a list.
type FieldValue = str | list[str]
type FieldValues = Mapping[str, FieldValue]


def to_sent_value(field: BoundField, value: Any) -> FieldValue:
    """Convert a value of the field, initial or cleaned, to what a browser would send."""
    form_field, widget = field.field, field.field.widget
    if isinstance(form_field, forms.BooleanField):
        return str(bool(value))
    if isinstance(form_field, TickedField):
        return sorted(str(getattr(row, "pk", row)) for row in value or ())
    prepared = form_field.prepare_value(value)
    if isinstance(form_field, forms.MultipleChoiceField | forms.ModelMultipleChoiceField):
        return sorted(str(choice) for choice in prepared or ())
    if not isinstance(widget, forms.widgets.ChoiceWidget):
        prepared = widget.format_value(prepared)
    return "" if prepared is None else str(prepared)


class VersionedForm(forms.Form):
    """The base of forms that carry a version; without one nothing is accepted."""

    @property
    def version(self) -> SafeString:
        """Return the hidden field; a browser must not fill in an older version."""
        html = '<input type="hidden" name="{}" value="{}" autocomplete="off">'
        return format_html(html, VERSION, self.build_version())

    @property
    def sent_version(self) -> str:
        return str(self.data.get(VERSION, ""))

    def report_error(self, error: RoomError) -> None:
        """Show why a service refused what was typed."""
        self.add_error(None, explain(error))

    def build_version(self) -> str:
        raise NotImplementedError


class CreationForm(VersionedForm):
    """A form that creates something, once for each key."""

    def full_clean(self) -> None:
        super().full_clean()
        if self.is_bound and not self._has_key:
            sentence = _("Rien n’est créé : cette page est trop ancienne. Envoyez-la de nouveau.")
            self.add_error(None, sentence)

    @property
    def _has_key(self) -> bool:
        return 0 < len(self.sent_version) <= MAX_KEY

    def build_version(self) -> str:
        return self.sent_version if self.is_bound and self._has_key else uuid4().hex


def compute_digest(request: HttpRequest) -> str:
    """Return a digest of the account, the address and all that was sent, the key among it.

    The same key with another content, as after "Back", is another creation.
    """
    digest = sha256(f"{request.user.pk} {request.path}".encode())
    for name in sorted(request.POST.keys() - {"csrfmiddlewaretoken"}):
        digest.update(repr((name, request.POST.getlist(name))).encode())
    for name in sorted(request.FILES):
        for upload in request.FILES.getlist(name):
            digest.update(repr((name, upload.name, upload.size)).encode())
            upload.seek(0)
            for chunk in upload.chunks():
                digest.update(chunk)
            upload.seek(0)
    return digest.hexdigest()


class ShownPage(msgspec.Struct, frozen=True):
    """The version of an ``EditForm``: the values that its page showed, and when."""

    at: Annotated[datetime, msgspec.Meta(tz=True)]
    values: dict[str, str | list[str]]
    subject: str = ""


@dataclass(frozen=True)
class FieldDifference:
    """A value that another person changed since the page was shown."""

    name: str
    current: FieldValue
    #: None for a field that this person left as it was shown.
    typed: FieldValue | None


class EditForm(VersionedForm):
    """A form that changes stored values; its ``initial`` are the current ones.

    A field that only others changed keeps the current value. If both changed one, or without a
    version, the form is invalid and shows the ``differences``.
    """

    #: The id of the row, for a page whose address can become that of another one.
    subject = ""
    differences: tuple[FieldDifference, ...] = ()
    is_conflict = False
    #: True if a value that this person left as it was is not saved.
    merges: ClassVar[bool] = True
    #: The value of a field that the page did not have; None: unknown.
    missing: ClassVar[FieldValue | None] = None

    def list_values(self) -> FieldValues:
        """Return the stored values by field."""
        return {name: to_sent_value(self[name], self[name].initial) for name in self.fields}

    def list_typed(self) -> FieldValues:
        """Return the values that were sent, by field."""
        return {name: self._get_typed(self[name]) for name in self.fields}

    def _get_typed(self, field: BoundField) -> FieldValue:
        try:
            return to_sent_value(field, field.field.clean(field.data))
        except forms.ValidationError:
            return field.data if isinstance(field.data, list) else str(field.data or "")

    @cached_property
    def current(self) -> FieldValues:
        return self.list_values()

    @cached_property
    def shown_page(self) -> ShownPage | None:
        """Return the page that was sent; None without a readable version, or if it was of another
        row."""
        try:
            page = msgspec.json.decode(self.sent_version, type=ShownPage)
        except (msgspec.MsgspecError, UnicodeError):
            return None
        return page if page.subject == self.subject else None

    @property
    def changed_names(self) -> list[str]:
        """Return the names of the values that differ from the stored ones."""
        typed = self.list_typed()
        return [name for name, value in typed.items() if self.current.get(name, "") != value]

    def full_clean(self) -> None:
        if self.is_bound:
            self._compare(self.list_typed())
            self._keep_current()
        super().full_clean()
        self._refuse_conflict()

    def _compare(self, typed: FieldValues) -> None:
        page = self.shown_page
        differences = []
        for name, value in typed.items():
            current = self.current.get(name, "")
            earlier = page.values.get(name, self.missing) if page is not None else None
            if current not in (value, earlier):
                untouched = value == earlier and self.merges
                differences.append(FieldDifference(name, current, None if untouched else value))
        self.differences = tuple(differences)
        self.is_conflict = page is None or any(row.typed is not None for row in differences)

    def _keep_current(self) -> None:
        untouched = [row for row in self.differences if row.typed is None]
        if not untouched:
            return
        self.data = data = cast(QueryDict, self.data).copy()
        for row in untouched:
            values = row.current if isinstance(row.current, list) else [row.current]
            data.setlist(self.add_prefix(row.name), values)

    def _refuse_conflict(self) -> None:
        if not self.is_bound or not self.is_conflict:
            return
        if self.shown_page is None:
            sentence = _(
                "Rien n’est enregistré : cette page est trop ancienne. Relisez-la, puis "
                "enregistrez de nouveau."
            )
        else:
            sentence = _(
                "Rien n’est enregistré : ce qui suit a été changé pendant que vous remplissiez "
                "cette page. Votre saisie est restée : relisez-la, puis enregistrez de nouveau "
                "pour qu’elle remplace ce qui est enregistré maintenant."
            )
        self.add_error(None, sentence)

    def build_version(self) -> str:
        """Return the values to compare with later: the current ones once they were shown."""
        if self.is_bound and not self.is_conflict and self.shown_page is not None:
            return self.sent_version
        page = ShownPage(now(), dict(self.current), self.subject)
        return msgspec.json.encode(page).decode()

    def get_label(self, name: str) -> str:
        return str(self[name].label)

    def describe(self, name: str, value: FieldValue) -> str:
        """Return the value of a field in words; "" for an empty one."""
        field = self.fields[name]
        texts = value if isinstance(value, list) else [value]
        if isinstance(field, forms.BooleanField):
            return _("oui") if value == str(True) else _("non")
        if isinstance(field, forms.DateField) and value:
            return formats.date_format(field.to_python(str(value)) or "")
        if isinstance(field, forms.ChoiceField | forms.ModelChoiceField):
            choices = cast(Iterable[tuple[Any, Any]], field.choices)
            labels = {str(key): str(label) for key, label in choices}
            return ", ".join(labels.get(text, text) for text in texts)
        return ", ".join(texts)


class RowsForm(EditForm):
    """A form that gives a value to some rows of its page.

    Its version has the value of every row; only those of the chosen rows are compared.
    """

    merges = False
    missing = ""

    def full_clean(self) -> None:
        super(EditForm, self).full_clean()
        if self.is_bound:
            self._compare({} if self.errors else self.list_typed())
            self._refuse_conflict()

    def list_values(self) -> FieldValues:
        """Return the stored value of every row, by a name of the row."""
        raise NotImplementedError

    def list_typed(self) -> FieldValues:
        """Return the value that each chosen row gets; the form is valid otherwise."""
        raise NotImplementedError

    def get_label(self, name: str) -> str:
        raise NotImplementedError

    def describe(self, name: str, value: FieldValue) -> str:
        raise NotImplementedError
