"""Every address of the site: the rooms' own files, sign-in, translations, health."""

from django.contrib.auth import views as auth
from django.urls import include, path
from django.views.i18n import JavaScriptCatalog

from config import health
from tournament.views.registration.sign_in import SignIn

urlpatterns = [
    path("sante/vie", health.alive, name="health-alive"),
    path("sante/pret", health.ready, name="health-ready"),
    path("accounts/login/", SignIn.as_view(), name="login"),
    path("accounts/logout/", auth.LogoutView.as_view(), name="logout"),
    path(
        "jsi18n/",
        JavaScriptCatalog.as_view(packages=["tournament", "arbitrage"]),
        name="javascript-catalog",
    ),
    path("", include("arbitrage.urls")),
    path("", include("tournament.urls")),
]

handler500 = "config.outage.on_error"
