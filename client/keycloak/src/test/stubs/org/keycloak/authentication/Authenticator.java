package org.keycloak.authentication; public interface Authenticator extends org.keycloak.provider.Provider { void action(AuthenticationFlowContext context); }
