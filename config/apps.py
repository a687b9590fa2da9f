from django.apps import AppConfig


class DuplicataConfig(AppConfig):
    """The last application to load: every other one has filled its ports."""

    name = "config"
    verbose_name = "Duplicata"

    def ready(self) -> None:
        from config.celery import app
        from tournament import ports

        ports.get_task_app.fill(lambda: app)
        ports.check_filled()
