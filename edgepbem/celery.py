"""The Celery app. Its settings are the CELERY_ ones in settings.py."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "edgepbem.settings")

app = Celery("edgepbem")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
