"""Addresses of an organisation: its settings, its people, its lists, its accounts."""

from django.urls import path

from tournament.views.organisation import settings, tournaments

_ONE = "organisation/<int:organisation_id>/"

urlpatterns = [
    path(_ONE, settings.page, name="organisation"),
    path(_ONE + "tournaments/", tournaments.page, name="organisation-tournaments"),
]
