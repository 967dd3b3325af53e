"""One request within a deadline for asyncio, on the standard library alone."""

from __future__ import annotations

import asyncio
import http.client
import io
import time
from typing import Optional, Union
from urllib.parse import urlsplit

from ._transport import ANSWER_BYTES_MAX, NoVerdict, no_verdict_of, ssl_context, verdict_of

#: An answer with all its headers, and with the sizes of its parts.
_BYTES_MAX = 3 * ANSWER_BYTES_MAX


async def post(address: str, body: bytes, deadline: float) -> Union[dict, NoVerdict]:
    """The answer as an object with the bool ``success``. ``deadline`` is of ``time.monotonic()``."""
    try:
        return await asyncio.wait_for(_post(address, body), deadline - time.monotonic())
    except (asyncio.TimeoutError, TimeoutError):
        return NoVerdict("timeout")
    except (OSError, EOFError, http.client.HTTPException):
        return NoVerdict("unreachable", is_transient=True)


async def _post(address: str, body: bytes) -> Union[dict, NoVerdict]:
    url = urlsplit(address)
    context = ssl_context() if url.scheme == "https" else None
    port = url.port or (80 if context is None else 443)
    reader, writer = await asyncio.open_connection(url.hostname, port, ssl=context)
    try:
        head = (
            f"POST {url.path} HTTP/1.1\r\nHost: {url.netloc}\r\nContent-Type: application/json\r\n"
            f"Accept: application/json\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        )
        writer.write(head.encode("ascii") + body)
        await writer.drain()
        return await _read(reader)
    finally:
        # Redirects are not followed and connections not kept: what is left of an answer is of no interest.
        writer.transport.abort()


async def _read(reader: asyncio.StreamReader) -> Union[dict, NoVerdict]:
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.LimitOverrunError:
        raise http.client.LineTooLong("headers") from None
    response = _parse(head)
    if response.status != 200:
        return no_verdict_of(response.status, response.getheader("Retry-After", ""))
    rest = await _read_body(reader, response)
    if rest is None:
        return verdict_of(None)
    read = _parse(head + rest).read()
    return verdict_of(None if len(read) > ANSWER_BYTES_MAX else read)


async def _read_body(reader: asyncio.StreamReader, head: http.client.HTTPResponse) -> Optional[bytes]:
    """The body as it is on the wire; None if it is longer than any answer."""
    if head.length is not None:
        return await reader.readexactly(head.length) if head.length <= ANSWER_BYTES_MAX else None
    parts = bytearray()
    # The connection ends with the body, as asked; a body in parts says itself where it ends.
    while not (head.chunked and parts.endswith(b"\r\n0\r\n\r\n")):
        part = await reader.read(8_192)
        if not part:
            break
        parts += part
        if len(parts) > _BYTES_MAX:
            return None
    return bytes(parts)


class _Bytes:
    """What the standard library takes for a socket."""

    def __init__(self, read: bytes) -> None:
        self._read = read

    def makefile(self, _mode: str) -> io.BytesIO:
        return io.BytesIO(self._read)


def _parse(read: bytes) -> http.client.HTTPResponse:
    response = http.client.HTTPResponse(_Bytes(read), method="POST")  # type: ignore[arg-type]
    response.begin()
    return response
