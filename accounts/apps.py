from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("Accounts")

    def ready(self) -> None:
        from django.contrib.auth.signals import user_logged_in

        from accounts.reachability import count_failure
        from accounts.readers import UserReaders
        from accounts.sessions import note_sign_in
        from post import failures, readers

        readers.register(UserReaders())
        failures.undelivered.connect(count_failure, dispatch_uid="accounts")
        user_logged_in.connect(note_sign_in, dispatch_uid="accounts")
