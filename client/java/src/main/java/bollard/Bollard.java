package bollard;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;

/** A client for one captcha; make one when your server starts. Safe to share between threads. */
public final class Bollard {
  private static final int TOKEN_MAX = 2_048;
  /** A service that asks for more patience than this is not asked again within a call. */
  private static final int PATIENCE_SECONDS = 1;
  private static final long PAUSE_MS = 100;
  private static final Pattern LOOPBACK = Pattern.compile("localhost|\\[::1\\]|127(\\.\\d{1,3}){3}");

  private final String secretKey;
  private final String siteKey;
  private final Duration timeout;
  private final FailPolicy failPolicy;
  private final Transport transport;

  private Bollard(Builder given) {
    secretKey = given.secretKey == null ? "" : given.secretKey.trim();
    if (secretKey.isEmpty()) {
      throw new ConfigurationException("secret-key-missing");
    }
    URI address = addressOf(given.host == null ? "" : given.host.trim());
    siteKey = given.siteKey == null ? "" : given.siteKey.trim();
    timeout = given.timeout;
    if (timeout == null || timeout.isZero() || timeout.isNegative()) {
      throw new ConfigurationException("timeout-invalid");
    }
    failPolicy = given.failPolicy;
    transport = new Transport(address, given.httpClient);
  }

  /**
   * Begins a client.
   *
   * @param secretKey the captcha's secret key, {@code bsec_…}; it never leaves your server
   * @param host address of the Bollard installation, such as {@code https://captcha.example.org}
   */
  public static Builder with(String secretKey, String host) {
    return new Builder(secretKey, host);
  }

  /** {@link #verify(String, Expectations)} without expectations. */
  public Verdict verify(String token) {
    return verify(token, Expectations.NONE);
  }

  /**
   * Whether the visitor who sent a form passed. Never throws: what can't be checked is decided by the fail policy.
   *
   * @param token the form's field {@code bollard-response}; null if the form has none
   */
  public Verdict verify(String token, Expectations expected) {
    if (token == null || token.isEmpty()) {
      return Verdict.refusedByClient("missing-input-response");
    }
    if (token.length() > TOKEN_MAX) {
      return Verdict.refusedByClient("invalid-input-response", "token-malformed");
    }
    try {
      return Verdict.of(ask(token, expected.remoteIp), failPolicy, expected);
    } catch (NoVerdict none) {
      return Verdict.without(none, failPolicy);
    }
  }

  /** Without the secret key, which does not belong in logs. */
  @Override
  public String toString() {
    return "Bollard[" + transport.address() + "]";
  }

  private Map<?, ?> ask(String token, String remoteIp) throws NoVerdict {
    long deadline = System.nanoTime() + timeout.toNanos();
    String body =
        Json.object(
            "secret", secretKey,
            "response", token,
            // The same in the retry, so that a token whose answer got lost isn't taken for a replayed one.
            "idempotency_key", UUID.randomUUID().toString(),
            "sitekey", siteKey,
            "remoteip", remoteIp);
    try {
      return transport.post(body, deadline);
    } catch (NoVerdict first) {
      int asked = first.retryAfterSeconds == null ? 0 : first.retryAfterSeconds;
      long pause = asked > 0 ? asked * 1_000L : PAUSE_MS;
      if (!first.isTransient || asked > PATIENCE_SECONDS || System.nanoTime() + pause * 1_000_000 >= deadline) {
        throw first;
      }
      try {
        Thread.sleep(pause);
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        throw first;
      }
      return transport.post(body, deadline);
    }
  }

  private static URI addressOf(String host) {
    if (host.isEmpty()) {
      throw new ConfigurationException("host-missing");
    }
    URI uri;
    try {
      uri = new URI(host);
    } catch (URISyntaxException invalid) {
      throw new ConfigurationException("host-invalid");
    }
    String scheme = String.valueOf(uri.getScheme()).toLowerCase();
    boolean isPlain = uri.getUserInfo() == null && uri.getQuery() == null && uri.getFragment() == null;
    if (uri.getHost() == null || !isPlain || !(scheme.equals("https") || scheme.equals("http"))) {
      throw new ConfigurationException("host-invalid");
    }
    if (scheme.equals("http") && !LOOPBACK.matcher(uri.getHost()).matches()) {
      throw new ConfigurationException("host-not-https");
    }
    String path = uri.getRawPath().replaceAll("/+$", "");
    return URI.create(scheme + "://" + uri.getRawAuthority() + path + "/captcha/v1/siteverify");
  }

  /** What a client is made of. */
  public static final class Builder {
    private final String secretKey;
    private final String host;
    private String siteKey;
    private Duration timeout = Duration.ofSeconds(5);
    private FailPolicy failPolicy = FailPolicy.RECORDED_OUTAGE;
    private HttpClient httpClient;

    private Builder(String secretKey, String host) {
      this.secretKey = secretKey;
      this.host = host;
    }

    /** Only tokens of this site key pass, not those of every environment that the secret key is good for. */
    public Builder siteKey(String value) {
      siteKey = value;
      return this;
    }

    /** For the whole call, a retry included; 5 seconds unless given. */
    public Builder timeout(Duration value) {
      timeout = value;
      return this;
    }

    /** {@link FailPolicy#RECORDED_OUTAGE} unless given. */
    public Builder failPolicy(FailPolicy value) {
      failPolicy = value;
      return this;
    }

    /** A client of your own, such as one with a proxy. It must not follow redirects. */
    public Builder httpClient(HttpClient value) {
      httpClient = value;
      return this;
    }

    /**
     * Makes the client.
     *
     * @throws ConfigurationException when something is missing or wrong
     */
    public Bollard build() {
      return new Bollard(this);
    }
  }
}
