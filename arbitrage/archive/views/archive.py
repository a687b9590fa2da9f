"""The pages to download the archive of a tournament, to see its backups and to restore one."""

from collections.abc import Sequence
from datetime import timedelta
from hashlib import sha256

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import content_disposition_header
from django.utils.timezone import get_default_timezone
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from arbitrage.archive.core.file_names import build_file_name
from arbitrage.archive.core.manifest import SUFFIX
from arbitrage.archive.presentation.backup_failures import explain_failure
from arbitrage.archive.queries.backup_jobs import add_checks
from arbitrage.archive.queries.backups import (
    count_changes_since,
    get_last_backup,
    list_backup_files,
    list_backup_paths,
)
from arbitrage.archive.queries.lines import ArchiveSource
from arbitrage.archive.queries.restoration import find_origin
from arbitrage.archive.queries.unfinished import find_unfinished_games, has_open_tables
from arbitrage.archive.services.archive import export_archive
from arbitrage.archive.services.restoring import create_from_archive
from arbitrage.archive.services.restoring.checking import CheckedArchive, check_archive
from tournament.core.errors import RoomError
from tournament.core.states import Role
from tournament.models import Organisation, Tournament
from tournament.queries.access import list_managed_organisations, require_creator
from tournament.queries.chain import list_heads, list_tournament_heads
from tournament.queries.clock import now
from tournament.services.accounts.organisations import find_or_create_managed_organisation
from tournament.views.saving import saving
from tournament.views.shortcuts import (
    for_accounts,
    for_roles,
    get_form_status,
    get_signed_in_user,
    report_errors,
)
from tournament.views.versions import CreationForm

#: Maximum size of an uploaded archive, below the limit of ``config.request_limits``. Archives of
#: large tournaments have about a quarter of it.
MAX_FILE_SIZE = 16 * 1024**2
#: Maximum unpacked size, which a request holds in memory.
MAX_UNPACKED_SIZE = 200 * 1024**2
#: Maximum number of turns whose solutions are computed during the request.
MAX_TURNS = 600


class DownloadForm(forms.Form):
    shared = forms.BooleanField(required=False)
    accepts_secrets = forms.BooleanField(
        label=gettext_lazy("Je garde ce fichier secret jusqu’à la fin"),
        required=False,
    )


class RestoreForm(CreationForm):
    """``organisation`` is limited to those that the account manages."""

    file = forms.FileField(
        label=gettext_lazy("Fichier d’archive"),
        widget=forms.ClearableFileInput({"accept": ".zip,application/zip"}),
    )
    organisation = forms.ModelChoiceField(
        queryset=Organisation.objects.none(), label=gettext_lazy("Organisation")
    )

    #: Digest of the file that was refused and that the organiser restores nevertheless.
    accepted = forms.CharField(required=False, max_length=64)
    discrepancies: Sequence[str] = ()

    @property
    def digest(self) -> str:
        """Return the digest of the file that was sent."""
        return sha256(self.cleaned_data.get("file", b"")).hexdigest()

    def report_error(self, error: RoomError) -> None:
        super().report_error(error)
        self.discrepancies = error.data.get("discrepancies", ())

    def clean_file(self) -> bytes:
        upload = self.cleaned_data["file"]
        if upload.size > MAX_FILE_SIZE:
            raise forms.ValidationError(
                _("Ce fichier est trop grand : %(most)d Mo au plus. Utilisez manage.py restore.")
                % {"most": MAX_FILE_SIZE // 1024**2}
            )
        content: bytes = upload.read()
        return content


def _render_page(request: HttpRequest, tournament: Tournament, form: DownloadForm) -> HttpResponse:
    backup = get_last_backup(tournament)
    made_at = backup.made_at if backup else None
    context = {
        "tournament": tournament,
        "form": form,
        "heads": [*list_heads(tournament), *list_tournament_heads(tournament)],
        "unfinished_games": find_unfinished_games(ArchiveSource(tournament)),
        "has_open_tables": has_open_tables(ArchiveSource(tournament)),
        "backup": backup,
        "backup_failure": explain_failure(backup),
        "changes_since": count_changes_since(tournament, made_at) if made_at else None,
        "backup_age_minutes": (now() - made_at) // timedelta(minutes=1) if made_at else None,
        "folder": settings.BACKUP_DIR,
        "backups": list_backup_paths(tournament, settings.BACKUP_DIR),
        "listed": add_checks(list_backup_files(tournament, settings.BACKUP_DIR)),
        "managed": list_managed_organisations(request.user).filter(pk=tournament.organisation_id),
        "backup_interval_minutes": max(1, settings.BACKUP_EVERY // timedelta(minutes=1)),
        "restored": find_origin(tournament),
        "section": "settings",
    }
    return render(request, "arbitrage/archive/archive.html", context, status=get_form_status(form))


@require_safe
@for_roles(Role.ORGANISER)
def page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return _render_page(request, tournament, DownloadForm())


@require_POST
@for_roles(Role.ORGANISER, archived=True)
def download(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Download the archive."""
    form = DownloadForm(request.POST)
    if form.is_valid():
        at = now()
        with report_errors(form):
            content = export_archive(
                tournament=tournament,
                accepts_secrets=form.cleaned_data["accepts_secrets"],
                is_shared=form.cleaned_data["shared"],
                by=get_signed_in_user(request),
                now=at,
            )
            name = build_file_name(
                tournament.name, at, get_default_timezone(), is_shared=form.cleaned_data["shared"]
            )
            return build_file_response(content, name)
    return _render_page(request, tournament, form)


def build_file_response(content: bytes, name: str) -> HttpResponse:
    """Return the archive as a download."""
    disposition = content_disposition_header(as_attachment=True, filename=name) or ""
    return HttpResponse(
        content,
        content_type="application/zip",
        headers={"Content-Disposition": disposition, "Cache-Control": "no-store"},
    )


def _check_file(form: RestoreForm, user: User) -> CheckedArchive | RoomError:
    """Check the archive before anything is locked; return the error if it is refused."""
    try:
        return check_archive(
            content=form.cleaned_data["file"],
            organisation=form.cleaned_data["organisation"]
            or find_or_create_managed_organisation(user, now()),
            accept_unverified=form.cleaned_data["accepted"] == form.digest,
            max_size=MAX_UNPACKED_SIZE,
            max_turns=MAX_TURNS,
        )
    except RoomError as error:
        return error


@require_http_methods(["GET", "HEAD", "POST"])
@for_accounts
def restore(request: HttpRequest) -> HttpResponse:
    """Restore a tournament from a file, for accounts that may create one; they become its
    organiser."""
    user = get_signed_in_user(request)
    require_creator(user)
    form = RestoreForm(request.POST or None, request.FILES or None)
    organisations = list_managed_organisations(user)
    choice = form.fields["organisation"]
    assert isinstance(choice, forms.ModelChoiceField)
    choice.queryset = organisations
    choice.required = organisations.count() > 1
    if form.is_valid():
        checked = _check_file(form, user)
        with saving(request, form) as saved:
            # Inside: a file that is sent twice is answered as the first time.
            if isinstance(checked, RoomError):
                raise checked
            restored = create_from_archive(checked=checked, organiser=user, by=user, now=now())
            messages.success(request, _("« %(name)s » est remis.") % {"name": restored.name})
            return saved.redirect("tournament-file", restored.slug)
    context = {
        "form": form,
        "suffix": SUFFIX,
        "has_several_organisations": organisations.count() > 1,
    }
    return render(request, "arbitrage/archive/restore.html", context, status=get_form_status(form))
