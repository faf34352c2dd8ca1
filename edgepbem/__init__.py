"""Wiring: settings, urls, the Celery app. Importing it here gives every task of the project that app."""

from edgepbem.celery import app as celery_app

__all__ = ["celery_app"]
