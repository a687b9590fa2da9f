from django.apps import AppConfig


class DuplicataConfig(AppConfig):
    """The last application to load: every other one has filled its ports."""

    name = "config"
    verbose_name = "Duplicata"

    def ready(self) -> None:
        from config.celery import app
        from tournament import port_types, ports

        ports.get_task_app.fill(lambda: app)
        port_types.check_filled()
