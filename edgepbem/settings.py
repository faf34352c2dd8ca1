"""Settings, from the environment. With none set, all is local: SQLite, a bundled Redis, a built-in mail room.

SITE_URL           where players reach the server; any address but a local one turns DEBUG off
SECRET_KEY         required when DEBUG is off; SECRET_KEY_FALLBACKS: former ones, still valid for old links
DATABASE_URL       sqlite:////path or postgres://user:password@host/name
REDIS_URL          redis://host:port/number, or unix:///path for a socket file
VAR_DIR            where a running server keeps its files; var/ if not set
STORAGE            Django storage class for reports; STORAGE_OPTIONS: what it is called with, as JSON
EMAIL_URL          smtp+tls://user:password@host:587; without it they stay in the mail room or wait
REPLY_DOMAIN       the domain of reply addresses; the host of SITE_URL if not set
GATEWAY            host:port where the mail gateway listens; MAIL_RECEIVER: who sets Authentication-Results
IMAP_URL           imaps://user:password@host/INBOX: a mailbox to fetch replies from, without a gateway
ANYMAIL_*          settings of a mail provider; see django-anymail
PROXIES            how many proxies are in front of the web server
API_PACE           factor for the rate limits of pages and API (1)
RESOLVE_SECONDS    how long the rules may play one match, by the processor (5)
TICK_SECONDS       how often to look for what is due (30); CELERY_VISIBILITY: after how many seconds a task
                   that nobody finished is handed out again (3600)
GAMES              which games can be opened here: edge,dreamblade,scrappers
MOST_MATCHES       how many matches that are not over one player may have (200)
LOG_LEVEL          DEBUG, INFO, WARNING or ERROR (INFO)
"""

import gc
import os
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import django_stubs_ext
import environ
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _
from kombu import Queue

from edgepbem import __version__, bundled_redis, log_records, private_files
from edgepbem.broker import broker_url
from edgepbem.email_url import email_settings
from edgepbem.kept_secret import kept_secret

# Loading makes hundreds of thousands of objects that stay. With Python's own threshold (700), a sixth of each
# start went into looking for garbage among them.
gc.set_threshold(50_000, 20, 20)

django_stubs_ext.monkeypatch()

env = environ.Env()

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(env("VAR_DIR", default=str(BASE_DIR / "var")))  # where a running server writes
private_files.keep_private()

# Where players reach the server. A public one must not show its internals by mistake.
SITE_URL: str = env("SITE_URL", default="http://localhost:8000").rstrip("/")
SITE_HOST = urlsplit(SITE_URL).hostname or ""
THIS_MACHINE = ["localhost", "127.0.0.1", "[::1]"]
DEBUG: bool = env.bool("DEBUG", default=SITE_HOST in {"localhost", "127.0.0.1", "::1"})
SECRET_KEY: str = (
    kept_secret(VAR_DIR / "secret_key") if DEBUG and "SECRET_KEY" not in env else env("SECRET_KEY")
)
ALLOWED_HOSTS: list[str] = env.list("ALLOWED_HOSTS", default=[*THIS_MACHINE, SITE_HOST])
SECRET_KEY_FALLBACKS: list[str] = env.list("SECRET_KEY_FALLBACKS", default=[])
CSRF_TRUSTED_ORIGINS = [SITE_URL]
PROXIES: int = env.int("PROXIES", default=0)

# With https: cookies never travel unencrypted, and browsers remember to insist on it.
IS_SECURE = SITE_URL.startswith("https:")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = IS_SECURE
SECURE_HSTS_SECONDS = 31_536_000 if IS_SECURE else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = IS_SECURE
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]  # called by machines, from inside
if PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
# Page addresses may hold a token: no page is told more than the host of the one before, not even one of ours.
# With "no-referrer" browsers would send forms with the origin "null", which is refused as forged.
SECURE_REFERRER_POLICY = "strict-origin"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 60
SESSION_COOKIE_HTTPONLY = True
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "style-src": [SELF],
        "script-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

INSTALLED_APPS = [
    "django.contrib.admin.apps.SimpleAdminConfig",  # urls.py looks for its pages: other parts need none
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "csp",
    "anymail",
    "rest_framework",
    "knox",
    "drf_spectacular",
    "post",
    "accounts",
    "games",
    "edgepbem",
]

MIDDLEWARE = [
    "edgepbem.availability.AvailabilityMiddleware",  # the outermost: it sees what fails in all others
    "django.middleware.security.SecurityMiddleware",
    "edgepbem.keeping.KeepingMiddleware",
    "csp.middleware.CSPMiddleware",
    "edgepbem.doorkeeper.DoorkeeperMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "edgepbem.compression.CompressionMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.ReaderMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "edgepbem.missing.NotFoundMiddleware",  # the innermost: it sees what Django makes of a missing page
]

ROOT_URLCONF = "edgepbem.urls"
ASGI_APPLICATION = "edgepbem.asgi.application"
WSGI_APPLICATION = "edgepbem.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["post.inline_styles.Loader", "django.template.loaders.app_directories.Loader"],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "edgepbem.context.version",
            ],
        },
    },
]

# The database
DATABASE: dict[str, Any] = env.db("DATABASE_URL", default=f"sqlite:///{VAR_DIR / 'edgepbem.sqlite3'}")
if DATABASE["ENGINE"] == "django.db.backends.sqlite3":
    # A transaction that reads first and writes later fails at once if another one has written since, whatever
    # the timeout; one that begins IMMEDIATE waits for its turn. With WAL alone, readers wait for no one but
    # three of four such writers fail.
    DATABASE["OPTIONS"] = {
        "init_command": "PRAGMA journal_mode=WAL",
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
    } | DATABASE.get("OPTIONS", {})
    VAR_DIR.mkdir(parents=True, exist_ok=True)
private_files.tighten(VAR_DIR, str(DATABASE["NAME"]) if "sqlite3" in DATABASE["ENGINE"] else "")
# A connection is kept for the next request: opening one, and what SQLite does when the last one closes, costs
# more than most of what is asked.
DATABASES = {"default": {"CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True} | DATABASE}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# People
AUTH_USER_MODEL = "accounts.User"
LOGIN_URL = "sign_in"
LOGIN_REDIRECT_URL = "my_matches"
SESSION_ENGINE = "accounts.sessions"
# The second one is what sessions from before 0.6 name.
AUTHENTICATION_BACKENDS = ["accounts.backends.Accounts", "django.contrib.auth.backends.ModelBackend"]
KNOX_TOKEN_MODEL = "accounts.ApiToken"  # noqa: S105 (a name)
MIGRATION_MODULES = {"knox": None}  # its own table is never used, and would keep users from being deleted
REST_KNOX = {"TOKEN_TTL": None, "AUTH_HEADER_PREFIX": "Token", "TOKEN_PREFIX": "edge_"}
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("MinimumLengthValidator", "CommonPasswordValidator", "NumericPasswordValidator")
]

# Languages and times
LANGUAGE_CODE: str = env("LANGUAGE_CODE", default="en")
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGES = [
    (code, name)
    for code, name in [("en", _("English")), ("pl", _("Polish")), ("de", _("German"))]
    if code == "en" or (BASE_DIR / "locale" / code).is_dir()  # half a translation is worse than none
]
TIME_ZONE = "UTC"
USE_TZ = True

# Files
STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = VAR_DIR / "static"
STATIC_ROOT.mkdir(parents=True, exist_ok=True)  # WhiteNoise complains of one that is missing
MEDIA_ROOT = VAR_DIR / "media"  # reports; served only by a view that checks who may see them
DATA_UPLOAD_MAX_MEMORY_SIZE = 32 << 20  # emails that providers deliver; for pages see doorkeeper.py
FILE_UPLOAD_PERMISSIONS, FILE_UPLOAD_DIRECTORY_PERMISSIONS = 0o600, 0o700
STORAGES = {
    "default": {
        "BACKEND": env("STORAGE", default="edgepbem.files.WholeFileStorage"),
        "OPTIONS": env.json("STORAGE_OPTIONS", default={}),
    },
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
if DEBUG:  # no need to collect while working on a style sheet
    STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    WHITENOISE_USE_FINDERS = True

# Email: EMAIL_HOST and the like
MAIL_ROOM = DEBUG and "EMAIL_URL" not in env and "EMAIL_BACKEND" not in env  # a page that shows all emails
if MAIL_ROOM:
    EMAIL_BACKEND = "post.room.backend.MailRoomBackend"
else:
    globals().update(email_settings(env("EMAIL_URL", default="consolemail://")))
    if "EMAIL_BACKEND" in env:  # a provider of django-anymail
        EMAIL_BACKEND = env("EMAIL_BACKEND")
    if not DEBUG and globals().get("EMAIL_BACKEND") == "django.core.mail.backends.console.EmailBackend":
        EMAIL_BACKEND = "post.unset.UnsetBackend"  # whole emails, with their links, do not belong into a log
EMAIL_TIMEOUT = 20
MAIL_DOMAIN: str = env("REPLY_DOMAIN", default=SITE_HOST if "." in SITE_HOST else "edgepbem.localhost")
DEFAULT_FROM_EMAIL: str = env("DEFAULT_FROM_EMAIL", default=f"edgepbem@{MAIL_DOMAIN}")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
ANYMAIL: dict[str, Any] = {
    name.removeprefix("ANYMAIL_"): value for name, value in os.environ.items() if name.startswith("ANYMAIL_")
}
ANYMAIL.setdefault("IGNORE_UNSUPPORTED_FEATURES", True)  # some providers keep no metadata with an email
# How long a worker may keep an email it is sending: longer than a task may run. And how soon one
# that was not accepted is tried again; each further wait is twice as long.
LEASE_SECONDS: int = env.int("LEASE_SECONDS", default=600)
MAIL_RETRY_SECONDS: int = env.int("MAIL_RETRY_SECONDS", default=30)
# How long an email that asks for nothing waits for others, and a turn email for a player on the page.
MAIL_COMPANY_SECONDS: int = env.int("MAIL_COMPANY_SECONDS", default=120)
MAIL_PLAYING_SECONDS: int = env.int("MAIL_PLAYING_SECONDS", default=300)
MOST_HELP_AN_HOUR: int = env.int("MOST_HELP_AN_HOUR", default=30)  # emails to people we do not know
IMAP_URL: str = env("IMAP_URL", default="")  # a mailbox to fetch replies from
GATEWAY: str = env("GATEWAY", default="127.0.0.1:8025")
# Who verifies senders: the name that our own mail server writes into Authentication-Results.
MAIL_RECEIVER: str = env("MAIL_RECEIVER", default="")

# Seconds of the processor that the rules may take to play what was sent in for a match: a hundred times what
# they need. Without an end, one match could stop all others.
RESOLVE_SECONDS: float = env.float("RESOLVE_SECONDS", default=5.0)

# Games of which matches can be opened. `bluff` is the example for authors of games.
GAMES: list[str] = env.list("GAMES", default=["edge", "dreamblade", "scrappers"])

# Matches that are not over, of one player. Rates alone let a patient program fill a server in days.
MOST_MATCHES: int = env.int("MOST_MATCHES", default=200)

# The REST API
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "games.api.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_PARSER_CLASSES": ["games.api.parsing.StrictJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_PAGINATION_CLASS": "games.api.pagination.Pages",
    "EXCEPTION_HANDLER": "games.api.problems.problem_response",
    "NUM_PROXIES": PROXIES,
}
API_PACE: int = env.int("API_PACE", default=1)
# Requests of one web process that may wait for a receipt at the same time: half of its threads.
WAITING_REQUESTS: int = env.int("WEB_THREADS", default=4) // 2
SPECTACULAR_SETTINGS = {
    "TITLE": "edgepbem",
    "DESCRIPTION": "Play board games by email, on the web or with a program.",
    "VERSION": __version__,
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": r"/api/v1",
    "OAS_VERSION": "3.1.0",
    "POSTPROCESSING_HOOKS": [],  # components come from structs, and are named there
}

# Celery is a doorbell: the database holds the work, a lost or repeated message must not matter.
REDIS_URL: str = env("REDIS_URL", default=bundled_redis.new_url(VAR_DIR))
CELERY_BROKER_URL = broker_url(REDIS_URL)
CELERY_WORKER_ENABLE_REMOTE_CONTROL = (
    False  # nobody gives workers orders, and its queues need scripts in Redis
)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CHANNEL_ERROR_RETRY = True  # a Redis that is full, or a copy that takes no writes for now
CELERY_BROKER_CONNECTION_TIMEOUT = 1.0
CELERY_TASK_PUBLISH_RETRY = False  # do not wait to ring the bell: the sweep finds the work
# Redis delivers a message again if it was not acknowledged within this time, even while its task still
# runs. So a task must be over long before. Redis is checked about every 100 s, or more often if need be.
CELERY_VISIBILITY: int = env.int("CELERY_VISIBILITY", default=3600)
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": CELERY_VISIBILITY,
    "unacked_restore_interval": min(10, CELERY_VISIBILITY),
    "unacked_restore_throttle": 10 if CELERY_VISIBILITY > 100 else 1,
    "socket_connect_timeout": 1,  # seconds: a player waits while the bell is rung
    "socket_timeout": 1,
}
CELERY_TASK_TIME_LIMIT = 300
CELERY_TASK_SOFT_TIME_LIMIT = 240
CELERY_TASK_ACKS_LATE = True  # a task that died with its worker is run again
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1  # a slow task does not hold up others
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 30
# Emails with their reports take seconds: orders must not wait behind them. Workers take from their two queues
# in turn, so that the tick waits for one task at most, however many orders are in front of it.
CELERY_TASK_QUEUES = [Queue("celery"), Queue("ticks")]  # what a worker takes from unless told otherwise
CELERY_TASK_ROUTES = {
    "post.tasks.deliver_emails": {"queue": "emails"},
    "post.tasks.fetch_emails": {"queue": "emails"},
    "games.tasks.tick": {"queue": "ticks"},
    # Nobody waits behind the thoughts of bots: a worker takes what has the lowest number first.
    "games.tasks.play_bots": {"priority": 3},
    "games.tasks.play_bots_alone": {"priority": 9},
}
CELERY_TASK_IGNORE_RESULT = True  # results are rows, written by the task's service
CELERY_TIMEZONE = TIME_ZONE
# One tick for all: due times are rows, and the tick finds what is due or was left behind. A tick does not
# expire: that would be a time of the wall clock, which another machine may see differently. Of ticks that
# have piled up, one does the work.
TICK_SECONDS: float = env.float("TICK_SECONDS", default=30.0)
CELERY_BEAT_SCHEDULER = "edgepbem.schedule:SteadyScheduler"
CELERY_BEAT_SCHEDULE = {"tick": {"task": "games.tasks.tick", "schedule": TICK_SECONDS}}

# Everything worth knowing goes to standard error, where a process manager or systemd keeps it.
log_records.install()
LOG_LEVEL: str = env("LOG_LEVEL", default="INFO")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "[%(asctime)s: %(levelname)s] %(name)s: %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        name: {"handlers": [], "level": LOG_LEVEL}
        for name in ("accounts", "django", "edgepbem", "games", "post")
    }
    # Whoever calls us by another name is turned away: that is no fault of ours, and needs no twenty lines.
    | {"django.security.DisallowedHost": {"handlers": [], "level": "CRITICAL"}},
}
