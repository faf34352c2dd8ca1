from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("Accounts")

    def ready(self) -> None:
        from accounts.readers import UserReaders
        from accounts.services.reachability import count_failure
        from accounts.web import guards  # noqa: F401 (it listens for sign-ins)
        from post import failures, readers

        readers.register(UserReaders())
        failures.undelivered.connect(count_failure, dispatch_uid="accounts")
