"""The WSGI application."""

import os

from django.core.wsgi import get_wsgi_application

from edgepbem.shapes import build_shapes
from games.services.rehearsal.parent import REHEARSALS

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "edgepbem.settings")

application = get_wsgi_application()
build_shapes()
REHEARSALS.warm()
