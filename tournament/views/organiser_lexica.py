"""The installation's lexica: the list, the import of another, its progress and report."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.access import require_organiser
from tournament.clock import now
from tournament.core.errors import BadSetting, RoomError
from tournament.core.jobs import JobState
from tournament.lexica import BUILT_IN, base_lexicon
from tournament.messages import explain
from tournament.models import LexiconImport, Tournament, WordList
from tournament.services import jobs, lexica
from tournament.templatetags.lexica import report_csv
from tournament.views.forms_lexica import LexiconForm
from tournament.views.staff import for_accounts, form_status, is_htmx, signed_in, telling

#: Imports under way or refused that the list shows.
RECENT = 5
#: Refused lines on the page; the file has them all.
SHOWN = 200

type Page = Callable[..., HttpResponse]


def for_organisers(page: Page) -> Page:
    """A page of the installation, for accounts that organise some tournament."""

    @for_accounts
    @wraps(page)
    def guarded(request: HttpRequest, /, *args: Any, **kwargs: Any) -> HttpResponse:
        require_organiser(signed_in(request))
        return page(request, *args, **kwargs)

    return guarded


@dataclass(frozen=True)
class Listed:
    """A lexicon of the list; ``made`` is None for the installation's own, which never goes."""

    name: str
    count: int
    checksum: str
    made: LexiconImport | None
    tournaments: int
    #: Whether who looks at the list may delete it.
    may_go: bool = False


def _listed(by: User) -> list[Listed]:
    users = dict(Tournament.objects.values_list("lexicon").annotate(Count("pk")).order_by())
    own = base_lexicon()
    found = [Listed(BUILT_IN, len(own), own.checksum, None, users.get(BUILT_IN, 0))]
    made = LexiconImport.objects.filter(state=JobState.DONE).defer("content", "report")
    first: dict[str, LexiconImport] = {}
    last: dict[str, LexiconImport] = {}
    for one in made.select_related("by").order_by("name", "pk"):
        first.setdefault(one.name, one)
        last[one.name] = one
    lists = WordList.objects.defer("content").in_bulk([one.word_list_id for one in last.values()])
    for name, one in last.items():
        words = lists[one.word_list_id]
        used = users.get(name, 0)
        may_go = not used and lexica.may_change(first[name], by)
        found.append(Listed(name, words.count, words.checksum, one, used, may_go))
    return found


@for_organisers
def lexica_page(request: HttpRequest) -> HttpResponse:
    """The lexica there are, and the form that brings another."""
    form = LexiconForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        upload = form.cleaned_data["file"]
        with telling(form):
            job = lexica.ask_import(
                name=form.cleaned_data["name"],
                file_name=upload.name or "",
                content=upload.read(),
                by=signed_in(request),
                now=now(),
            )
            return redirect("office-lexicon", job.pk)
    open_imports = LexiconImport.objects.exclude(state=JobState.DONE).defer("content", "report")
    context = {"form": form, "lexica": _listed(signed_in(request)), "recent": open_imports[:RECENT]}
    return render(request, "lexica/list.html", context, status=form_status(form))


def _job(job_id: int) -> LexiconImport:
    return get_object_or_404(LexiconImport.objects.defer("content"), pk=job_id)


def _words(job: LexiconImport) -> WordList | None:
    return WordList.objects.defer("content").filter(imports=job.pk).first()


@require_safe
@for_organisers
def progress(request: HttpRequest, job_id: int) -> HttpResponse:
    """One import: its bar while it runs, then its report. htmx fetches the part that moves."""
    job = _job(job_id)
    refused = sum(job.report.get("refused", {}).values())
    context = {
        "job": job,
        "stuck": jobs.stuck(job, now=now()),
        "why": explain(BadSetting(job.failure["reason"], **job.failure["data"]))
        if job.failure
        else "",
        "refused": refused,
        "refusals": job.report.get("refusals", [])[:SHOWN],
        "shown": SHOWN,
        "words": _words(job),
    }
    name = "lexica/import.html" + ("#job" if is_htmx(request) else "")
    return render(request, name, context)


@require_safe
@for_organisers
def report(_request: HttpRequest, job_id: int) -> HttpResponse:
    """The refused lines as a CSV file."""
    job = _job(job_id)
    response = HttpResponse("\ufeff" + report_csv(job), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="lexique-refus-{job.pk}.csv"'
    return response


@require_POST
@for_organisers
def retry(request: HttpRequest, job_id: int) -> HttpResponse:
    job = _job(job_id)
    try:
        lexica.retry_import(job=job, by=signed_in(request), now=now())
    except RoomError as error:
        messages.error(request, explain(error))
    return redirect("office-lexicon", job_id)


@require_POST
@for_organisers
def delete(request: HttpRequest, job_id: int) -> HttpResponse:
    """Forget the lexicon that this import made."""
    job = _job(job_id)
    try:
        lexica.delete_lexicon(name=job.name, by=signed_in(request), now=now())
    except RoomError as error:
        messages.error(request, explain(error))
    else:
        messages.success(request, _("Le lexique « %(name)s » est effacé.") % {"name": job.name})
    return redirect("office-lexica")
