"""Addresses that everybody may open; those of a tournament begin with its name."""

from django.urls import path

from tournament.views.api.v1 import api
from tournament.views.public import pages as public
from tournament.views.public import ranking
from tournament.views.public.tables import tables

urlpatterns = [
    path("", public.home, name="home"),
    path("api/v1/", api.urls),
    path("<slug:slug>/", public.tournament_home, name="public-home"),
    path("<slug:slug>/live/", public.screen, name="public-screen"),
    path("<slug:slug>/tables/", tables, name="public-tables"),
    path("<slug:slug>/token/", public.token, name="public-token"),
    path("<slug:slug>/ranking/", ranking.page, name="public-ranking"),
    path("<slug:slug>/ranking.csv", ranking.as_csv, name="public-ranking-csv"),
]
