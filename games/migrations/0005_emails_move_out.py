"""Emails belong to the app `post` from now on. The tables stay as they are: only Django's picture changes."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("games", "0004_saved_rosters")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.DeleteModel(name="Heartbeat"),
                migrations.DeleteModel(name="RoomMail"),
                migrations.DeleteModel(name="IncomingMail"),
                migrations.DeleteModel(name="OutgoingMail"),
            ]
        ),
    ]
