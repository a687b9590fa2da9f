"""What makes a tablet's page an application: its manifest, and the worker that answers without
network. Only the shell is kept: no page with data, no answer of the server.
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

#: Beside the page without network: what it wears, and what brings a table back after a reload.
FILES = (
    "js/components/theme.js",
    "js/player/main.js",
    "css/play.css",
    "icons/icons.svg",
)
#: What brings the page back, told by the worker itself: one request less at a first visit.
SCRIPT = "js/shell/offline.js"
ICON_SIZES = (192, 512)
SCRIPT_TYPE = "text/javascript; charset=utf-8"


def shell(_request: HttpRequest) -> dict[str, str]:
    """For every template: the worker's address, or none, and then pages take leave of it."""
    return {"shell_worker": reverse("shell-worker") if settings.SHELL_WORKER else ""}


@require_safe
@cache_control(max_age=3600)
def manifest(_request: HttpRequest) -> JsonResponse:
    """What an installed Duplicata is called and opens with."""
    icons = [
        {"src": static(f"icons/icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
        for size in ICON_SIZES
    ]
    described = {
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
    return JsonResponse(described, content_type="application/manifest+json")


@require_safe
@never_cache
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker of this version, or, where it is switched off, one that goes away."""
    if not settings.SHELL_WORKER:
        return render(request, "shell/farewell.js", content_type=SCRIPT_TYPE)
    assert isinstance(staticfiles_storage, ManifestStaticFilesStorage)
    policy: Any = settings.SECURE_CSP
    described = {
        "version": staticfiles_storage.manifest_hash,
        "files": [static(name) for name in FILES],
        "script": static(SCRIPT),
        "text": staticfiles_storage.open(staticfiles_storage.stored_name(SCRIPT)).read().decode(),
        "page": render_to_string("shell/offline.html"),
        "policy": build_policy(policy),
    }
    context = {"shell": json.dumps(described, indent=1)}
    return render(request, "shell/worker.js", context, content_type=SCRIPT_TYPE)
