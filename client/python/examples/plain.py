# A form without a framework. BOLLARD_SECRET_KEY=bsec_… python plain.py
import os
from urllib.parse import parse_qs
from wsgiref.simple_server import make_server

from bollard import Bollard

bollard = Bollard(os.environ["BOLLARD_SECRET_KEY"], host="https://captcha.example.org")


def app(environ, start_response):
    form = parse_qs(environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0)).decode())
    # #region verify
    verdict = bollard.verify(form.get("bollard-response", [""])[0], action="signup")
    if not verdict.passed:
        start_response("403 Forbidden", [("Content-Type", "text/plain")])
        return [b"Please go back and try again."]
    # #endregion
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [b"Thank you."]


make_server("", 3000, app).serve_forever()
