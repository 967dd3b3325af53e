"""Protects forms of Django.

    BOLLARD = {"SECRET_KEY": "bsec_…", "HOST": "https://captcha.example.org", "SITE_KEY": "bsk_…"}  # settings.py

    class SignupForm(forms.Form):
        captcha = BollardField(action="signup")

or, before a view that has no form:

    @protect(action="signup")
    def signup(request):
        request.bollard.score
"""

from ._guard import protect
from ._settings import async_client, client
from .fields import BollardField, BollardWidget

__all__ = ["BollardField", "BollardWidget", "async_client", "client", "protect"]
