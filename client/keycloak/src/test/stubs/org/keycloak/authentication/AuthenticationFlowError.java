package org.keycloak.authentication; public enum AuthenticationFlowError { INVALID_CREDENTIALS }
