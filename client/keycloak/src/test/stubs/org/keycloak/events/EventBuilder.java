package org.keycloak.events; public class EventBuilder { public String failed; public void error(String error) { failed = error; } }
