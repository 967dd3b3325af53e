package org.keycloak.authentication; public interface FormActionFactory extends org.keycloak.provider.ProviderFactory<FormAction>, ConfigurableAuthenticatorFactory {}
