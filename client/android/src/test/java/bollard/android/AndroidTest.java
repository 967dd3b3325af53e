package bollard.android;

import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.json.JSONArray;
import org.json.JSONObject;

/**
 * What needs no device: client/app-messages.json, the page, and who gets which token. Ends with 1 when anything is
 * wrong.
 */
public final class AndroidTest {
  public static void main(String[] arguments) throws Exception {
    JSONObject table = new JSONObject(new String(Files.readAllBytes(Paths.get("../app-messages.json")), "UTF-8"));
    JSONArray cases = table.getJSONArray("cases");
    for (int i = 0; i < cases.length(); i++) {
      JSONObject one = cases.getJSONObject(i);
      AppMessage message = AppMessage.read(one.getString("data"), table.getString("channel"));
      JSONObject expected = one.optJSONObject("expect");
      expect(one.getString("says"), expected == null ? message == null : message != null && isAs(message, expected));
    }
    expect(
        "a message beyond all bounds",
        AppMessage.read(
            " ".repeat(20_000) + cases.getJSONObject(0).getString("data"),
            table.getString("channel")
        ) == null
    );

    String hostile = "\"><script>alert(1)</script>{{channel}}";
    String channel = AppPage.randomChannel();
    String page = AppPage.of(
        "https://captcha.example.org",
        hostile,
        channel,
        Collections.singletonMap("action", hostile)
    );
    expect(
        "nothing an app gives leaves its attribute",
        !page.contains("<script>alert") && page.split("<script", -1).length == 3
    );
    expect("and no place is filled twice", page.contains("{{channel}}") && page.split("\\{\\{", -1).length == 3);
    expect(
        "each page has a channel of its own",
        channel.matches("[0-9a-f]{32}") && !channel.equals(AppPage.randomChannel())
    );
    for (String bad : Arrays.asList(
        "",
        "http://captcha.example.org",
        "https://a@b.example",
        "https://a.example/path",
        "https://a.example?q",
        "javascript:alert(1)",
        "https://a.example\n"
    )) {
      expect("no origin: " + bad, !AppPage.isOrigin(bad));
    }
    expect(
        "origins",
        AppPage.isOrigin(
            "https://captcha.example.org"
        ) && AppPage.isOrigin("http://127.0.0.1:8090") && !AppPage.isOrigin(null)
    );

    List<String> ran = new ArrayList<>();
    List<String> heard = new ArrayList<>();
    PendingTokens tokens = new PendingTokens(ran::add);
    tokens.ask(into(heard));
    tokens.ask(into(heard));
    expect("what is asked before the page is there waits", ran.isEmpty());
    tokens.hear(message("{\"type\":\"ready\""));
    tokens.hear(message("{\"type\":\"executed\",\"token\":\"one\""));
    expect(
        "calls at a time share a token",
        ran.equals(Arrays.asList("bollard.execute()")) && heard.equals(Arrays.asList("one", "one"))
    );
    tokens.hear(message("{\"type\":\"executed\",\"token\":\"two\""));
    expect("nobody gets a token that nobody asked for", heard.size() == 2);
    tokens.ask(into(heard));
    tokens.hear(message("{\"type\":\"rejected\",\"code\":\"refused\""));
    tokens.ask(into(heard));
    tokens.end("removed");
    tokens.end("removed");
    expect("a failure is told once", heard.equals(Arrays.asList("one", "one", "refused", "removed")));
  }

  private static AppMessage message(String start) {
    return AppMessage.read(start + ",\"bollard\":1,\"channel\":\"c\"}", "c");
  }

  private static CaptchaCallback into(List<String> heard) {
    return new CaptchaCallback() {
      @Override
      public void onToken(String token) {
        heard.add(token);
      }

      @Override
      public void onFailed(String code) {
        heard.add(code);
      }
    };
  }

  private static boolean isAs(AppMessage message, JSONObject expected) throws Exception {
    return message.type.equals(expected.getString("type"))
        && message.token.equals(expected.optString("token"))
        && message.code.equals(expected.optString("code"))
        && message.height == expected.optDouble("height", 0);
  }

  private static void expect(String what, boolean holds) {
    if (!holds) {
      System.err.println("FAILED: " + what);
      System.exit(1);
    }
  }
}
