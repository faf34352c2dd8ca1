"""Rosters that players save."""

import django.core.validators
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0003_void_after_a_rewind"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="SavedRoster",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(max_length=40, verbose_name="game")),
                (
                    "name",
                    models.CharField(
                        max_length=60,
                        validators=[
                            django.core.validators.RegexValidator(
                                "[\\x00-\\x1f\\x7f-\\x9f\\u2028-\\u202e\\u2066-\\u2069\\ud800-\\udfff]",
                                "A name is one line of plain text.",
                                inverse_match=True,
                            )
                        ],
                        verbose_name="name",
                    ),
                ),
                ("data", models.JSONField(default=dict)),
                (
                    "changed_at",
                    models.DateTimeField(default=django.utils.timezone.now, verbose_name="changed"),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rosters",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "saved roster",
                "verbose_name_plural": "saved rosters",
                "constraints": [
                    models.UniqueConstraint(fields=("owner", "game", "name"), name="one_roster_of_a_name")
                ],
            },
        ),
    ]
