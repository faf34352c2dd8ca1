"""Every list that a person can call, and all that the tick looks for, is found by an index."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0008_visible_names"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                condition=models.Q(("is_public", True), ("status", "running")),
                fields=["-started_at"],
                name="matches_to_watch",
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                condition=models.Q(("is_public", True), ("status", "finished")),
                fields=["-finished_at"],
                name="matches_to_show",
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                condition=models.Q(("paused_at__isnull", False)), fields=["paused_at"], name="paused_matches"
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                condition=models.Q(("stuck", ""), _negated=True), fields=["status"], name="stuck_matches"
            ),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                condition=models.Q(("user__isnull", True), ("waiting_since__isnull", False)),
                fields=["match"],
                name="seats_of_bots_to_move",
            ),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                condition=models.Q(("user__isnull", True)), fields=["bot", "invited"], name="seats_of_nobody"
            ),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                condition=models.Q(("missed__gte", 2)), fields=["match"], name="seats_given_up"
            ),
        ),
    ]
