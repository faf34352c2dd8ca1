"""Wiring: settings, urls, the Celery app. Importing it here gives every task of the project that app."""

from edgepbem.celery import app as celery_app

__version__ = "0.6.0"  # of the newest release in CHANGELOG.md; the only place where it is written

__all__ = ["__version__", "celery_app"]
