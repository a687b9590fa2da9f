"""Addresses of the judge's desk."""

from django.urls import path

from tournament.views.judge import page as judge

urlpatterns = [
    path("judge/<slug:slug>/", judge.page, name="judge-desk"),
    path("judge/<slug:slug>/desk/", judge.desk, name="judge-desk-part"),
    path("judge/<slug:slug>/token/", judge.token, name="judge-token"),
    path("judge/<slug:slug>/take/", judge.take, name="judge-take"),
    path("judge/<slug:slug>/scene/", judge.scene, name="judge-scene"),
    path("judge/<slug:slug>/ask/<slug:name>/", judge.ask, name="judge-ask"),
    path("judge/<slug:slug>/do/<slug:name>/", judge.command, name="judge-command"),
]
