"""The web application of the tablets: its manifest, and the service worker that answers without
network. Only the shell is stored: no page with data, no answer of the server.
"""

import json
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.storage import ManifestStaticFilesStorage, staticfiles_storage
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.csp import build_policy
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

#: Files stored beside the offline page: its style, and what reopens a table after a reload.
SHELL_FILES = (
    "js/components/theme.js",
    "js/player/main.js",
    "css/tablet.css",
    "icons/icons.svg",
)
#: The script of the offline page, inlined in the worker: one request less at a first visit.
OFFLINE_SCRIPT = "js/shell/offline.js"
ICON_SIZES = (192, 512)
SCRIPT_TYPE = "text/javascript; charset=utf-8"


def add_shell_worker(_request: HttpRequest) -> dict[str, str]:
    """Return the worker's address for templates, or "", which makes pages unregister it."""
    return {"shell_worker": reverse("shell-worker") if settings.SHELL_WORKER else ""}


@require_safe
@cache_control(max_age=3600)
def manifest(_request: HttpRequest) -> JsonResponse:
    """Return the manifest: name, icons and first page of an installed Duplicata."""
    icons = [
        {"src": static(f"icons/icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
        for size in ICON_SIZES
    ]
    fields = {
        "id": "/",
        "name": _("Duplicata – tournois de Scrabble duplicate"),
        "short_name": "Duplicata",
        "lang": "fr",
        "start_url": reverse("table"),
        "scope": "/",
        "display": "standalone",
        "background_color": "#f8f6f1",
        "theme_color": "#0b5a4f",
        "icons": icons,
    }
    return JsonResponse(fields, content_type="application/manifest+json")


@require_safe
@never_cache
def worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker of this version or, if it is switched off, one that unregisters."""
    if not settings.SHELL_WORKER:
        return render(request, "shell/unregister.js", content_type=SCRIPT_TYPE)
    assert isinstance(staticfiles_storage, ManifestStaticFilesStorage)
    policy: Any = settings.SECURE_CSP
    fields = {
        "version": staticfiles_storage.manifest_hash,
        "files": [static(name) for name in SHELL_FILES],
        "script": static(OFFLINE_SCRIPT),
        "text": staticfiles_storage.open(staticfiles_storage.stored_name(OFFLINE_SCRIPT))
        .read()
        .decode(),
        "page": render_to_string("shell/offline.html"),
        "policy": build_policy(policy),
    }
    context = {"shell": json.dumps(fields, indent=1)}
    return render(request, "shell/worker.js", context, content_type=SCRIPT_TYPE)
