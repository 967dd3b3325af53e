"""What a client needs to know, checked once when your server starts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Optional
from urllib.parse import urlsplit

FAIL_POLICIES = ("closed", "recorded-outage", "open")

_MESSAGES = {
    "secret-key-missing": "Set secret_key to the secret key of your captcha (bsec_…)",
    "host-missing": "Set host to the address of your Bollard installation, such as https://captcha.example.org",
    "host-invalid": "host must be an address such as https://captcha.example.org, without user name, query or fragment",
    "host-not-https": "host must begin with https://, or the secret key could be read on its way",
    "timeout-invalid": "timeout must be a number of seconds above 0",
    "fail-policy-unknown": "fail_policy must be closed, recorded-outage or open",
}
_LOOPBACK = re.compile(r"127(\.\d{1,3}){3}")


class BollardConfigurationError(ValueError):
    """Raised when a client is created, never by a verification. ``code`` says what is wrong."""

    def __init__(self, code: str) -> None:
        super().__init__(_MESSAGES[code])
        self.code = code


@dataclass(frozen=True)
class Configuration:
    """Checked settings. ``address`` is that of siteverify, ``timeout`` in seconds for the whole call."""

    secret_key: str
    address: str
    site_key: Optional[str]
    timeout: float
    fail_policy: str

    def __repr__(self) -> str:  # A secret key does not belong in logs.
        return f"Configuration(address={self.address!r}, site_key={self.site_key!r}, fail_policy={self.fail_policy!r})"


def read_configuration(
    secret_key: str, host: str, site_key: Optional[str], timeout: float, fail_policy: str
) -> Configuration:
    """Raises BollardConfigurationError."""
    secret_key = (secret_key or "").strip()
    if not secret_key:
        raise BollardConfigurationError("secret-key-missing")
    address = _read_host((host or "").strip())
    if not isinstance(timeout, (int, float)) or not 0 < timeout < float("inf"):
        raise BollardConfigurationError("timeout-invalid")
    if fail_policy not in FAIL_POLICIES:
        raise BollardConfigurationError("fail-policy-unknown")
    return Configuration(secret_key, address, (site_key or "").strip() or None, float(timeout), fail_policy)


def _read_host(host: str) -> str:
    if not host:
        raise BollardConfigurationError("host-missing")
    try:
        url = urlsplit(host)
        url.port  # Raises for a port that is none.
    except ValueError:
        raise BollardConfigurationError("host-invalid") from None
    is_plain = url.username is None and url.password is None and not url.query and not url.fragment
    if url.scheme not in ("https", "http") or not url.hostname or not is_plain or re.search(r"\s", host):
        raise BollardConfigurationError("host-invalid")
    is_loopback = url.hostname in ("localhost", "::1") or _LOOPBACK.fullmatch(url.hostname) is not None
    if url.scheme == "http" and not is_loopback:
        raise BollardConfigurationError("host-not-https")
    return f"{url.scheme}://{url.netloc}{url.path.rstrip('/')}/captcha/v1/siteverify"
