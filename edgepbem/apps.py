from django.apps import AppConfig


class EdgepbemConfig(AppConfig):
    name = "edgepbem"

    def ready(self) -> None:
        from edgepbem import (
            checks,  # noqa: F401 (it registers them)
            template_texts,
        )

        template_texts.install()
