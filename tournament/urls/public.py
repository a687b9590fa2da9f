"""Addresses that everybody may open; those of a tournament begin with its name."""

from django.urls import path

from tournament.views.public import pages as public

urlpatterns = [
    path("", public.home, name="home"),
    path("<slug:slug>/", public.tournament_home, name="public-home"),
    path("<slug:slug>/live/", public.screen, name="public-screen"),
    path("<slug:slug>/token/", public.token, name="public-token"),
    path("<slug:slug>/ranking/", public.ranking, name="public-ranking"),
    path("<slug:slug>/ranking.csv", public.ranking_csv, name="public-ranking-csv"),
]
