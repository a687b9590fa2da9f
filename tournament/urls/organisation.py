"""Addresses of an organisation: its settings, its people, its lists, its accounts."""

from django.urls import path

from tournament.views.organisation import account, accounts, settings

_ONE = "organisation/<int:organisation_id>/"
_ACCOUNTS = _ONE + "accounts/"
_ACCOUNT = _ACCOUNTS + "<int:user_id>/"

urlpatterns = [
    path(_ONE, settings.page, name="organisation"),
    path(_ACCOUNTS, accounts.page, name="organisation-accounts"),
    path(_ACCOUNTS + "cards/", accounts.cards, name="organisation-cards"),
    path(_ACCOUNTS + "invite/", accounts.invite, name="organisation-invite"),
    path(_ACCOUNTS + "changes/", accounts.changes, name="organisation-changes"),
    path(_ACCOUNT, account.page, name="organisation-account"),
    path(_ACCOUNT + "password/", account.password, name="organisation-account-password"),
    *(
        path(_ACCOUNT + f"{name}/", account.command, {"name": name}, f"organisation-account-{name}")
        for name in account.COMMANDS
    ),
]
