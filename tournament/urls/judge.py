"""Addresses of the judge's desk."""

from django.urls import path

from tournament.topping.views.judge import topping
from tournament.views.judge import page as judge

_TOPPING = "judge/<slug:slug>/topping/<int:number>/"

urlpatterns = [
    path("judge/<slug:slug>/", judge.page, name="judge-desk"),
    path("judge/<slug:slug>/desk/", judge.desk, name="judge-desk-part"),
    path("judge/<slug:slug>/token/", judge.token, name="judge-token"),
    path("judge/<slug:slug>/take/", judge.take, name="judge-take"),
    path("judge/<slug:slug>/scene/", judge.scene, name="judge-scene"),
    path("judge/<slug:slug>/ask/<slug:name>/", judge.ask, name="judge-ask"),
    path("judge/<slug:slug>/do/<slug:name>/", judge.command, name="judge-command"),
    path(_TOPPING, topping.page, name="judge-topping"),
    path(_TOPPING + "start/", topping.start, name="judge-topping-start"),
    path(_TOPPING + "found/", topping.found, name="judge-topping-found"),
    path(_TOPPING + "take-back/", topping.take_back, name="judge-topping-take-back"),
]
