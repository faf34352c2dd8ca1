"""Settings, from the environment. With none set, all is local: SQLite, Redis, mail on the screen.

SITE_URL       where players reach the server; any address but this machine's own turns DEBUG off
SECRET_KEY     required when DEBUG is off
DATABASE_URL   sqlite:////path or postgres://user:password@host/name
REDIS_URL      redis://host:port/number
VAR_DIR        where a running server keeps its files; var/ if not set
EMAIL_URL      smtp+tls://user:password@host:587, or consolemail://
"""

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import django_stubs_ext
import environ
from django.utils.translation import gettext_lazy as _

from edgepbem.kept_secret import kept_secret

django_stubs_ext.monkeypatch()

env = environ.Env()

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(env("VAR_DIR", default=str(BASE_DIR / "var")))  # what a running server writes

# Where this is. A server that others reach must not show them its insides by an oversight.
SITE_URL: str = env("SITE_URL", default="http://localhost:8000").rstrip("/")
SITE_HOST = urlsplit(SITE_URL).hostname or ""
THIS_MACHINE = ["localhost", "127.0.0.1", "[::1]"]
DEBUG: bool = env.bool("DEBUG", default=SITE_HOST in {"localhost", "127.0.0.1", "::1"})
SECRET_KEY: str = (
    kept_secret(VAR_DIR / "secret_key") if DEBUG and "SECRET_KEY" not in env else env("SECRET_KEY")
)
ALLOWED_HOSTS: list[str] = env.list("ALLOWED_HOSTS", default=[*THIS_MACHINE, SITE_HOST])
CSRF_TRUSTED_ORIGINS = [SITE_URL]
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SITE_URL.startswith("https:")

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "accounts",
    "games",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "edgepbem.urls"
ASGI_APPLICATION = "edgepbem.asgi.application"
WSGI_APPLICATION = "edgepbem.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# The database
DATABASE: dict[str, Any] = env.db("DATABASE_URL", default=f"sqlite:///{VAR_DIR / 'edgepbem.sqlite3'}")
if DATABASE["ENGINE"] == "django.db.backends.sqlite3":
    # A transaction that reads first and writes later fails at once when another one wrote meanwhile, whatever
    # the timeout; one that begins IMMEDIATE waits for its turn. With WAL alone, readers wait for no one but
    # three of four such writers fail.
    DATABASE["OPTIONS"] = {
        "init_command": "PRAGMA journal_mode=WAL",
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
    } | DATABASE.get("OPTIONS", {})
    VAR_DIR.mkdir(parents=True, exist_ok=True)
DATABASES = {"default": DATABASE}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# People
AUTH_USER_MODEL = "accounts.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("MinimumLengthValidator", "CommonPasswordValidator", "NumericPasswordValidator")
]

# Languages and times
LANGUAGE_CODE: str = env("LANGUAGE_CODE", default="en")
LANGUAGES = [("en", _("English")), ("pl", _("Polish")), ("de", _("German"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True

# Files
STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = VAR_DIR / "static"

# Mail: EMAIL_HOST and its kin
globals().update(env.email_url("EMAIL_URL", default="consolemail://"))
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL: str = env("DEFAULT_FROM_EMAIL", default=f"edgepbem@{SITE_HOST}")

# Celery is a doorbell: the database holds the work, a lost or repeated message must not matter.
REDIS_URL: str = env("REDIS_URL", default="redis://localhost:6379/0")
CELERY_BROKER_URL = REDIS_URL
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# Redis hands a message out again when it was not acknowledged within this time, even while its task still
# runs. So a task must be over long before.
CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": 3600}
CELERY_TASK_TIME_LIMIT = 300
CELERY_TASK_SOFT_TIME_LIMIT = 240
CELERY_TASK_ACKS_LATE = True  # a task that died with its worker is run again
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1  # a slow task holds up no other
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 30
CELERY_TASK_IGNORE_RESULT = True  # results are rows, written by the task's service
CELERY_TIMEZONE = TIME_ZONE
# One tick for all: due times are rows, and the tick finds what is due or was left behind.
CELERY_BEAT_SCHEDULE = {"tick": {"task": "games.tasks.tick", "schedule": 30.0, "options": {"expires": 30}}}
