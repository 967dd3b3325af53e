package org.keycloak.events; public interface Errors { String INVALID_REGISTRATION = "invalid_registration"; String INVALID_REQUEST = "invalid_request"; }
