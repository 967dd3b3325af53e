package bollard.keycloak;

import bollard.Bollard;
import bollard.FailPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.keycloak.models.AuthenticatorConfigModel;
import org.keycloak.provider.ProviderConfigProperty;

/** What the step of a flow is told; environment variables fill what is empty, so that keys need not be in the realm. */
final class Settings {
  static final String HOST = "host";
  static final String SITE_KEY = "siteKey";
  static final String SECRET_KEY = "secretKey";
  static final String FAIL_POLICY = "failPolicy";

  final String host;
  final String siteKey;
  private final String secretKey;
  final String failPolicy;

  private Settings(Map<String, String> given) {
    host = value(given, HOST, "BOLLARD_HOST").replaceAll("/+$", "");
    siteKey = value(given, SITE_KEY, "BOLLARD_SITE_KEY");
    secretKey = value(given, SECRET_KEY, "BOLLARD_SECRET_KEY");
    String policy = value(given, FAIL_POLICY, "BOLLARD_FAIL_POLICY");
    failPolicy = policy.isEmpty() ? "recorded-outage" : policy;
  }

  /** @param config null where nobody has set the step up */
  static Settings of(AuthenticatorConfigModel config) {
    return new Settings(config == null || config.getConfig() == null ? Map.of() : config.getConfig());
  }

  /** @throws bollard.ConfigurationException when something is missing or wrong */
  Bollard client() {
    return Bollard.with(secretKey, host).siteKey(siteKey).failPolicy(FailPolicy.of(failPolicy)).build();
  }

  /** The fields of the step in the admin console. */
  static List<ProviderConfigProperty> properties() {
    List<ProviderConfigProperty> all = new ArrayList<>();
    all.add(
        property(
            HOST,
            "Address of your Bollard",
            "Such as https://captcha.example.org. Empty: BOLLARD_HOST",
            ProviderConfigProperty.STRING_TYPE
        )
    );
    all.add(property(SITE_KEY, "Site key", "bsk_… Empty: BOLLARD_SITE_KEY", ProviderConfigProperty.STRING_TYPE));
    all.add(property(SECRET_KEY, "Secret key", "bsec_… Empty: BOLLARD_SECRET_KEY", ProviderConfigProperty.PASSWORD));
    ProviderConfigProperty policy = property(
        FAIL_POLICY,
        "During an outage",
        "Who passes without a check",
        ProviderConfigProperty.LIST_TYPE
    );
    policy.setOptions(List.of("closed", "recorded-outage", "open"));
    policy.setDefaultValue("recorded-outage");
    all.add(policy);
    return all;
  }

  private static ProviderConfigProperty property(String name, String label, String help, String type) {
    return new ProviderConfigProperty(name, label, help, type, null);
  }

  private static String value(Map<String, String> given, String name, String variable) {
    String set = given.get(name);
    String text = set == null || set.isBlank() ? System.getenv(variable) : set;
    return text == null ? "" : text.trim();
  }
}
