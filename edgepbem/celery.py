"""The Celery app. Its settings are the CELERY_ ones in settings.py."""

import os

from celery import Celery
from celery.signals import worker_init, worker_process_init

from post.children.budget import become_expendable

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "edgepbem.settings")

app = Celery("edgepbem")
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
