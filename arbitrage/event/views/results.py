"""The joint results: public once the host has published them, for the host before."""

from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from arbitrage.event.core.ranking import JointGroupKind, JointRow
from arbitrage.event.models import Event
from arbitrage.event.presentation.documents import build_joint_certificates, build_result_files
from arbitrage.event.presentation.results import PARTS, build_table, list_groups, select_rows
from arbitrage.event.queries.joint import EventState, load_state
from arbitrage.event.queries.sheet import load_sheet
from arbitrage.event.services.event_archive import build_event_archive
from tournament.core.errors import BadSetting, WrongState
from tournament.presentation.files.spreadsheet import CSV, XLSX, FileKind
from tournament.queries.access import list_managed_organisations
from tournament.views.download import download
from tournament.views.organiser.paper import parse_last_rank
from tournament.views.pdf import build_pdf_response
from tournament.views.result_files import download_result_file, list_downloads
from tournament.views.shortcuts import for_accounts, parse_number

#: Lines of a page of the ranking.
PAGE_LENGTH = 200
_KINDS: dict[str, FileKind] = {"csv": CSV, "xlsx": XLSX}


def _find_event(request: HttpRequest, event_slug: str) -> tuple[Event, bool]:
    """Return the event, and whether the account is its host's. Raise Http404."""
    event = get_object_or_404(
        Event.objects.select_related("organisation", "source"), slug=event_slug
    )
    organisations = list_managed_organisations(request.user)
    is_host = organisations.filter(pk=event.organisation_id).exists()
    if event.published_at is None and not is_host:
        raise Http404
    return event, is_host


def _find_hosted_event(request: HttpRequest, event_slug: str) -> Event:
    """Return the event, for its host. Raises Http404."""
    event, is_host = _find_event(request, event_slug)
    if not is_host:
        raise Http404
    return event


@dataclass(frozen=True, slots=True)
class RankingChoice:
    """The requested kind of group."""

    group_kind: JointGroupKind | None
    group: str

    @classmethod
    def from_request(cls, request: HttpRequest) -> "RankingChoice":
        name = request.GET.get("part", "")
        group_kind = JointGroupKind(name) if name in set(JointGroupKind) else None
        return cls(group_kind, request.GET.get("group", "")[:80])


@require_safe
@never_cache
def ranking(request: HttpRequest, event_slug: str) -> HttpResponse:
    event, is_host = _find_event(request, event_slug)
    state, choice = load_state(event), RankingChoice.from_request(request)
    rows = state.joint.rows
    selected = select_rows(rows, choice.group_kind, choice.group)
    context = {
        "event": event,
        "is_host": is_host,
        "state": state,
        "choice": choice,
        "parts": PARTS.items(),
        "groups": list_groups(rows, choice.group_kind) if choice.group_kind else [],
        "page": _paginate(request, selected),
        "numbers": state.joint.results.ranking_input.game_numbers,
        "missing": [row.centre for row in state.centres if row.status == "missing"],
        "waiting": [row.centre for row in state.centres if row.status != "counted"],
    }
    return render(request, "arbitrage/event/ranking.html", context)


def _paginate(request: HttpRequest, rows: list[JointRow]) -> Page[JointRow]:
    number = parse_number(request.GET.get("page", "")) or 1
    return Paginator(rows, PAGE_LENGTH).get_page(number)


@require_safe
@never_cache
def sheet(request: HttpRequest, event_slug: str, uid: str) -> HttpResponse:
    """Show one player's event, turn by turn."""
    event, is_host = _find_event(request, event_slug)
    state = load_state(event)
    row = _find_row(state, uid)
    context = {
        "event": event,
        "is_host": is_host,
        "state": state,
        "row": row,
        "ranks": [
            (PARTS[group_kind], row.groups[group_kind], row.ranks[group_kind])
            for group_kind in JointGroupKind
            if group_kind in row.groups
        ],
        "games": load_sheet(state, row),
    }
    return render(request, "arbitrage/event/sheet.html", context)


def _find_row(state: EventState, uid: str) -> JointRow:
    row = next((row for row in state.joint.rows if row.uid == uid), None)
    if row is None:
        raise Http404
    return row


@require_safe
@never_cache
def export(request: HttpRequest, event_slug: str, kind: str) -> HttpResponse:
    """Download the ranking, or a group of it, with licences: for the host."""
    event = _find_hosted_event(request, event_slug)
    if kind not in _KINDS:
        raise Http404
    state, choice = load_state(event), RankingChoice.from_request(request)
    rows = select_rows(state.joint.rows, choice.group_kind, choice.group)
    return download(build_table(state, rows, event.name), _KINDS[kind], event.slug)


@require_safe
@never_cache
@for_accounts
def certificates(request: HttpRequest, event_slug: str) -> HttpResponse:
    """Print certificates of the first three, or for ``?first=``, of the whole or of a group: for
    the host. Raise WrongState while the ranking can still change."""
    event = _find_hosted_event(request, event_slug)
    state, choice = load_state(event), RankingChoice.from_request(request)
    if state.is_provisional:
        raise WrongState("event-provisional")
    last_rank = parse_last_rank(request)
    rows = [
        row
        for row in select_rows(state.joint.rows, choice.group_kind, choice.group)
        if (row.ranks[choice.group_kind] if choice.group_kind and choice.group else row.rank)
        <= last_rank
    ]
    if not rows:
        raise BadSetting("nothing-to-print")
    document = build_joint_certificates(state, rows, choice.group_kind, choice.group)
    return build_pdf_response(document, f"diplomes-{event.slug}")


@require_safe
@never_cache
@for_accounts
def files(request: HttpRequest, event_slug: str) -> HttpResponse:
    """Show the files of the joint ranking in the profiles of federations: for the host."""
    event = _find_hosted_event(request, event_slug)
    state = load_state(event)
    result_files = build_result_files(event, state)
    context = {
        "event": event,
        "state": state,
        "profiles": list_downloads(result_files, "event-file", event.slug),
    }
    return render(request, "arbitrage/event/files.html", context)


@require_safe
@never_cache
@for_accounts
def file(request: HttpRequest, event_slug: str, key: str, scope: str) -> HttpResponse:
    event = _find_hosted_event(request, event_slug)
    result_files = build_result_files(event, load_state(event))
    return download_result_file(result_files, key, scope, event.slug)


@require_safe
@never_cache
def archive(request: HttpRequest, event_slug: str) -> HttpResponse:
    """Download the archive of the event: for the host, since it has those of the centres."""
    event = _find_hosted_event(request, event_slug)
    headers = {
        "Content-Disposition": f'attachment; filename="{event.slug}.epreuve.zip"',
        "Cache-Control": "no-store",
    }
    content = build_event_archive(event)
    return HttpResponse(content, content_type="application/zip", headers=headers)
