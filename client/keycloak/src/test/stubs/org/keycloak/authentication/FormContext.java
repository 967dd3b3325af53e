package org.keycloak.authentication; public interface FormContext { org.keycloak.models.AuthenticatorConfigModel getAuthenticatorConfig(); org.keycloak.http.HttpRequest getHttpRequest(); }
