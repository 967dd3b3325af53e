package bollard.keycloak;

import bollard.ConfigurationException;
import bollard.Expectations;
import bollard.Verdict;
import org.jboss.logging.Logger;
import org.keycloak.forms.login.LoginFormsProvider;

/** The widget in a form of Keycloak's, and the check of what it sent. */
final class Check {
  static final String FIELD = "bollard-response";
  private static final Logger LOG = Logger.getLogger(Check.class);

  private Check() {}

  /** Gives the template what {@code bollard.ftl} needs. */
  static void show(LoginFormsProvider form, Settings settings, String action) {
    form.setAttribute("bollardScript", settings.host + "/widget.js");
    form.setAttribute("bollardSiteKey", settings.siteKey);
    form.setAttribute("bollardAction", action);
    form.setAttribute("bollardFailover", !settings.failPolicy.equals("closed"));
  }

  /**
   * Why the visitor can't be let through, as the key of a message; null when they passed. Nobody passes a step that
   * isn't set up.
   *
   * @param token null if the form has none
   */
  static String refusal(Settings settings, String token, String action) {
    Verdict verdict;
    if (settings.siteKey.isEmpty()) {
      LOG.errorf("Bollard is not set up for %s: %s", action, "the site key is missing");
      return "bollardUnavailable";
    }
    try {
      verdict = settings.client().verify(token, Expectations.NONE.action(action));
    } catch (ConfigurationException wrong) {
      LOG.errorf("Bollard is not set up for %s: %s", action, wrong.getMessage());
      return "bollardUnavailable";
    }
    if (verdict.passed()) {
      return null;
    }
    if (verdict.failure().isPresent()) {
      LOG.warnf("Bollard gave no verdict for %s: %s", action, verdict.failure().get());
      return "bollardUnavailable";
    }
    if (verdict.codes().contains("missing-input-response")) {
      return "bollardMissing";
    }
    return verdict.codes().contains("timeout-or-duplicate") ? "bollardExpired" : "bollardRefused";
  }
}
