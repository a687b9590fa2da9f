"""The installation's lexica: the list, the import of another, its progress and report."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from tournament.core.errors import BadSetting, NotAllowed, RoomError, WrongState
from tournament.core.jobs import JobState
from tournament.models import LexiconImport, Tournament, WordList
from tournament.queries.access import may_read_import, require_organiser, usable_lexica
from tournament.queries.clock import now
from tournament.queries.lexica import BUILT_IN, base_lexicon, current_imports
from tournament.services import jobs, lexica
from tournament.views.fair_play import require_no_table_in_play
from tournament.views.organiser.lexica_forms import LexiconForm
from tournament.views.staff import for_accounts, form_status, is_htmx, signed_in, telling
from tournament.words.lexica import report_csv
from tournament.words.messages import explain

#: Refused lines on the page; the file has them all.
SHOWN = 200

type InstallationPage = Callable[..., HttpResponse]


def for_organisers(page: InstallationPage) -> InstallationPage:
    """A page of the installation, for accounts that organise some tournament.

    One about an import that was removed meanwhile says so and leads to the list.
    """

    @for_accounts
    @wraps(page)
    def guarded(request: HttpRequest, /, *args: Any, **kwargs: Any) -> HttpResponse:
        require_organiser(signed_in(request))
        # What an import says of words is an answer about them.
        require_no_table_in_play(request)
        try:
            return page(request, *args, **kwargs)
        except LexiconImport.DoesNotExist:
            # In the address, since a slow page may be sent there twice before it arrives.
            address = reverse("office-lexica", query={"gone": 1})
        return HttpResponseClientRedirect(address) if is_htmx(request) else redirect(address)

    return guarded


@dataclass(frozen=True)
class Listed:
    """A lexicon of the list; ``made`` is None for the installation's own, which never goes."""

    name: str
    count: int
    checksum: str
    made: LexiconImport | None
    tournaments: int
    #: Whether who looks at the list brought it, so that he may delete it when nobody uses it.
    own: bool = False


def _listed(by: User) -> list[Listed]:
    users = dict(Tournament.objects.values_list("lexicon").annotate(Count("pk")).order_by())
    own = base_lexicon()
    found = [Listed(BUILT_IN, len(own), own.checksum, None, users.get(BUILT_IN, 0))]
    done = LexiconImport.objects.filter(state=JobState.DONE).defer("content", "report")
    first = {one.name: one for one in done.order_by("name", "pk").distinct("name")}
    last = list(current_imports().filter(name__in=usable_lexica(by)).select_related("by"))
    lists = WordList.objects.defer("content").in_bulk([one.word_list_id for one in last])
    for one in last:
        words = lists[one.word_list_id]
        his = lexica.may_change(first[one.name], by)
        used = users.get(one.name, 0)
        found.append(Listed(one.name, words.count, words.checksum, one, used, his))
    return found


def _unfinished(by: User) -> list[tuple[LexiconImport, bool]]:
    """His imports under way or refused, and nobody's, and whether he may remove them."""
    imports = LexiconImport.objects.exclude(state=JobState.DONE).defer("content", "report")
    imports = imports if by.is_superuser else imports.filter(Q(by=by) | Q(by=None))
    return [(one, lexica.may_remove(one, by)) for one in imports.select_related("by")]


@for_organisers
def lexica_page(request: HttpRequest) -> HttpResponse:
    """The lexica there are, and the form that brings another."""
    if request.method != "POST" and "gone" in request.GET:
        messages.info(request, _("Cet import n’est plus là : il a été retiré ou remplacé."))
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
    user = signed_in(request)
    context = {"form": form, "lexica": _listed(user), "unfinished": _unfinished(user)}
    return render(request, "organiser/lexica/list.html", context, status=form_status(form))


def _job(job_id: int) -> LexiconImport:
    return LexiconImport.objects.defer("content").get(pk=job_id)


def _readable(request: HttpRequest, job_id: int) -> LexiconImport:
    """Raises NotAllowed for another's list: its refused lines, too, are of a licensed file."""
    job = _job(job_id)
    if not may_read_import(signed_in(request), job):
        raise NotAllowed("private-lexicon", name=job.name)
    return job


def _words(job: LexiconImport) -> WordList | None:
    """None while there are none, and once they were let go."""
    return WordList.objects.defer("content").filter(imports=job.pk).first()


def _lexicon(name: str) -> LexiconImport | None:
    """What an import of ``name`` would replace, with its words and who brought it."""
    last = current_imports().select_related("by", "word_list").defer("word_list__content")
    return last.filter(name=name).first()


def _later(job: LexiconImport) -> LexiconImport | None:
    """The import that took the place of this one."""
    last = current_imports().filter(name=job.name).first() if job.done else None
    return last if last != job else None


@require_safe
@for_organisers
def progress(request: HttpRequest, job_id: int) -> HttpResponse:
    """One import: its bar while it runs, then its report. htmx fetches the part that moves."""
    job = _readable(request, job_id)
    refused, words = sum(job.report.get("refused", {}).values()), _words(job)
    context = {
        "job": job,
        "stuck": jobs.stuck(job, now=now()),
        "why": explain(BadSetting(job.failure["reason"], **job.failure["data"]))
        if job.failure
        else "",
        "lexicon": _lexicon(job.name) if job.asks else None,
        "refused": refused,
        "refusals": job.report.get("refusals", [])[:SHOWN],
        "shown": SHOWN,
        "words": words,
        "games": words.games.count() if words else 0,
        "later": _later(job),
        "tournaments": list(Tournament.objects.filter(lexicon=job.name)),
        "may_remove": lexica.may_remove(job, signed_in(request)),
    }
    name = "organiser/lexica/import.html" + ("#job" if is_htmx(request) else "")
    return render(request, name, context)


@require_safe
@for_organisers
def report(request: HttpRequest, job_id: int) -> HttpResponse:
    """The refused lines as a CSV file."""
    job = _readable(request, job_id)
    response = HttpResponse("\ufeff" + report_csv(job), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="lexique-refus-{job.pk}.csv"'
    return response


@require_POST
@for_organisers
def retry(request: HttpRequest, job_id: int) -> HttpResponse:
    return _sent(request, _job(job_id), lexica.retry_import)


@require_POST
@for_organisers
def replace(request: HttpRequest, job_id: int) -> HttpResponse:
    """The answer to an import that asks."""
    return _sent(request, _job(job_id), lexica.replace)


def _sent(request: HttpRequest, job: LexiconImport, send: Callable[..., None]) -> HttpResponse:
    try:
        send(job=job, by=signed_in(request), now=now())
    except RoomError as error:
        messages.error(request, explain(error))
    return redirect("office-lexicon", job.pk)


@require_POST
@for_organisers
def remove(request: HttpRequest, job_id: int) -> HttpResponse:
    """Forget an import that made no lexicon."""
    job = _job(job_id)
    try:
        lexica.remove_import(job=job, by=signed_in(request), now=now())
    except RoomError as error:
        messages.error(request, explain(error))
    else:
        messages.success(request, _("L’import « %(name)s » est retiré.") % {"name": job.name})
    return redirect("office-lexica")


@require_POST
@for_organisers
def delete(request: HttpRequest, job_id: int) -> HttpResponse:
    """Forget the lexicon that this import made."""
    job = _job(job_id)
    try:
        if not job.done:
            raise WrongState("lexicon-not-made")
        lexica.delete_lexicon(name=job.name, by=signed_in(request), now=now())
    except RoomError as error:
        messages.error(request, explain(error))
    else:
        messages.success(request, _("Le lexique « %(name)s » est effacé.") % {"name": job.name})
    return redirect("office-lexica")
