"""The backups of an organisation, and the page of each: download, rehearsal, copy."""

from django import forms
from django.conf import settings
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from arbitrage.archive.presentation.backups import (
    MAX_NAME,
    build_copy_name,
    explain_job,
    list_discrepancies,
    read_report,
)
from arbitrage.archive.queries.backup_jobs import add_checks, list_jobs
from arbitrage.archive.queries.backups import BackupFile, find_backup_file, list_backup_files
from arbitrage.archive.queries.lines import ArchiveSource
from arbitrage.archive.queries.unfinished import find_unfinished_games, has_open_tables
from arbitrage.archive.services import backup_jobs
from arbitrage.archive.views.archive import DownloadForm, build_file_response
from tournament.core.states import Role
from tournament.models import Organisation, Tournament
from tournament.protocol.update_channel import make_update_token
from tournament.queries.access import list_managed_organisations
from tournament.queries.clock import now
from tournament.services.prepared import jobs
from tournament.views.saving import saving
from tournament.views.shortcuts import (
    for_managers,
    for_roles,
    get_form_status,
    get_signed_in_user,
    is_htmx,
    report_errors,
)
from tournament.views.versions import CreationForm

#: Maximum number of backups of a tournament in the list of an organisation.
MAX_SHOWN = 5


class CopyForm(CreationForm):
    name = forms.CharField(label=_("Nom de la copie"), max_length=MAX_NAME)
    accepts_secrets = forms.BooleanField(
        label=_("Je garde la copie secrète jusqu’à la fin"), required=False
    )


@require_safe
@for_managers
def listing(request: HttpRequest, organisation: Organisation) -> HttpResponse:
    """List the backups of the tournaments that the account organises."""
    user, folder = get_signed_in_user(request), settings.BACKUP_DIR
    organised = organisation.tournaments.filter(staff__user=user, staff__role=Role.ORGANISER)
    files_by_tournament = [
        (tournament, files)
        for tournament in organised.order_by("-starts_on", "name")
        if (files := list_backup_files(tournament, folder))
    ]
    shown_files = [file for _, files in files_by_tournament for file in files[:MAX_SHOWN]]
    listed = {row.file.key: row for row in add_checks(shown_files)}
    context = {
        "organisation": organisation,
        "folder": folder,
        "is_folder_there": folder is not None and folder.is_dir(),
        "groups": [
            (tournament, [listed[file.key] for file in files[:MAX_SHOWN]], len(files))
            for tournament, files in files_by_tournament
        ],
        "section": "backups",
    }
    return render(request, "arbitrage/archive/backups/list.html", context)


def _get_file(tournament: Tournament, key: str) -> BackupFile:
    """Return the listed backup of the tournament with this key. Raise Http404."""
    file = find_backup_file(tournament, settings.BACKUP_DIR, key)
    if file is None:
        raise Http404
    return file


def _may_copy(user: User, tournament: Tournament) -> bool:
    return list_managed_organisations(user).filter(pk=tournament.organisation_id).exists()


def _render_page(
    request: HttpRequest,
    file: BackupFile,
    download_form: DownloadForm | None = None,
    copy: CopyForm | None = None,
) -> HttpResponse:
    tournament, work = file.tournament, list_jobs(file)
    job = work[0] if work else None
    forms_of_page = (
        download_form or DownloadForm(),
        copy or CopyForm(initial={"name": build_copy_name(file)}),
    )
    context = {
        "tournament": tournament,
        "file": file,
        "job": job,
        "token": make_update_token(job.update_channel) if job else "",
        "stuck": job is not None and jobs.is_stuck(job, now=now()),
        "why": explain_job(job) if job and job.is_failed else "",
        "discrepancies": list_discrepancies(job) if job else [],
        "report": read_report(job) if job else {},
        "copies": [row.copy for row in work if row.copy is not None],
        "download_form": forms_of_page[0],
        "form": forms_of_page[1],
        "unfinished_games": find_unfinished_games(ArchiveSource(tournament)),
        "has_open_tables": has_open_tables(ArchiveSource(tournament)),
        "may_copy": _may_copy(get_signed_in_user(request), tournament),
        "section": "settings",
    }
    template = "arbitrage/archive/backups/backup.html" + ("#job" if is_htmx(request) else "")
    status = max(get_form_status(form) for form in forms_of_page)
    return render(request, template, context, status=status)


@require_safe
@for_roles(Role.ORGANISER)
def page(request: HttpRequest, tournament: Tournament, backup: str) -> HttpResponse:
    """Show a backup and the last work on it. htmx fetches the part that changes."""
    return _render_page(request, _get_file(tournament, backup))


@require_POST
@for_roles(Role.ORGANISER, archived=True)
def download(request: HttpRequest, tournament: Tournament, backup: str) -> HttpResponse:
    """Download the file."""
    file, form = _get_file(tournament, backup), DownloadForm(request.POST)
    if form.is_valid():
        with report_errors(form):
            content = backup_jobs.download_backup(
                file=file,
                accepts_secrets=form.cleaned_data["accepts_secrets"],
                by=get_signed_in_user(request),
                now=now(),
            )
            return build_file_response(content, file.name)
    return _render_page(request, file, download_form=form)


@require_POST
@for_roles(Role.ORGANISER, archived=True)
def check(request: HttpRequest, tournament: Tournament, backup: str) -> HttpResponse:
    """Verify the file without restoring it."""
    file = _get_file(tournament, backup)
    backup_jobs.request_check(file=file, by=get_signed_in_user(request), now=now())
    return redirect("backup", tournament.slug, backup)


@require_POST
@for_roles(Role.ORGANISER, archived=True)
def copy(request: HttpRequest, tournament: Tournament, backup: str) -> HttpResponse:
    """Restore the file as a copy of the tournament."""
    file, form = _get_file(tournament, backup), CopyForm(request.POST)
    if form.is_valid():
        with saving(request, form) as saved:
            backup_jobs.request_copy(
                file=file,
                name=form.cleaned_data["name"],
                accepts_secrets=form.cleaned_data["accepts_secrets"],
                by=get_signed_in_user(request),
                now=now(),
            )
            return saved.redirect("backup", tournament.slug, backup)
    return _render_page(request, file, copy=form)


@require_POST
@for_roles(Role.ORGANISER, archived=True)
def retry(request: HttpRequest, tournament: Tournament, backup: str) -> HttpResponse:
    """Send work that does not advance to a worker again."""
    for job in list_jobs(_get_file(tournament, backup))[:1]:
        backup_jobs.retry_job(job=job, by=get_signed_in_user(request), now=now())
    return redirect("backup", tournament.slug, backup)
