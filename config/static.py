"""Static files: named by their content, so that browsers keep them, and served by ourselves."""

from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile
from whitenoise.storage import CompressedManifestStaticFilesStorage


class ModuleManifestStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc] # untyped
    """Also rewrites the imports between ES modules to the hashed names."""

    support_js_module_import_aggregation = True


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
