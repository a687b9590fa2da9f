"""Addresses of the live sockets."""

from django.urls import path

from tournament.live.consumer import refuse_socket, serve_live_socket, serve_update_socket

#: ``v1`` is the version of the protocol; a page of an older release keeps asking for its own.
websocket_urlpatterns = [
    path("live/v1/<str:token>/", serve_live_socket),  # type: ignore[arg-type]  # an ASGI application
    path("live/beside/v1/<str:token>/", serve_update_socket),  # type: ignore[arg-type]
    path("<path:anything>", refuse_socket),  # type: ignore[arg-type]
]
