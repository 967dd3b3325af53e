package org.keycloak.models; public interface UserModel {}
