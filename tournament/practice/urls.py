"""Addresses of games played alone; they begin with no tournament, except the replay of its game."""

from django.urls import path

from tournament.practice.views import pages, play, search

urlpatterns = [
    path("essayer/", play.trial, name="practice-trial"),
    path("essayer/<int:number>/", play.trial, name="practice-trial-turn"),
    path("seul/", pages.index, name="practice"),
    path("seul/recherche/<uuid:uid>/", search.show, name="practice-search"),
    path("seul/recherche/<uuid:uid>/begin/", search.begin, name="practice-search-begin"),
    path("seul/recherche/<uuid:uid>/retry/", search.retry, name="practice-search-retry"),
    path("seul/coup/", play.command, name="practice-command"),
    path("seul/parties/", pages.own_games, name="practice-own-games"),
    path("seul/parties/delete/", pages.delete_all, name="practice-delete-all"),
    path("seul/parties/<uuid:uid>/", play.play_account_game, name="practice-account-play"),
    path("seul/parties/<uuid:uid>/coup/", play.account_command, name="practice-account-command"),
    path("seul/parties/<uuid:uid>/delete/", pages.delete, name="practice-delete"),
    path("seul/partie/<str:token>/", play.play_device_game, name="practice-play"),
    path("<slug:slug>/games/<int:number>/replay/", pages.replay, name="practice-replay"),
]
