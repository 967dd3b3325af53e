"""What does not need a service; the rest is client/cases.json."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "src"))

from bollard import Bollard  # noqa: E402


class ConfigurationTest(unittest.TestCase):
    def test_the_secret_key_is_not_printed(self):
        client = Bollard("bsec_secret", host="https://captcha.example.org")
        self.assertNotIn("bsec_secret", repr(vars(client)))

    def test_a_path_before_the_api_and_spaces_around_a_key_are_fine(self):
        client = Bollard(" bsec_secret\n", host="https://example.org/captcha/")
        self.assertEqual(client._configuration.address, "https://example.org/captcha/captcha/v1/siteverify")
        self.assertEqual(client._configuration.secret_key, "bsec_secret")


if __name__ == "__main__":
    unittest.main()
