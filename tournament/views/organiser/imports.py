"""Files of entries: upload, review of columns and lines, import, undo."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournament.core.states import Role
from tournament.models import EntryImport, PendingFile, Tournament
from tournament.queries.clock import now
from tournament.services.people import entry_imports, entry_removal
from tournament.views.import_page import (
    ImportForm,
    build_matching_form,
    render_pending_page,
    store_upload,
)
from tournament.views.saving import locks_owner, saving
from tournament.views.shortcuts import for_roles, get_form_status, get_signed_in_user, report_errors


@for_roles(Role.ORGANISER)
def upload(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Upload a file; it is stored and shown before the import."""
    form = ImportForm(request.POST or None, request.FILES or None)
    if request.method == "POST":
        form = ImportForm(request.POST, request.FILES)
        response = store_upload(request, form, tournament.organisation, tournament)
        if response is not None:
            return response
    context = {"tournament": tournament, "import_form": form, "section": "entries"}
    return render(request, "organiser/import_send.html", context, status=get_form_status(form))


@for_roles(Role.ORGANISER)
@locks_owner
def review(request: HttpRequest, tournament: Tournament, file_id: int) -> HttpResponse:
    """Show the plan of the import; a POST stores the decisions and may import the file."""
    files = PendingFile.objects.select_related("organisation", "tournament")
    pending = get_object_or_404(files, pk=file_id, tournament=tournament, expires_at__gt=now())
    form = build_matching_form(request, pending)
    if request.method == "POST" and form.is_valid():
        by = get_signed_in_user(request)
        if "drop" in request.POST:
            entry_imports.delete_file(pending=pending, by=by, now=now())
            return redirect("office-entries", tournament.slug)
        with saving(request, form):
            form.save_decisions(by=by, now=now())
        if form.is_saved and "import" in request.POST:
            with report_errors(form):
                _, added = entry_imports.import_entries(pending=pending, by=by, now=now())
                sentence = ngettext("%(n)d inscription faite.", "%(n)d inscriptions faites.", added)
                messages.success(request, sentence % {"n": added})
                return redirect("office-entries", tournament.slug)
    context = {"tournament": tournament, "section": "entries"}
    return render_pending_page(request, "organiser/import.html", pending, form, context)


@require_POST
@for_roles(Role.ORGANISER)
def undo(request: HttpRequest, tournament: Tournament, import_id: int) -> HttpResponse:
    """Delete all entries of an import, or none."""
    entry_import = get_object_or_404(EntryImport, pk=import_id, tournament=tournament)
    removed_count = entry_removal.undo_import(
        entry_import=entry_import, by=get_signed_in_user(request), now=now()
    )
    sentence = ngettext(
        "%(n)d inscription supprimée.", "%(n)d inscriptions supprimées.", removed_count
    )
    messages.success(request, sentence % {"n": removed_count})
    return redirect("office-entries", tournament.slug)
