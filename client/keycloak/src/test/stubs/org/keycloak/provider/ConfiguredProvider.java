package org.keycloak.provider; public interface ConfiguredProvider { String getHelpText(); java.util.List<ProviderConfigProperty> getConfigProperties(); }
