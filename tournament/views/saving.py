"""Saving a form that carries a version (``views.versions``)."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, cast

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournament.core.errors import RoomError
from tournament.models import FormSubmission, Organisation, Tournament
from tournament.queries.clock import now
from tournament.services.prepared.lexicon_lock import lock_lexica_for_use
from tournament.services.submissions import begin_creation, lock_owner, record_edit
from tournament.views.shortcuts import SAFE_METHODS, get_signed_in_user
from tournament.views.versions import CreationForm, EditForm, VersionedForm, compute_digest

type OwnerPage[Owner, **P] = Callable[Concatenate[HttpRequest, Owner, P], HttpResponse]


def locks_owner[Owner: (Tournament, Organisation), **P](
    page: OwnerPage[Owner, P],
) -> OwnerPage[Owner, P]:
    """Decorate a page with an ``EditForm``: stored values are locked while they are compared."""
    return _lock(page, transaction.atomic)


def locks_owner_and_lexica[Owner: (Tournament, Organisation), **P](
    page: OwnerPage[Owner, P],
) -> OwnerPage[Owner, P]:
    """Decorate as ``locks_owner`` a page that changes a lexicon, whose lock comes before all
    others."""
    return _lock(page, lock_lexica_for_use)


def _lock[Owner: (Tournament, Organisation), **P](
    page: OwnerPage[Owner, P], begin: Callable[[], AbstractContextManager[object]]
) -> OwnerPage[Owner, P]:
    @wraps(page)
    def locked(request: HttpRequest, owner: Owner, /, *args: P.args, **kwargs: P.kwargs) -> Any:
        if request.method in SAFE_METHODS:
            return page(request, owner, *args, **kwargs)
        with begin():
            return page(request, lock_owner(owner), *args, **kwargs)

    return locked


@dataclass(frozen=True)
class Saving:
    """A form that is being saved."""

    creation: FormSubmission | None

    def redirect(self, name: str, *args: Any) -> HttpResponse:
        """Redirect to a page, also for whoever sends the same creation again."""
        response = redirect(name, *args)
        if self.creation is not None:
            self.creation.target = response.url
            self.creation.save(update_fields=["target"])
        return response


def saving(request: HttpRequest, form: VersionedForm) -> AbstractContextManager[Saving, bool]:
    """Save a valid form in one transaction; a RoomError becomes an error of the form.

    Raise AlreadySent for a creation that was sent before.
    """
    return cast(AbstractContextManager[Saving, bool], _save(request, form))


@contextmanager
def _save(request: HttpRequest, form: VersionedForm) -> Iterator[Saving]:
    origin: dict[str, Any] = {"path": request.path, "by": get_signed_in_user(request), "now": now()}
    try:
        with transaction.atomic():
            is_creation = isinstance(form, CreationForm)
            digest = compute_digest(request) if is_creation else ""
            yield Saving(begin_creation(digest=digest, **origin) if is_creation else None)
            if isinstance(form, EditForm) and form.changed_names:
                record_edit(fields=form.changed_names, **origin)
    except RoomError as error:
        form.report_error(error)
        return
    if isinstance(form, EditForm) and form.differences:
        _report_unchanged_values(request, form)


def _report_unchanged_values(request: HttpRequest, form: EditForm) -> None:
    """Name the values that others changed meanwhile and that were kept."""
    texts = [
        _("%(label)s : « %(value)s »")
        % {"label": form.get_label(row.name), "value": form.describe(row.name, row.current)}
        for row in form.differences
        if row.typed is None
    ]
    if texts:
        sentence = _("Changé entre-temps par quelqu’un d’autre, et gardé : %(values)s.")
        messages.info(request, sentence % {"values": " ; ".join(texts)})
