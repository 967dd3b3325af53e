package bollard;

import java.util.List;
import java.util.Map;

/** What needs no service; the rest is client/cases.json. Ends with 1 when anything is wrong. */
public final class BollardTest {
  public static void main(String[] arguments) {
    Bollard client = Bollard.with(" bsec_secret\n", "https://example.org/captcha/").build();
    expect("the secret key is not printed", !client.toString().contains("bsec_secret"));
    expect("a path before the API is kept", client.toString().contains("https://example.org/captcha/captcha/v1/siteverify"));
    expect("a text survives", "a\"\\\n\u65e5\ud83d\ude42".equals(((Map<?, ?>) Json.parse(Json.object("x", "a\"\\\n\u65e5\ud83d\ude42"))).get("x")));
    expect("all of JSON is read", List.of(1.5, -2e3, true, Map.of("a", List.of())).equals(Json.parse(" [1.5, -2E3, true, {\"a\": []}] ")));
    for (String invalid : List.of("", "{", "[1,]", "{\"a\" 1}", "\"", "\"\\x\"", "1 2", "tru", "\"\n\"", "[".repeat(10_000))) {
      expect("no JSON: " + invalid.substring(0, Math.min(9, invalid.length())), Json.parse(invalid) == null);
    }
  }

  private static void expect(String what, boolean holds) {
    if (!holds) {
      System.err.println("FAILED: " + what);
      System.exit(1);
    }
  }
}
