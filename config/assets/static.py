"""Static files: named by a hash of their content, cached by browsers, served by WhiteNoise."""

import contextlib
import os
from collections.abc import Iterator
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage, Storage
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import IsDirectoryError, MissingFileError, StaticFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

from config.assets.bundler import bundle_script, bundle_styles

#: Modules that browsers load as one file with all their imports. Two of the same page must have no
#: import in common: it would run twice.
BUNDLED_SCRIPTS = (
    "js/form_pages.js",
    "js/shell/offline.js",
    "js/player/main.js",
    "js/public/updated_clocks.js",
    "js/public/updated_page.js",
    "js/public/game.js",
    "js/public/grids.js",
    "js/public/main.js",
    "js/public/page.js",
    "js/practice/own_games.js",
    "js/topping/public.js",
)

type Paths = dict[str, tuple[Storage, str]]


class ModuleManifestStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc] # untyped
    """Also bundles the files of a page, and rewrites the other imports to the hashed names."""

    support_js_module_import_aggregation = True

    def post_process(self, paths: Paths, **options: Any) -> Iterator[Any]:
        yield from super().post_process({**paths, **bundle_files(paths)}, **options)


def bundle_files(paths: Paths) -> Paths:
    """Return the bundled files, which replace the sources of the same names."""

    def read_source(name: str) -> str:
        storage, path = paths[name]
        with storage.open(path) as file:
            return str(file.read().decode())

    memory_storage = InMemoryStorage()
    bundles = {name: bundle_script(name, read_source) for name in BUNDLED_SCRIPTS if name in paths}
    for name in paths:
        if name.startswith("css/") and "@import" in read_source(name):
            bundles[name] = bundle_styles(name, read_source)
    for name, text in bundles.items():
        memory_storage.save(name, ContentFile(text.encode()))
    return {name: (memory_storage, name) for name in bundles}


class StaticMiddleware(WhiteNoiseMiddleware):  # type: ignore[misc] # untyped
    """WhiteNoise that reads whole files: under ASGI a response cannot iterate over a file.

    The files have some kilobytes, and a browser requests each of them once.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        self._find_newer_file(request.path_info)
        return super().__call__(request)  # type: ignore[no-any-return]  # untyped

    def _find_newer_file(self, path: str) -> None:
        """Add a file that another release has collected since this process started."""
        if self.autorefresh or path in self.files or not path.startswith(self.static_prefix):
            return
        root = os.path.join(self.static_root, "")
        file = root + path.removeprefix(self.static_prefix)
        if self.url_is_canonical(path) and self.path_is_child_of(file, root):
            with contextlib.suppress(MissingFileError, IsDirectoryError):
                self.add_file_to_dictionary(path, file)

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        try:
            static_response = static_file.get_response(request.method, request.META)
        except FileNotFoundError:  # of an older release, deleted since this process started
            return HttpResponseNotFound()
        content = b""
        if static_response.file is not None:
            with static_response.file as file:
                content = file.read()
        response = HttpResponse(content, status=int(static_response.status))
        del response["content-type"]
        for name, value in static_response.headers:
            response[name] = value
        return response
