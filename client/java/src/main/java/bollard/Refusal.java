package bollard;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/** What a refused visitor is told: nothing that helps a bot. */
public final class Refusal {
  private static final Map<String, String> MESSAGES =
      Map.of(
          "captcha-missing", "Complete the captcha, then submit the form again.",
          "captcha-refused", "The captcha wasn't accepted. Reload the page, then submit the form again.",
          "captcha-unavailable", "The captcha can't be verified at the moment. Submit the form again in a few minutes.");

  private final String code;

  private Refusal(String code) {
    this.code = code;
  }

  /** What to tell the visitor of a verdict that didn't pass. */
  public static Refusal of(Verdict verdict) {
    if (verdict.codes().contains("missing-input-response")) {
      return new Refusal("captcha-missing");
    }
    boolean isUnavailable = verdict.failure().isPresent() || verdict.decidedBy().equals("fail-policy");
    return new Refusal(isUnavailable ? "captcha-unavailable" : "captcha-refused");
  }

  /**
   * {@code captcha-missing}: the form has no token; {@code captcha-refused}: Bollard or an expectation of the form refused it; {@code
   * captcha-unavailable}: there is no verdict, and the fail policy lets nobody pass without one.
   */
  public String code() {
    return code;
  }

  public String message() {
    return MESSAGES.get(code);
  }

  public String asJson() {
    return Json.object("code", code, "message", message());
  }

  public String asPage() {
    return "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Form not submitted</title><p>" + message() + "</p></html>";
  }

  /** The token in a JSON body: the text of a property of its object; null if it has none. */
  public static String tokenOfJson(byte[] body, String field) {
    Object value = Json.parse(new String(body, StandardCharsets.UTF_8));
    Object token = value instanceof Map ? ((Map<?, ?>) value).get(field) : null;
    return token instanceof String ? (String) token : null;
  }
}
