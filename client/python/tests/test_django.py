"""The form field for Django, with an answer of Bollard's that a server of this machine gives; views are in tests/frameworks."""

import sys
import threading
import unittest
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "src"))

import django  # noqa: E402
from django import forms  # noqa: E402
from django.conf import settings  # noqa: E402
from django.http import QueryDict  # noqa: E402
from django.test.utils import override_settings  # noqa: E402


class Answer(BaseHTTPRequestHandler):
    body = b""

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(self.body)

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", 0), Answer)
threading.Thread(target=server.serve_forever, daemon=True).start()
HOST = f"http://127.0.0.1:{server.server_port}"
settings.configure(USE_I18N=False, BOLLARD={"SECRET_KEY": "bsec_x", "HOST": HOST, "SITE_KEY": 'bsk_"x'})
django.setup()

from bollard.django import BollardField  # noqa: E402
from bollard.django.apps import check_setting  # noqa: E402


class Signup(forms.Form):
    email = forms.EmailField()
    captcha = BollardField(action="signup")


def filled(fields):
    return Signup(QueryDict(f"email=z%40example.org{fields}"))


class FieldTest(unittest.TestCase):
    def test_a_token_that_passes_gives_the_verdict(self):
        Answer.body = b'{"success":true,"action":"signup","verification_id":"v"}'
        form = filled("&captcha=token")
        self.assertTrue(form.is_valid())
        self.assertEqual(form.cleaned_data["captcha"].verification_id, "v")

    def test_a_token_of_another_form_is_refused_without_a_reason(self):
        Answer.body = b'{"success":true,"action":"delete-account"}'
        form = filled("&captcha=token")
        self.assertFalse(form.is_valid())
        [error] = form.errors.as_data()["captcha"]
        self.assertEqual(error.code, "captcha-refused")
        self.assertNotIn("action", str(error))

    def test_no_token_and_two_tokens_are_none(self):
        Answer.body = b'{"success":true,"action":"signup"}'
        for fields in ("", "&captcha=", "&captcha=a&captcha=b"):
            form = filled(fields)
            self.assertFalse(form.is_valid())
            self.assertEqual(form.errors.as_data()["captcha"][0].code, "captcha-missing")

    def test_the_widget_has_the_keys_and_no_markup_of_theirs(self):
        html = str(Signup()["captcha"])
        self.assertIn(f'src="{HOST}/widget.js"', html)
        self.assertIn('sitekey="bsk_&quot;x"', html)
        self.assertIn('name="captcha"', html)
        self.assertIn('action="signup"', html)

    def test_a_wrong_setting_is_reported_when_the_project_starts(self):
        self.assertEqual(check_setting(), [])
        with override_settings(BOLLARD={"SECRET_KEY": "bsec_x"}):
            self.assertEqual([fault.id for fault in check_setting()], ["bollard.host-missing"])


if __name__ == "__main__":
    unittest.main()
