"""Addresses of the room; the public's come last, they begin with a tournament's own name."""

from django.urls import include, path

from tournament.views.registration.sign_in import sign_in_by_link

urlpatterns = [
    path("accounts/link/<str:token>/", sign_in_by_link, name="sign-in-link"),
    path("", include("tournament.urls.organiser")),
    path("", include("tournament.urls.judge")),
    path("", include("tournament.urls.player")),
    path("", include("tournament.urls.public")),
]
