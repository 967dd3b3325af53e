"""Verifies the tokens of Bollard's captcha on your server."""

from ._configuration import BollardConfigurationError, Configuration
from ._verdict import Reason, Verdict
from ._verify import AsyncBollard, Bollard

__all__ = ["AsyncBollard", "Bollard", "BollardConfigurationError", "Configuration", "Reason", "Verdict"]
__version__ = "0.1.0"
