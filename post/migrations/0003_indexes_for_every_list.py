"""Every list that a person can call, and all that the tick looks for, is found by an index."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("post", "0002_identity_and_retention"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddIndex(
            model_name="incomingemail",
            index=models.Index(
                condition=models.Q(("state", "parked")), fields=["received_at"], name="mails_set_aside"
            ),
        ),
        migrations.AddIndex(
            model_name="outgoingemail",
            index=models.Index(fields=["address", "-created_at"], name="mails_to_an_address"),
        ),
        migrations.AddIndex(
            model_name="outgoingemail",
            index=models.Index(fields=["kind", "created_at"], name="mails_of_a_kind"),
        ),
        migrations.AddIndex(
            model_name="outgoingemail",
            index=models.Index(fields=["state", "due_at"], name="mails_by_state"),
        ),
        migrations.AddIndex(
            model_name="outgoingemail",
            index=models.Index(
                models.Case(
                    models.When(state__in=["failed", "bounced"], then=models.Value(0)),
                    models.When(state__in=["waiting", "sending"], then=models.Value(1)),
                    default=models.Value(2),
                ),
                models.OrderBy(models.F("id"), descending=True),
                name="mails_by_urgency",
            ),
        ),
    ]
