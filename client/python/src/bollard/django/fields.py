"""A form field that shows the captcha and verifies its token."""

from __future__ import annotations

from typing import Any, Iterable, Optional

from django import forms
from django.core.exceptions import ValidationError
from django.utils.html import format_html, format_html_join

from .._guard import refusal_of
from .._verdict import Verdict
from ._settings import client, setting


class BollardWidget(forms.Widget):
    """The captcha with its script, of BOLLARD["SITE_KEY"]. Attributes, such as ``size``, go to the element."""

    def render(self, name: str, value: Any, attrs: Optional[dict] = None, renderer: Any = None) -> str:
        given = self.build_attrs(self.attrs, {"sitekey": setting("SITE_KEY") or "", "name": name})
        return format_html(
            '<script type="module" src="{}/widget.js"></script><bollard-captcha {}></bollard-captcha>',
            (setting("HOST") or "").rstrip("/"),
            format_html_join(" ", '{}="{}"', given.items()),
        )

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        values = data.getlist(name) if hasattr(data, "getlist") else [data[name]] if name in data else []
        return values[0] if len(values) == 1 else None

    def value_omitted_from_data(self, data: Any, files: Any, name: str) -> bool:
        return name not in data

    def id_for_label(self, id_: str) -> str:
        return ""


class BollardField(forms.Field):
    """Verifies the token while the form is cleaned; ``cleaned_data`` has the verdict. Errors have the code of the refusal.

    The token counts once, so a form that is refused for another field shows a new captcha.
    """

    widget = BollardWidget

    def __init__(
        self, *, action: Optional[str] = None, hostnames: Optional[Iterable[str]] = None, **options: Any
    ) -> None:
        options.setdefault("label", "")
        super().__init__(**options)
        self.action = action
        self.hostnames = hostnames
        if action is not None:
            self.widget.attrs.setdefault("action", action)

    def clean(self, value: Any) -> Verdict:
        verdict = client().verify(value, action=self.action, hostnames=self.hostnames)
        if not verdict.passed:
            refusal = refusal_of(verdict)
            raise ValidationError(self.error_messages.get(refusal.code, refusal.message), code=refusal.code)
        return verdict
