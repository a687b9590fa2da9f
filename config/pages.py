"""Django's pages under ASGI: a request runs in one thread, from the first middleware to the view.

Django would cross from the loop to the thread and back for every middleware; and one that knows no
coroutines, as WhiteNoise's, makes a thread wait for the loop in the middle. If the client leaves
just then, asgiref lets what was begun run on by itself, after `request_finished`: the connection
that it then takes never comes back to the pool, and ten of those are all that a process has.

The connection goes back as soon as the page is made. Django would keep it until the page is sent:
as long as the client likes, and for ever when sending fails.
"""

from typing import override

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.db import close_old_connections
from django.http import HttpRequest
from django.http.response import HttpResponseBase


class PageHandler(ASGIHandler):
    """No view or middleware of ours is a coroutine, and no answer of ours is made as it is sent."""

    @override
    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)

    @override
    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        return await sync_to_async(self._make)(request)

    def _make(self, request: HttpRequest) -> HttpResponseBase:
        try:
            return self.get_response(request)
        finally:
            close_old_connections()
