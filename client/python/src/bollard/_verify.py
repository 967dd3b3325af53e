"""Asks Bollard about the token of a form."""

from __future__ import annotations

import asyncio
import json
import time
import uuid
from typing import Iterable, Optional, Union

from ._configuration import Configuration, read_configuration
from ._transport import NoVerdict, post
from ._verdict import Verdict, read_answer

_TOKEN_MAX = 2_048
#: A service that asks for more patience than this is not asked again within a call.
_PATIENCE_SECONDS = 1
_PAUSE_SECONDS = 0.1


class Bollard:
    """A client for one captcha; make one when your server starts. Safe to share between threads.

    ``secret_key``   the captcha's secret key, ``bsec_…``; it never leaves your server
    ``host``         address of the Bollard installation, such as ``https://captcha.example.org``
    ``site_key``     only tokens of this site key pass; without it, those of every environment of the secret key
    ``timeout``      seconds for the whole call, a retry included
    ``fail_policy``  ``closed``: only visitors who were checked pass; ``recorded-outage``: also those whose browser
                     couldn't reach Bollard, if Bollard itself recorded that outage; ``open``: also those who come
                     while your server can't reach Bollard

    Raises BollardConfigurationError.
    """

    def __init__(
        self,
        secret_key: str,
        *,
        host: str,
        site_key: Optional[str] = None,
        timeout: float = 5.0,
        fail_policy: str = "recorded-outage",
    ) -> None:
        self._configuration = read_configuration(secret_key, host, site_key, timeout, fail_policy)

    def verify(
        self,
        token: Optional[str],
        *,
        remote_ip: Optional[str] = None,
        action: Optional[str] = None,
        hostnames: Optional[Iterable[str]] = None,
    ) -> Verdict:
        """Whether the visitor who sent a form passed. Never raises.

        ``token``      the form's field ``bollard-response``
        ``remote_ip``  the visitor's address as your server sees it
        ``action``     the action that the form gave the widget
        ``hostnames``  host names on which the form may have been
        """
        if not isinstance(token, str) or token == "":
            return Verdict(False, "client", codes=("missing-input-response",))
        if len(token) > _TOKEN_MAX:
            return Verdict(False, "client", codes=("invalid-input-response", "token-malformed"))
        answer = _ask(self._configuration, token, remote_ip)
        if isinstance(answer, NoVerdict):
            passed = self._configuration.fail_policy == "open"
            return Verdict(passed, "fail-policy", answer.failure, (), answer.retry_after_seconds)
        return read_answer(self._configuration, answer, action, hostnames)

    async def verify_async(
        self,
        token: Optional[str],
        *,
        remote_ip: Optional[str] = None,
        action: Optional[str] = None,
        hostnames: Optional[Iterable[str]] = None,
    ) -> Verdict:
        """As ``verify``, without blocking the event loop."""

        def call() -> Verdict:
            return self.verify(token, remote_ip=remote_ip, action=action, hostnames=hostnames)

        return await asyncio.get_running_loop().run_in_executor(None, call)


def _ask(configuration: Configuration, token: str, remote_ip: Optional[str]) -> Union[dict, NoVerdict]:
    deadline = time.monotonic() + configuration.timeout
    # The idempotency key is the same in the retry, so that a token whose answer got lost isn't taken for a replayed one.
    fields = {"secret": configuration.secret_key, "response": token, "idempotency_key": str(uuid.uuid4())}
    if configuration.site_key:
        fields["sitekey"] = configuration.site_key
    if remote_ip:
        fields["remoteip"] = remote_ip
    body = json.dumps(fields).encode("ascii")
    first = post(configuration.address, body, deadline)
    if isinstance(first, dict) or not first.is_transient or (first.retry_after_seconds or 0) > _PATIENCE_SECONDS:
        return first
    pause = first.retry_after_seconds or _PAUSE_SECONDS
    if time.monotonic() + pause >= deadline:
        return first
    time.sleep(pause)
    return post(configuration.address, body, deadline)
