"""Reports a wrong setting when the project starts, for projects that list ``bollard.django`` in INSTALLED_APPS."""

from __future__ import annotations

from typing import Any, List

from django.apps import AppConfig
from django.core import checks

from .. import BollardConfigurationError
from ._settings import client


class BollardAppConfig(AppConfig):
    name = "bollard.django"
    label = "bollard"
    verbose_name = "Bollard"

    def ready(self) -> None:
        checks.register(check_setting, "bollard")


def check_setting(**_: Any) -> List[checks.CheckMessage]:
    try:
        client()
    except BollardConfigurationError as error:
        return [checks.Error(str(error), hint="See the setting BOLLARD.", id=f"bollard.{error.code}")]
    return []
