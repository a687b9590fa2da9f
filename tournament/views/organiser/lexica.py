"""The lexica of one's organisations: the list, the import of another, its progress and report."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.models import User
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from tournament.core.errors import BadSetting, RoomError, WrongState
from tournament.core.jobs import JobState
from tournament.models import LexiconImport, Organisation, Tournament, WordList
from tournament.presentation.lexica import refusals
from tournament.presentation.messages import explain
from tournament.presentation.spreadsheet import CSV
from tournament.protocol.update_channel import beside_token
from tournament.queries.access import offices, readable_imports, require_organiser
from tournament.queries.clock import now
from tournament.queries.lexica import BUILT_IN, base_lexicon, chosen_by, current_imports
from tournament.services.accounts.organisations import home_of
from tournament.services.prepared import jobs, lexica
from tournament.views.download import download
from tournament.views.fair_play import require_no_table_in_play
from tournament.views.organiser.lexica_forms import LexiconForm
from tournament.views.staff import for_accounts, form_status, is_htmx, signed_in, telling

#: Refused lines on the page; the file has them all.
SHOWN = 200

type InstallationPage = Callable[..., HttpResponse]


def for_organisers(page: InstallationPage) -> InstallationPage:
    """A page for accounts that organise some tournament.

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
    seen = readable_imports(by)
    chosen = _seen_tournaments(by).values_list("lexicon", "organisation").order_by()
    users = Counter({(name, home): n for name, home, n in chosen.annotate(Count("pk"))})
    own = base_lexicon()
    found = [Listed(BUILT_IN, len(own), own.checksum, None, _chosen(users, BUILT_IN, None))]
    done = LexiconImport.objects.filter(seen, state=JobState.DONE).defer("content", "report")
    each = done.order_by("name", "organisation_id", "pk").distinct("name", "organisation_id")
    first = {(one.name, one.organisation_id): one for one in each}
    last = list(current_imports().filter(seen).select_related("by", "organisation"))
    lists = WordList.objects.defer("content").in_bulk([one.word_list_id for one in last])
    for one in last:
        words = lists[one.word_list_id]
        his = lexica.may_change(first[one.name, one.organisation_id], by)
        used = _chosen(users, one.name, one.organisation_id)
        found.append(Listed(one.name, words.count, words.checksum, one, used, his))
    return found


def _seen_tournaments(by: User) -> QuerySet[Tournament]:
    """Those that may be told to have chosen a lexicon."""
    there = Tournament.objects.all()
    return there if by.is_superuser else there.filter(organisation__in=offices(by).values("pk"))


def _chosen(users: Counter[tuple[str, int]], name: str, home: int | None) -> int:
    """How many tournaments have chosen it; of what is for all, everybody's."""
    return sum(n for (used, at), n in users.items() if used == name and home in {at, None})


def _unfinished(by: User) -> list[tuple[LexiconImport, bool]]:
    """Imports under way or refused, and whether he may remove them."""
    imports = LexiconImport.objects.exclude(state=JobState.DONE).defer("content", "report")
    imports = imports.filter(readable_imports(by)).select_related("by", "organisation")
    return [(one, lexica.may_remove(one, by)) for one in imports]


@for_organisers
def lexica_page(request: HttpRequest) -> HttpResponse:
    """The lexica there are, and the form that brings another."""
    if request.method != "POST" and "gone" in request.GET:
        messages.info(request, _("Cet import n’est plus là : il a été retiré ou remplacé."))
    user = signed_in(request)
    form = LexiconForm(user, request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        upload = form.cleaned_data["file"]
        with telling(form):
            job = lexica.ask_import(
                name=form.cleaned_data["name"],
                file_name=upload.name or "",
                content=upload.read(),
                organisation=_home(form, user),
                by=user,
                now=now(),
            )
            return redirect("office-lexicon", job.pk)
    context = {"form": form, "lexica": _listed(user), "unfinished": _unfinished(user)}
    context["several"] = "organisation" in form.fields
    return render(request, "organiser/lexica/list.html", context, status=form_status(form))


def _home(form: LexiconForm, user: User) -> Organisation | None:
    """Whose the list is to be; None: everybody's."""
    if "organisation" in form.fields:
        return cast(Organisation | None, form.cleaned_data["organisation"])
    return offices(user).first() or home_of(user, now())


def _job(request: HttpRequest, job_id: int) -> LexiconImport:
    """Raises DoesNotExist for another organisation's, as for one that was removed."""
    seen = LexiconImport.objects.filter(readable_imports(signed_in(request)))
    return seen.defer("content").get(pk=job_id)


def _words(job: LexiconImport) -> WordList | None:
    """None while there are none, and once they were let go."""
    return WordList.objects.defer("content").filter(imports=job.pk).first()


def _lexicon(job: LexiconImport) -> LexiconImport | None:
    """What an import would replace, with its words and who brought it."""
    last = current_imports().select_related("by", "word_list").defer("word_list__content")
    return last.filter(name=job.name, organisation=job.organisation_id).first()


def _games(words: WordList, job: LexiconImport) -> int:
    """How many games keep them, of those that play with this lexicon."""
    games = words.games.all()
    if job.organisation_id is not None:
        games = games.filter(tournament__organisation=job.organisation_id)
    return games.count()


def _later(job: LexiconImport) -> LexiconImport | None:
    """The import that took the place of this one."""
    last = _lexicon(job) if job.done else None
    return last if last != job else None


@require_safe
@for_organisers
def progress(request: HttpRequest, job_id: int) -> HttpResponse:
    """One import: its bar while it runs, then its report. htmx fetches the part that moves."""
    job, user = _job(request, job_id), signed_in(request)
    refused, words = sum(job.report.get("refused", {}).values()), _words(job)
    context = {
        "job": job,
        "token": beside_token(job.room),
        "stuck": jobs.stuck(job, now=now()),
        "why": explain(BadSetting(job.failure["reason"], **job.failure["data"]))
        if job.failure
        else "",
        "lexicon": _lexicon(job) if job.asks else None,
        "refused": refused,
        "refusals": job.report.get("refusals", [])[:SHOWN],
        "shown": SHOWN,
        "words": words,
        "games": _games(words, job) if words else 0,
        "later": _later(job),
        "tournaments": list(chosen_by(job).filter(pk__in=_seen_tournaments(user).values("pk"))),
        "may_remove": lexica.may_remove(job, user),
    }
    name = "organiser/lexica/import.html" + ("#job" if is_htmx(request) else "")
    return render(request, name, context)


@require_safe
@for_organisers
def report(request: HttpRequest, job_id: int) -> HttpResponse:
    """The refused lines as a CSV file."""
    job = _job(request, job_id)
    return download(refusals(job), CSV, f"lexique-refus-{job.pk}")


@require_POST
@for_organisers
def retry(request: HttpRequest, job_id: int) -> HttpResponse:
    return _sent(request, _job(request, job_id), lexica.retry_import)


@require_POST
@for_organisers
def replace(request: HttpRequest, job_id: int) -> HttpResponse:
    """The answer to an import that asks."""
    return _sent(request, _job(request, job_id), lexica.replace)


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
    job = _job(request, job_id)
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
    job = _job(request, job_id)
    try:
        if not job.done:
            raise WrongState("lexicon-not-made")
        home, who = job.organisation, signed_in(request)
        lexica.delete_lexicon(name=job.name, organisation=home, by=who, now=now())
    except RoomError as error:
        messages.error(request, explain(error))
    else:
        messages.success(request, _("Le lexique « %(name)s » est effacé.") % {"name": job.name})
    return redirect("office-lexica")
