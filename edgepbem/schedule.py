"""The Celery app of the beat. It calls tasks by name, so it loads neither tasks nor rules."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "edgepbem.settings")
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")  # they load every page; the web process runs them

app = Celery("edgepbem", fixups=[], set_as_current=False)
app.config_from_object("django.conf:settings", namespace="CELERY")
