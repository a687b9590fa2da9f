"""Addresses of the room; the public's come last, they begin with a tournament's own name."""

from django.urls import include, path

urlpatterns = [
    path("", include("tournament.urls.organiser")),
    path("", include("tournament.urls.judge")),
    path("", include("tournament.urls.player")),
    path("", include("tournament.urls.public")),
]
