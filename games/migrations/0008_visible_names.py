from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0007_tries"),
    ]

    operations = [
        migrations.AddField(
            model_name="match",
            name="rewinds",
            field=models.PositiveIntegerField(editable=False, null=True),
        ),
        migrations.AlterField(
            model_name="match",
            name="name",
            field=models.CharField(max_length=60, verbose_name="name"),
        ),
        migrations.AlterField(
            model_name="savedroster",
            name="name",
            field=models.CharField(max_length=60, verbose_name="name"),
        ),
    ]
