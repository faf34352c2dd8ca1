"""The Celery app. Its settings are the CELERY_ ones in settings.py."""

import os
from functools import cached_property
from typing import Any

from celery import Celery
from celery.fixups.django import DjangoFixup, DjangoWorkerFixup  # type: ignore[attr-defined]
from celery.signals import worker_init, worker_process_init, worker_ready

from edgepbem import broker
from post.children.budget import become_expendable

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "edgepbem.settings")


class KeptConnections(DjangoWorkerFixup):  # type: ignore[misc]
    """A worker's database connection outlives a task, as a web server's outlives a request.

    Celery closes it before and after each: connecting took longer than playing an order. A connection that
    has failed, or is older than CONN_MAX_AGE, is closed; CONN_HEALTH_CHECKS look at it before its first use.
    """

    def close_database(self, **kwargs: Any) -> None:
        self._db.close_old_connections()


class Ties(DjangoFixup):
    """Celery's ties to Django, with the connection kept."""

    @cached_property
    def worker_fixup(self) -> KeptConnections:
        return KeptConnections(self.app)


def fixup(app: Celery) -> DjangoFixup:
    """What Celery calls first."""
    ties = Ties(app)
    ties.install()
    return ties


broker.prepare()
app = Celery("edgepbem", fixups=["edgepbem.celery:fixup"])
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_init.connect
def _prepare(**more: object) -> None:
    """Once for all processes of a worker, before they are forked, and before any threads it may have."""
    from edgepbem.shapes import build_shapes

    build_shapes()


@worker_process_init.connect
def _begin_work(**more: object) -> None:
    """A process of a worker is replaced when it ends: what harms it harms nobody else."""
    become_expendable()


@worker_ready.connect
def introduce(sender: Any, **more: Any) -> None:
    """A postman makes reports: it looks whether other machines can find them."""
    from edgepbem import shared_media

    if str(getattr(sender, "hostname", "")).startswith("postman@"):
        shared_media.introduce("postman")
