# A form with Django, in one file. BOLLARD_SECRET_KEY=bsec_… python django_app.py runserver
import os
import sys

from django.conf import settings
from django.core.management import execute_from_command_line
from django.http import HttpResponse
from django.urls import path

host = "https://captcha.example.org"
secret_key = os.environ["BOLLARD_SECRET_KEY"]
settings.configure(DEBUG=True, ROOT_URLCONF=__name__, BOLLARD={"SECRET_KEY": secret_key, "HOST": host})

from bollard.django import protect  # noqa: E402


# #region verify
@protect(action="signup")
def signup(request):
    return HttpResponse("Thank you.")
# #endregion


urlpatterns = [path("signup", signup)]
execute_from_command_line(sys.argv)
