"""URLs of ``tournament``; public ones come last, because they begin with a tournament's slug."""

from django.urls import include, path

from tournament.views.registration import account, first_account, invitation, sign_up
from tournament.views.registration.sign_in import sign_in_by_link

urlpatterns = [
    path("accounts/link/<str:token>/", sign_in_by_link, name="sign-in-link"),
    path("accounts/first/", first_account.page, name="first-account"),
    path("account/", account.page, name="account"),
    path("account/forgotten/", sign_up.forgotten, name="password-reset"),
    path("account/forgotten/<uidb64>/<token>/", sign_up.new_password, name="new-password"),
    path("sign-up/", sign_up.request_sign_up, name="sign-up"),
    path("sign-up/<str:token>/", sign_up.confirm, name="sign-up-confirm"),
    path("invitation/<str:token>/", invitation.page, name="invitation"),
    path("", include("tournament.urls.organisation")),
    path("", include("tournament.urls.organiser")),
    path("", include("tournament.urls.judge")),
    path("", include("tournament.urls.player")),
    path("", include("tournament.urls.public")),
]
