"""Where each address leads."""

from django.urls import URLPattern, URLResolver, path

from games.mail import room_pages, webhook
from games.mail.confirming import confirm_mail
from games.mail.unsubscribe import unsubscribe

urlpatterns: list[URLPattern | URLResolver] = [
    path("confirm-mail/<str:token>/", confirm_mail, name="confirm_mail"),
    path("unsubscribe/<str:token>/", unsubscribe, name="unsubscribe"),
    *webhook.patterns(),
    *room_pages.patterns(),
]
