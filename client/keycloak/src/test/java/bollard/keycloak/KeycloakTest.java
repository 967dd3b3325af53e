package bollard.keycloak;

import com.sun.net.httpserver.HttpServer;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.keycloak.authentication.AuthenticationFlowContext;
import org.keycloak.authentication.AuthenticatorFactory;
import org.keycloak.authentication.FormActionFactory;
import org.keycloak.authentication.ValidationContext;
import org.keycloak.events.EventBuilder;
import org.keycloak.forms.login.LoginFormsProvider;
import org.keycloak.http.HttpRequest;
import org.keycloak.models.AuthenticatorConfigModel;
import org.keycloak.models.utils.FormMessage;

/**
 * The provider against stand-ins for Keycloak's interfaces, and one for siteverify. Ends with 1 when anything is wrong.
 */
public final class KeycloakTest {
  private static final Pattern TOKEN = Pattern.compile("\"response\":\"([^\"]*)\"");
  private static Map<String, String> settings;
  private static int number;

  public static void main(String[] arguments) throws Exception {
    HttpServer server = startAnswers();
    String address = "http://127.0.0.1:" + server.getAddress().getPort();
    settings = new HashMap<>(Map.of("host", address + "/", "siteKey", "bsk_test", "secretKey", "bsec_test"));

    String token = token("register");
    expect("a registration with a token goes on", register(token) == null);
    expect("a token counts once", "bollardExpired".equals(register(token)));
    expect("a token of the login is refused", "bollardRefused".equals(register(token("login"))));
    expect("a made-up token is refused", "bollardRefused".equals(register("made-up")));
    expect("no token, no account", "bollardMissing".equals(register(null)) && "bollardMissing".equals(register("")));

    expect("a login with a token goes on to the password", login(token("login")) == null);
    expect("a login without one doesn't", "bollardMissing".equals(login(null)));
    expect("nor with the token of the registration", "bollardRefused".equals(login(token("register"))));

    Map<String, Object> shown = new HashMap<>();
    new RegistrationCheck().buildPage(context(ValidationContext.class, null, new String[1], shown), form(shown));
    expect(
        "the template gets what it needs",
        shown.equals(
            Map.of(
                "bollardScript",
                address + "/widget.js",
                "bollardSiteKey",
                "bsk_test",
                "bollardAction",
                "register",
                "bollardFailover",
                true
            )
        )
    );

    settings.put("host", "http://127.0.0.1:1");
    expect("while Bollard is away nobody passes", "bollardUnavailable".equals(register(token("register"))));
    settings.put("failPolicy", "open");
    expect("unless the owner wants that", register(token("register")) == null);
    for (String[] wrong : new String[][] {{"host", "http://captcha.example.org"}, {"failPolicy", "maybe"}, {"siteKey", ""}, {"secretKey", " "}}) {
      Map<String, String> before = new HashMap<>(settings);
      settings.put(wrong[0], wrong[1]);
      expect(
          "nobody passes a step that isn't set up: " + wrong[0],
          "bollardUnavailable".equals(register(token("register")))
      );
      settings = before;
    }
    expect(
        "the log never has the secret key",
        org.jboss.logging.Logger.SAID.stream().noneMatch(line -> line.contains("bsec_test"))
    );
    settings = null;
    expect("nor one that nobody has set up", "bollardUnavailable".equals(login(token("login"))));

    expect(
        "Keycloak finds the registration",
        java.util.ServiceLoader.load(FormActionFactory.class).findFirst().get().getId().equals("bollard-registration")
    );
    expect(
        "and the login",
        java.util.ServiceLoader.load(AuthenticatorFactory.class).findFirst().get().getId().equals(
            "bollard-username-password-form"
        )
    );
    server.stop(0);
  }

  /** The key of the message with which a registration is refused; null when it goes on. */
  private static String register(String token) {
    String[] said = {"nothing"};
    new RegistrationCheck().validate(context(ValidationContext.class, token, said, new HashMap<>()));
    return said[0];
  }

  private static String login(String token) {
    String[] said = {"nothing"};
    new LoginCheck().action(context(AuthenticationFlowContext.class, token, said, new HashMap<>()));
    return said[0];
  }

  private static <T> T context(Class<T> type, String token, String[] said, Map<String, Object> shown) {
    Sent sent = new Sent();
    if (token != null) {
      sent.put(Check.FIELD, new ArrayList<>(List.of(token)));
    }
    AuthenticatorConfigModel config = settings == null ? null : new AuthenticatorConfigModel();
    if (config != null) {
      config.setConfig(settings);
    }
    HttpRequest request = () -> sent;
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, given) -> {
      switch (method.getName()) {
        case "getAuthenticatorConfig":
          return config;
        case "getHttpRequest":
          return request;
        case "form":
          return form(shown);
        case "getEvent":
          return new EventBuilder();
        case "success":
          said[0] = null;
          return null;
        case "validationError":
          said[0] = ((FormMessage) ((List<?>) given[1]).get(0)).message;
          expect("the form that is shown again has no token", !((Map<?, ?>) given[0]).containsKey(Check.FIELD));
          return null;
        case "failureChallenge":
          said[0] = ((Response) given[1]).said;
          return null;
        default:
          return null;
      }
    }));
  }

  private static LoginFormsProvider form(Map<String, Object> shown) {
    return new LoginFormsProvider() {
      @Override
      public LoginFormsProvider setAttribute(String name, Object value) {
        shown.put(name, value);
        return this;
      }
    };
  }

  /** {@code good:<action>:<number>} passes once. */
  private static HttpServer startAnswers() throws Exception {
    Set<String> used = new HashSet<>();
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.createContext("/", exchange -> {
      Matcher body = TOKEN.matcher(new String(exchange.getRequestBody().readAllBytes(), "UTF-8"));
      String token = body.find() ? body.group(1) : "";
      String answer = "{\"success\":false,\"error-codes\":[\"invalid-input-response\"]}";
      if (token.startsWith("good:")) {
        answer = used.add(token)
            ? "{\"success\":true,\"action\":\"" + token.split(":")[1] + "\"}"
            : "{\"success\":false,\"error-codes\":[\"timeout-or-duplicate\"]}";
      }
      exchange.sendResponseHeaders(200, answer.length());
      exchange.getResponseBody().write(answer.getBytes("UTF-8"));
      exchange.close();
    });
    server.start();
    return server;
  }

  private static String token(String action) {
    return "good:" + action + ":" + ++number;
  }

  private static void expect(String what, boolean holds) {
    if (!holds) {
      System.err.println("FAILED: " + what);
      System.exit(1);
    }
  }

  private static final class Sent extends HashMap<String, List<String>> implements MultivaluedMap<String, String> {
    private static final long serialVersionUID = 1;

    @Override
    public String getFirst(String key) {
      List<String> all = get(key);
      return all == null || all.isEmpty() ? null : all.get(0);
    }
  }
}
