"""Settings for tools that need Django but no service: type checker, makemigrations, tests.

They set what production refuses: debugging and a key that everybody knows.
"""

import os

from config.env import DEVELOPMENT_KEY_PREFIX

for _name, _value in {
    "DEBUG": "1",
    "SECRET_KEY": DEVELOPMENT_KEY_PREFIX + "connue-de-tous-et-refusee-en-production",
    "DATABASE_URL": "postgresql://postgres@localhost/duplicata",
    "REDIS_URL": "redis://localhost:6379/0",
    "STATIC_MANIFEST": "0",
}.items():
    os.environ.setdefault(_name, _value)

from config.settings import *  # noqa: E402, F403 - the environment had to come first
