"""Where each address leads."""

from django.urls import URLPattern, URLResolver, path

from post import webhook
from post.unsubscribe import unsubscribe

urlpatterns: list[URLPattern | URLResolver] = [
    path("unsubscribe/<str:token>/", unsubscribe, name="unsubscribe"),
    *webhook.patterns(),
]
