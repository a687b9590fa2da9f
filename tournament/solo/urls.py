"""Addresses of games played alone; they begin with no tournament, except the replay of its game."""

from django.urls import path

from tournament.solo.views import pages, play

urlpatterns = [
    path("essayer/", play.trial, name="solo-trial"),
    path("essayer/<int:number>/", play.trial, name="solo-trial-turn"),
    path("seul/", pages.alone, name="solo"),
    path("seul/coup/", play.command, name="solo-command"),
    path("seul/parties/", pages.own_games, name="solo-own-games"),
    path("seul/parties/delete/", pages.delete_all, name="solo-delete-all"),
    path("seul/parties/<uuid:uid>/", play.play_of_account, name="solo-account-play"),
    path("seul/parties/<uuid:uid>/coup/", play.account_command, name="solo-account-command"),
    path("seul/parties/<uuid:uid>/delete/", pages.delete, name="solo-delete"),
    path("seul/partie/<str:token>/", play.play_on_device, name="solo-play"),
    path("<slug:slug>/games/<int:number>/replay/", pages.replay, name="solo-replay"),
]
