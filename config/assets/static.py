"""Static files: named by their content, so that browsers keep them, and served by ourselves."""

from collections.abc import Iterator
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage, Storage
from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

from config.assets.linker import link_script, link_styles

#: Modules that reach browsers as one file with all that they import. Two that stand on one page
#: must have nothing in common: what both import would run twice.
LINKED_SCRIPTS = (
    "js/frame.js",
    "js/shell/offline.js",
    "js/player/main.js",
    "js/public/updated_page.js",
    "js/public/game.js",
    "js/public/grids.js",
    "js/public/main.js",
    "js/public/page.js",
    "js/topping/public.js",
)

type Paths = dict[str, tuple[Storage, str]]


class ModuleManifestStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc] # untyped
    """Also joins what belongs to one page, and rewrites the other imports to the hashed names."""

    support_js_module_import_aggregation = True

    def post_process(self, paths: Paths, **options: Any) -> Iterator[Any]:
        yield from super().post_process({**paths, **linked(paths)}, **options)


def linked(paths: Paths) -> Paths:
    """The joined files, in place of the sources of the same names."""

    def read(name: str) -> str:
        storage, path = paths[name]
        with storage.open(path) as opened:
            return str(opened.read().decode())

    memory = InMemoryStorage()
    joined = {name: link_script(name, read) for name in LINKED_SCRIPTS if name in paths}
    for name in paths:
        if name.startswith("css/") and "@import" in read(name):
            joined[name] = link_styles(name, read)
    for name, text in joined.items():
        memory.save(name, ContentFile(text.encode()))
    return {name: (memory, name) for name in joined}


class StaticMiddleware(WhiteNoiseMiddleware):  # type: ignore[misc] # untyped
    """WhiteNoise that gives files whole: under ASGI a response cannot iterate over a file.

    Ours weigh some kilobytes, and a browser asks for each of them once.
    """

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        found = static_file.get_response(request.method, request.META)
        content = b""
        if found.file is not None:
            with found.file as opened:
                content = opened.read()
        response = HttpResponse(content, status=int(found.status))
        del response["content-type"]
        for name, value in found.headers:
            response[name] = value
        return response
