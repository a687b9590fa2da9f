"""Django's pages under ASGI: a request runs in one thread, from the first middleware to the view.

Django would switch between event loop and thread for every middleware; a synchronous one, as
WhiteNoise's, makes a thread wait for the loop. If the client disconnects at that moment, asgiref
lets the view run on after `request_finished`: the connection that it takes then never returns to
the pool, which has ten.

The connection returns to the pool as soon as the response is built. Django would keep it until the
response is sent: as long as a slow client takes, and for ever if sending fails.
"""

from typing import override

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.db import close_old_connections
from django.http import HttpRequest
from django.http.response import HttpResponseBase


class PageHandler(ASGIHandler):
    """ASGI handler for synchronous views and middleware, and responses that are not streamed."""

    @override
    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)

    @override
    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        return await sync_to_async(self._build_response)(request)

    def _build_response(self, request: HttpRequest) -> HttpResponseBase:
        try:
            return self.get_response(request)
        finally:
            close_old_connections()
