"""Django settings. Values that differ between installations come from config.env only."""

from datetime import timedelta
from urllib.parse import urlsplit

from django.utils.csp import CSP

from config.database import build_database_settings
from config.env import BASE_DIR, ConfigurationError, read_environment
from config.logs import build_logging_config, configure_structlog
from config.servers.mail import build_mailers

try:
    ENV = read_environment()
except ConfigurationError as error:
    # SystemExit, not an exception: every entry point (manage.py, server, worker) then
    # prints the sentence and stops, instead of a traceback.
    raise SystemExit(str(error)) from None

DEBUG = ENV.debug
SECRET_KEY = ENV.secret_key
SECRET_KEY_FALLBACKS = ENV.former_keys
ALLOWED_HOSTS = ENV.allowed_hosts
CSRF_TRUSTED_ORIGINS = ENV.csrf_trusted_origins

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.sitemaps",
    "django.forms",
    "django_htmx",
    "axes",
    "tournament",
    "tournament.classic",
    "tournament.topping",
    "tournament.practice",
    "arbitrage",
    "arbitrage.classic",
    "arbitrage.archive",
    "arbitrage.event",
    "config",
]

MIDDLEWARE = [
    "config.observation.access_log.AccessLogMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "config.assets.static.StaticMiddleware",
    # a club has no proxy to compress; Django pads its answers against BREACH
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    # outside of what answers errors without a view, such as a lost CSRF token
    "config.htmx_errors.HtmxErrorMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "config.outage.OutageMiddleware",
    # last: it turns a refused sign-in into the lockout answer
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.csp",
                "django.template.context_processors.i18n",
                "django.template.context_processors.tz",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tournament.views.zone_and_paper.paper",
                "tournament.views.public.sharing.build_canonical_url",
                "config.assets.shell.add_shell_worker",
            ],
            "builtins": ["tournament.templatetags.names"],
        },
    }
]

# Widgets may have a template of the project: ``templates/django/forms``.
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

# --- Database -----------------------------------------------------------------------
DB_TRANSACTION_POOLING = ENV.db_transaction_pooling
DATABASES = {
    "default": build_database_settings(
        ENV.database_url,
        password=ENV.database_password,
        pool_max=ENV.db_pool_max,
        options=ENV.db_options,
        transaction_pooling=DB_TRANSACTION_POOLING,
    )
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Broker and bus -----------------------------------------------------------------
REDIS_URL = ENV.redis_url
BROKER_URL = ENV.broker_url
BUS_PREFIX = ENV.bus_prefix
BUS_SHARDED = ENV.bus_sharded

# --- Sign-in ------------------------------------------------------------------------
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
PASSWORD_HASHERS = ["tournament.services.accounts.password_hasher.QueuedPasswordHasher"]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
] + [{"NAME": "tournament.views.registration.passwords.GuessableWordsValidator"}]
# The devices of a hall share one address: one person's typing errors must not lock the others out.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = 8
AXES_HANDLER = "tournament.views.registration.sign_in_limit.NetworkLimitHandler"
AXES_COOLOFF_TIME = timedelta(minutes=10)
# Somebody who goes on trying must not keep a whole network out for longer.
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_RESET_ON_SUCCESS = True
AXES_LOCKOUT_TEMPLATE = "registration/lockout.html"
AXES_VERBOSE = False
# Logs are kept longer than failed sign-ins in the database: they must not contain typed text.
AXES_CLIENT_STR_CALLABLE = "tournament.views.registration.authentication_log.describe_attempt"
# The list of successful sign-ins is never read nor deleted.
AXES_DISABLE_ACCESS_LOG = True

PASSWORD_RESET_TIMEOUT = 24 * 3600

# --- Messages -----------------------------------------------------------------------
MAILERS = build_mailers(ENV.email_url)
HAS_MAIL = bool(ENV.email_url)
# Without a mail server no message is sent, and the pages that need one do not exist.
SILENCED_SYSTEM_CHECKS = [] if HAS_MAIL else ["mail.W001"]
DEFAULT_FROM_EMAIL = ENV.email_from or "duplicata@localhost"

# --- Transport and browser security -------------------------------------------------
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = ENV.is_secure
# Browsers accept a cookie with this prefix only from this host, over TLS, with path "/".
COOKIE_PREFIX = "__Host-" if ENV.is_secure else ""
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}sessionid", f"{COOKIE_PREFIX}csrftoken"
MESSAGE_STORAGE = "tournament.views.device.CookieMessageStorage"
SESSION_COOKIE_AGE = 14 * 24 * 3600
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True  # a script finds the token in its page
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
SECURE_SSL_REDIRECT = ENV.is_secure
SECURE_REDIRECT_EXEMPT = [r"^sante/"]  # requested by the container itself, without TLS
SECURE_HSTS_SECONDS = ENV.hsts_seconds if ENV.is_secure else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = ENV.is_secure
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
# Without scripts a page sends a field for each ticked person of a tournament (views/ticked.py).
DATA_UPLOAD_MAX_NUMBER_FIELDS = 25_000
# Older Safari does not let 'self' cover the socket's scheme, so it is spelled out.
_socket_origin = f"{'wss' if ENV.is_secure else 'ws'}://{urlsplit(ENV.public_url).netloc}"
SECURE_CSP = {
    "default-src": [CSP.NONE],
    "object-src": [CSP.NONE],
    "script-src": [CSP.SELF],
    "style-src": [CSP.SELF],
    "img-src": [CSP.SELF],
    "font-src": [CSP.SELF],
    "connect-src": [CSP.SELF, _socket_origin],
    "manifest-src": [CSP.SELF],
    "form-action": [CSP.SELF],
    "frame-ancestors": [CSP.NONE],
    "base-uri": [CSP.NONE],
}

# --- Static files -------------------------------------------------------------------
STATIC_URL = "/static/"
STATIC_ROOT = ENV.static_root
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "config.assets.static.ModuleManifestStorage"
        if ENV.static_manifest
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
# The service worker identifies a version by its files' hashes: without them there is none.
SHELL_WORKER = ENV.shell_worker and ENV.static_manifest
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_MIMETYPES = {".svg": "image/svg+xml; charset=utf-8"}
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = not ENV.static_manifest

# --- Language and time --------------------------------------------------------------
LANGUAGE_CODE = "fr"
# A language is offered once its catalogue is complete.
LANGUAGES = [("fr", "Français")]
if len(LANGUAGES) > 1:  # it makes all pages vary with Accept-Language, also in shared caches
    MIDDLEWARE.insert(
        MIDDLEWARE.index("config.htmx_errors.HtmxErrorMiddleware"),
        "django.middleware.locale.LocaleMiddleware",
    )
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = ENV.time_zone
USE_I18N = USE_TZ = True

# --- Duplicata ----------------------------------------------------------------------
PUBLIC_URL = ENV.public_url
OPERATOR_NAME, OPERATOR_CONTACT = ENV.operator_name, ENV.operator_contact
SOURCE_URL = ENV.source_url
LEXICON_PATH = ENV.lexicon_path
LEXICON_DIR = ENV.lexicon_dir
PAPER_SIZE = ENV.paper_size
BACKUP_DIR = ENV.backup_dir
BACKUP_EVERY = timedelta(minutes=ENV.backup_minutes)
BACKUP_KEEP = ENV.backup_keep
RESULT_PROFILE_DIR = ENV.result_profile_dir
EVENT_HOSTS = ENV.event_hosts
TOURNAMENT_CREATION = ENV.tournament_creation
SELF_REGISTRATION = ENV.self_registration == "open"
HAND_IN_GRACE = timedelta(milliseconds=ENV.hand_in_grace_ms)

# Rows of one answer of the public interface.
NINJA_PAGINATION_MAX_LIMIT = 1000

# --- Logs ---------------------------------------------------------------------------
configure_structlog()
LOGGING_CONFIG = "logging.config.dictConfig"
LOGGING = build_logging_config(json=ENV.log_json, level=ENV.log_level, access=ENV.access_log)
METRICS_HOST, METRICS_PORT = ENV.metrics_host, ENV.metrics_port
SENTRY_DSN, TRACING = ENV.sentry_dsn, ENV.tracing
