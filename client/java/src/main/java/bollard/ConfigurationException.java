package bollard;

import java.util.Map;

/** Thrown when a client is created, never by a verification. */
public final class ConfigurationException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;
  private static final Map<String, String> MESSAGES =
      Map.of(
          "secret-key-missing", "Set the secret key of your captcha (bsec_…)",
          "host-missing", "Set the host to the address of your Bollard installation, such as https://captcha.example.org",
          "host-invalid",
              "The host must be an address such as https://captcha.example.org, without user name, query or fragment",
          "host-not-https", "The host must begin with https://, or the secret key could be read on its way",
          "timeout-invalid", "The timeout must be above 0",
          "fail-policy-unknown", "The fail policy must be closed, recorded-outage or open");

  private final String code;

  ConfigurationException(String code) {
    super(MESSAGES.get(code));
    this.code = code;
  }

  /** What is wrong; stable. */
  public String code() {
    return code;
  }
}
