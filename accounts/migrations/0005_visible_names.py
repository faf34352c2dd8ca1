from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0004_plain_words"),
    ]

    operations = [
        migrations.AlterField(
            model_name="apitoken",
            name="name",
            field=models.CharField(max_length=60, verbose_name="name"),
        ),
        migrations.AlterField(
            model_name="user",
            name="name",
            field=models.CharField(help_text="What other players see.", max_length=60, verbose_name="name"),
        ),
        migrations.AlterField(
            model_name="signin",
            name="next",
            field=models.CharField(blank=True, max_length=600),
        ),
    ]
