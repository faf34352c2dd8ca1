"""Settings of the peer in `submit_standin`: the same database and broker, the usual middleware, one view."""

from edgepbem.settings import *  # noqa: F403

ROOT_URLCONF = "games.benchmarks.submit_standin"
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
