"""French words for the changes made to the accounts of an organisation."""

from collections.abc import Mapping

from django.urls import Resolver404, resolve
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from tournament.core.states import AccountChangeKind
from tournament.models import AccountChange, RoleChange
from tournament.presentation.roles import get_role_name

CHANGE_NAMES: Mapping[AccountChangeKind, Promise] = {
    AccountChangeKind.MADE: gettext_lazy("compte créé"),
    AccountChangeKind.INVITED: gettext_lazy("lien d’invitation donné"),
    AccountChangeKind.JOINED: gettext_lazy("entré dans l’organisation"),
    AccountChangeKind.LEFT: gettext_lazy("sorti de l’organisation, sans plus aucun rôle"),
    AccountChangeKind.PASSWORD: gettext_lazy("nouveau mot de passe"),
    AccountChangeKind.CARD: gettext_lazy("carte de connexion"),
    AccountChangeKind.RENAMED: gettext_lazy("nom affiché changé"),
    AccountChangeKind.CLOSED: gettext_lazy("compte fermé"),
    AccountChangeKind.REOPENED: gettext_lazy("compte rouvert"),
    AccountChangeKind.MANAGER_ADDED: gettext_lazy("gère l’organisation"),
    AccountChangeKind.MANAGER_REMOVED: gettext_lazy("ne gère plus l’organisation"),
}

#: Pages that a sign-in link can open, by URL name.
LINK_TARGETS: Mapping[str | None, Promise] = {
    "judge-desk": gettext_lazy("le pupitre du juge-arbitre"),
    "arbiter-list": gettext_lazy("les bulletins des arbitres"),
    "office-tournament": gettext_lazy("le bureau du tournoi"),
}


def get_link_target_name(target: str) -> Promise | None:
    try:
        return LINK_TARGETS.get(resolve(target).url_name)
    except Resolver404:
        return None


def describe_change(change: AccountChange | RoleChange) -> str:
    """Return what ``change`` did, without its author and date."""
    if isinstance(change, AccountChange) and "new" in change.data:
        return str(_("nom affiché : « %(old)s » → « %(new)s »") % change.data)
    if isinstance(change, AccountChange):
        return str(CHANGE_NAMES[AccountChangeKind(change.kind)])
    words = _("rôle donné : %(role)s") if change.given else _("rôle retiré : %(role)s")
    return words % {"role": get_role_name(change.role, change.tournament.discipline)}
