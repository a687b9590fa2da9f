"""Django's test client without the work that no test looks at."""

from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.backends.base import VALID_KEY_CHARS
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest
from django.template import Context, RequestContext
from django.test import Client, utils
from django.test.signals import template_rendered
from django.utils.crypto import get_random_string

_sign_in = Client.force_login


def lighten_clients() -> None:
    """Replace the client's sign-in and Django's instrumented rendering; before Django's set-up of
    the tests."""
    for owner, name, function in (
        (Client, "force_login", force_login),
        (utils, "instrumented_test_render", render_template),
    ):
        setattr(owner, name, function)


def force_login(client: Client, user: User, backend: str | None = None) -> None:
    """Store the session of a signed-in account, without what Django and axes do at a sign-in, nor a
    query whether its key is free."""
    if settings.SESSION_COOKIE_NAME in client.cookies:
        return _sign_in(client, user, backend)
    request = HttpRequest()
    request.session = SessionStore()
    request.session[SESSION_KEY] = str(user.pk)
    request.session[BACKEND_SESSION_KEY] = backend or client._get_backend()  # type: ignore[attr-defined]
    request.session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    request.session._session_key = get_random_string(32, VALID_KEY_CHARS)
    row = request.session.create_model_instance(dict(request.session.items()))
    row.save(force_insert=True)
    client._set_login_cookies(request)  # type: ignore[attr-defined]
    return None


def render_template(template: Any, context: Context) -> Any:
    """Render, and keep the context of a page for ``response.context``: not those of its parts."""
    if context.template is template and isinstance(context, RequestContext):
        template_rendered.send(sender=template, template=template, context=context)
    return template.nodelist.render(context)
