"""Ports: functions that an app calls in the apps above it, which it never imports.

A ``Port`` is filled with exactly one function, a ``MultiPort`` with one or more, in
``AppConfig.ready``. ``check_filled`` refuses an empty port at the start, ``fill`` and ``add``
refuse to fill one twice.
"""

from collections.abc import Iterator
from typing import Any

from django.core.exceptions import ImproperlyConfigured

#: All ports, by name.
_PORTS: "dict[str, Port[Any] | MultiPort[Any]]" = {}


class Port[F]:
    """A port that exactly one function fills."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._function: F | None = None
        _PORTS[name] = self

    def fill(self, function: F) -> None:
        """Fill the port. Raise ImproperlyConfigured if it is filled already."""
        if self._function is not None:
            raise ImproperlyConfigured(f"port {self.name}: filled twice")
        self._function = function

    @property
    def function(self) -> F:
        """Return the function of this port; raises ImproperlyConfigured if there is none."""
        if self._function is None:
            raise ImproperlyConfigured(f"port {self.name}: no app answers")
        return self._function

    @property
    def is_filled(self) -> bool:
        return self._function is not None


class MultiPort[F]:
    """A port that one function or more fill; iterate to call each."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._functions: list[F] = []
        _PORTS[name] = self

    def add(self, function: F) -> None:
        """Add a function. Raise ImproperlyConfigured if it was added before."""
        if function in self._functions:
            raise ImproperlyConfigured(f"port {self.name}: the same function twice")
        self._functions.append(function)

    def __iter__(self) -> Iterator[F]:
        return iter(self._functions)

    @property
    def is_filled(self) -> bool:
        return bool(self._functions)


def check_filled() -> None:
    """Raise ImproperlyConfigured with the names of the ports that no app has filled."""
    if missing := sorted(name for name, port in _PORTS.items() if not port.is_filled):
        raise ImproperlyConfigured(f"no app answers: {', '.join(missing)}")
