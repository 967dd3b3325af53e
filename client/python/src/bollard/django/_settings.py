"""The client of the setting BOLLARD."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Dict

from django.conf import settings
from django.core.signals import setting_changed

from .. import AsyncBollard, Bollard

#: Of the client; SITE_KEY is also the widget's.
_OPTIONS = ("TIMEOUT", "FAIL_POLICY")


def setting(name: str) -> Any:
    """A value of the setting BOLLARD; None if it has none."""
    return getattr(settings, "BOLLARD", {}).get(name)


@lru_cache(maxsize=None)
def client() -> Bollard:
    """The client of the setting BOLLARD. Raises BollardConfigurationError."""
    return Bollard(setting("SECRET_KEY"), host=setting("HOST"), **_options())


@lru_cache(maxsize=None)
def async_client() -> AsyncBollard:
    """As ``client``, for async views."""
    return AsyncBollard(setting("SECRET_KEY"), host=setting("HOST"), **_options())


def _options() -> Dict[str, Any]:
    return {name.lower(): setting(name) for name in _OPTIONS if setting(name) is not None}


def _forget(*, setting: str, **_: Any) -> None:
    if setting == "BOLLARD":
        client.cache_clear()
        async_client.cache_clear()


# Tests override settings.
setting_changed.connect(_forget)
