"""The lexica of the user's organisations: list, import, progress and report."""

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
from tournament.presentation.files.spreadsheet import CSV
from tournament.presentation.lexica import build_refusal_table
from tournament.presentation.messages import explain
from tournament.protocol.update_channel import make_update_token
from tournament.queries.access import build_import_condition, list_offices, require_organiser
from tournament.queries.clock import now
from tournament.queries.lexica import (
    BUILT_IN,
    list_current_imports,
    list_tournaments_using,
    load_base_lexicon,
)
from tournament.services.accounts.organisations import find_or_create_managed_organisation
from tournament.services.prepared import jobs, lexica
from tournament.views.download import download
from tournament.views.fair_play import require_no_table_in_play
from tournament.views.organiser.lexica_forms import LexiconForm
from tournament.views.saving import saving
from tournament.views.shortcuts import for_accounts, get_form_status, get_signed_in_user, is_htmx

#: Maximum number of refused lines on the page; the file has all.
MAX_SHOWN_REFUSALS = 200

type InstallationPage = Callable[..., HttpResponse]


def for_organisers(page: InstallationPage) -> InstallationPage:
    """Decorate a page for accounts that organise some tournament.

    The page of an import that was removed redirects to the list, with a message.
    """

    @for_accounts
    @wraps(page)
    def guarded(request: HttpRequest, /, *args: Any, **kwargs: Any) -> HttpResponse:
        require_organiser(get_signed_in_user(request))
        # The report of an import says which words are admitted.
        require_no_table_in_play(request)
        try:
            return page(request, *args, **kwargs)
        except LexiconImport.DoesNotExist:
            # In the URL, not in the session: a slow page may be redirected twice before it shows.
            address = reverse("office-lexica", query={"gone": 1})
        return HttpResponseClientRedirect(address) if is_htmx(request) else redirect(address)

    return guarded


@dataclass(frozen=True)
class LexiconRow:
    """A lexicon of the list; ``lexicon_import`` is None for the lexicon of the installation."""

    name: str
    count: int
    checksum: str
    lexicon_import: LexiconImport | None
    tournaments: int
    #: True if the user may delete it, once no tournament uses it.
    is_deletable: bool = False


def _list_lexicon_rows(by: User) -> list[LexiconRow]:
    readable = build_import_condition(by)
    lexicon_choices = (
        _list_visible_tournaments(by).values_list("lexicon", "organisation").order_by()
    )
    choices = Counter(
        {
            (name, organisation_id): count
            for name, organisation_id, count in lexicon_choices.annotate(Count("pk"))
        }
    )
    base = load_base_lexicon()
    rows = [
        LexiconRow(
            BUILT_IN, len(base), base.checksum, None, _count_choices(choices, BUILT_IN, None)
        )
    ]
    done_imports = LexiconImport.objects.filter(readable, state=JobState.DONE).defer(
        "content", "report"
    )
    first_imports = done_imports.order_by("name", "organisation_id", "pk").distinct(
        "name", "organisation_id"
    )
    first = {(row.name, row.organisation_id): row for row in first_imports}
    last = list(list_current_imports().filter(readable).select_related("by", "organisation"))
    lists = WordList.objects.defer("content").in_bulk([row.word_list_id for row in last])
    for row in last:
        words = lists[row.word_list_id]
        is_deletable = lexica.may_change(first[row.name, row.organisation_id], by)
        used = _count_choices(choices, row.name, row.organisation_id)
        rows.append(LexiconRow(row.name, words.count, words.checksum, row, used, is_deletable))
    return rows


def _list_visible_tournaments(by: User) -> QuerySet[Tournament]:
    """Return the tournaments whose choice of a lexicon the user may know."""
    tournaments = Tournament.objects.all()
    if by.is_superuser:
        return tournaments
    return tournaments.filter(organisation__in=list_offices(by).values("pk"))


def _count_choices(
    choices: Counter[tuple[str, int]], name: str, organisation_id: int | None
) -> int:
    """Count the tournaments that chose a lexicon; of a lexicon for all, in every organisation."""
    return sum(
        count
        for (chosen, owner), count in choices.items()
        if chosen == name and organisation_id in {owner, None}
    )


def _list_unfinished_imports(by: User) -> list[tuple[LexiconImport, bool]]:
    """List imports that run or failed, with True if the user may remove them."""
    imports = LexiconImport.objects.exclude(state=JobState.DONE).defer("content", "report")
    imports = imports.filter(build_import_condition(by)).select_related("by", "organisation")
    return [(row, lexica.may_remove(row, by)) for row in imports]


@for_organisers
def lexica_page(request: HttpRequest) -> HttpResponse:
    """List the lexica, with the form of an import."""
    if request.method != "POST" and "gone" in request.GET:
        messages.info(request, _("Cet import n’est plus là : il a été retiré ou remplacé."))
    user = get_signed_in_user(request)
    form = LexiconForm(user, request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        upload = form.cleaned_data["file"]
        with saving(request, form) as saved:
            job = lexica.request_import(
                name=form.cleaned_data["name"],
                file_name=upload.name or "",
                content=upload.read(),
                organisation=_get_owner(form, user),
                by=user,
                now=now(),
            )
            return saved.redirect("office-lexicon", job.pk)
    context = {
        "form": form,
        "lexica": _list_lexicon_rows(user),
        "unfinished": _list_unfinished_imports(user),
    }
    context["several"] = "organisation" in form.fields
    return render(request, "organiser/lexica/list.html", context, status=get_form_status(form))


def _get_owner(form: LexiconForm, user: User) -> Organisation | None:
    """Return the owner of a new lexicon; None for the whole installation."""
    if "organisation" in form.fields:
        return cast(Organisation | None, form.cleaned_data["organisation"])
    return list_offices(user).first() or find_or_create_managed_organisation(user, now())


def _get_import(request: HttpRequest, job_id: int) -> LexiconImport:
    """Return the import. Raise DoesNotExist if it was removed or is another organisation's."""
    readable = LexiconImport.objects.filter(build_import_condition(get_signed_in_user(request)))
    return readable.defer("content").get(pk=job_id)


def _find_word_list(job: LexiconImport) -> WordList | None:
    """Return the words of an import; None before they are read and after they were deleted."""
    return WordList.objects.defer("content").filter(imports=job.pk).first()


def _find_current_lexicon(job: LexiconImport) -> LexiconImport | None:
    """Return the lexicon that an import would replace."""
    current = list_current_imports().select_related("by", "word_list").defer("word_list__content")
    return current.filter(name=job.name, organisation=job.organisation_id).first()


def _count_games(words: WordList, job: LexiconImport) -> int:
    """Count the games of this lexicon that need its words."""
    games = words.games.all()
    if job.organisation_id is not None:
        games = games.filter(tournament__organisation=job.organisation_id)
    return games.count()


def _find_replacement(job: LexiconImport) -> LexiconImport | None:
    """Return the import that replaced this one."""
    current = _find_current_lexicon(job) if job.is_done else None
    return current if current != job else None


@require_safe
@for_organisers
def progress(request: HttpRequest, job_id: int) -> HttpResponse:
    """Show an import: its progress, then its report. htmx fetches the part that changes."""
    job, user = _get_import(request, job_id), get_signed_in_user(request)
    refused, words = sum(job.report.get("refused", {}).values()), _find_word_list(job)
    context = {
        "job": job,
        "token": make_update_token(job.update_channel),
        "stuck": jobs.is_stuck(job, now=now()),
        "why": explain(BadSetting(job.failure["reason"], **job.failure["data"]))
        if job.failure
        else "",
        "lexicon": _find_current_lexicon(job) if job.is_awaiting_confirmation else None,
        "refused": refused,
        "refusals": job.report.get("refusals", [])[:MAX_SHOWN_REFUSALS],
        "shown": MAX_SHOWN_REFUSALS,
        "words": words,
        "games": _count_games(words, job) if words else 0,
        "later": _find_replacement(job),
        "tournaments": list(
            list_tournaments_using(job).filter(pk__in=_list_visible_tournaments(user).values("pk"))
        ),
        "may_remove": lexica.may_remove(job, user),
    }
    name = "organiser/lexica/import.html" + ("#job" if is_htmx(request) else "")
    return render(request, name, context)


@require_safe
@for_organisers
def report(request: HttpRequest, job_id: int) -> HttpResponse:
    """Return the refused lines as a CSV file."""
    job = _get_import(request, job_id)
    return download(build_refusal_table(job), CSV, f"lexique-refus-{job.pk}")


@require_POST
@for_organisers
def retry(request: HttpRequest, job_id: int) -> HttpResponse:
    return _run_command(request, _get_import(request, job_id), lexica.retry_import)


@require_POST
@for_organisers
def replace(request: HttpRequest, job_id: int) -> HttpResponse:
    """Confirm an import that would replace a lexicon."""
    return _run_command(request, _get_import(request, job_id), lexica.replace_lexicon)


def _run_command(
    request: HttpRequest, job: LexiconImport, service: Callable[..., None]
) -> HttpResponse:
    try:
        service(job=job, by=get_signed_in_user(request), now=now())
    except RoomError as error:
        messages.error(request, explain(error))
    return redirect("office-lexicon", job.pk)


@require_POST
@for_organisers
def remove(request: HttpRequest, job_id: int) -> HttpResponse:
    """Remove an import that made no lexicon."""
    job = _get_import(request, job_id)
    try:
        lexica.remove_import(job=job, by=get_signed_in_user(request), now=now())
    except RoomError as error:
        messages.error(request, explain(error))
    else:
        messages.success(request, _("L’import « %(name)s » est retiré.") % {"name": job.name})
    return redirect("office-lexica")


@require_POST
@for_organisers
def delete(request: HttpRequest, job_id: int) -> HttpResponse:
    """Delete the lexicon of this import."""
    job = _get_import(request, job_id)
    try:
        if not job.is_done:
            raise WrongState("lexicon-not-made")
        user = get_signed_in_user(request)
        lexica.delete_lexicon(name=job.name, organisation=job.organisation, by=user, now=now())
    except RoomError as error:
        messages.error(request, explain(error))
    else:
        messages.success(request, _("Le lexique « %(name)s » est effacé.") % {"name": job.name})
    return redirect("office-lexica")
