package bollard.keycloak;

import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import org.keycloak.authentication.AuthenticationFlowContext;
import org.keycloak.authentication.AuthenticationFlowError;
import org.keycloak.authentication.authenticators.browser.UsernamePasswordForm;
import org.keycloak.events.Errors;

/** Keycloak's form for user name and password, with a check before anybody looks at the password. */
public final class LoginCheck extends UsernamePasswordForm {
  private static final String ACTION = "login";

  @Override
  protected Response challenge(AuthenticationFlowContext context, MultivaluedMap<String, String> sent) {
    Check.show(context.form(), Settings.of(context.getAuthenticatorConfig()), ACTION);
    return super.challenge(context, sent);
  }

  @Override
  protected Response challenge(AuthenticationFlowContext context, String error, String field) {
    Check.show(context.form(), Settings.of(context.getAuthenticatorConfig()), ACTION);
    return super.challenge(context, error, field);
  }

  @Override
  public void action(AuthenticationFlowContext context) {
    MultivaluedMap<String, String> sent = context.getHttpRequest().getDecodedFormParameters();
    if (sent.containsKey("cancel")) {
      super.action(context);
      return;
    }
    String refusal = Check.refusal(Settings.of(context.getAuthenticatorConfig()), sent.getFirst(Check.FIELD), ACTION);
    if (refusal == null) {
      super.action(context);
      return;
    }
    context.getEvent().error(Errors.INVALID_REQUEST);
    context.failureChallenge(AuthenticationFlowError.INVALID_CREDENTIALS, challenge(context, refusal, null));
  }
}
