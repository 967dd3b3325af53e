package org.keycloak.authentication; public interface AuthenticatorFactory extends org.keycloak.provider.ProviderFactory<Authenticator>, ConfigurableAuthenticatorFactory {}
