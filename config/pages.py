"""Django's pages under ASGI: a request runs in one thread, from the first middleware to the view.

Django would cross from the loop to the thread and back for every middleware; and one that knows no
coroutines, as WhiteNoise's, makes a thread wait for the loop in the middle. If the client leaves
just then, asgiref lets what was begun run on by itself, after `request_finished`: the connection
that it then takes never comes back to the pool, and ten of those are all that a process has.
"""

from typing import Any, override

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIHandler


class Pages(ASGIHandler):
    """No view or middleware of ours is a coroutine; one that was would be waited for."""

    _middleware_chain: Any

    @override
    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)
        self._middleware_chain = sync_to_async(self._middleware_chain)
