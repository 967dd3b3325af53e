package org.keycloak.forms.login; public interface LoginFormsProvider { LoginFormsProvider setAttribute(String name, Object value); }
