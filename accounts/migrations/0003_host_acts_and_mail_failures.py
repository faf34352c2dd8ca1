"""Which letters about acts of hosts are wanted, and how often letters failed."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0002_sign_in_and_wishes"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="mail_failed_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name="user",
            name="mail_failures",
            field=models.PositiveSmallIntegerField(db_default=0, default=0, editable=False),
        ),
        migrations.AddField(
            model_name="user",
            name="mail_host_acts",
            field=models.BooleanField(
                db_default=True,
                default=True,
                verbose_name="mail when a host pauses a match, winds it back or gives me more time",
            ),
        ),
    ]
