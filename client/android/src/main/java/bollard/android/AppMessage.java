package bollard.android;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.json.JSONException;
import org.json.JSONObject;

/** What the page tells the app. */
final class AppMessage {
  /** A token is below 4 kB; nothing else is longer. */
  private static final int LENGTH_MAX = 16_384;
  private static final int HEIGHT_MAX = 1_000;
  private static final Pattern WORD = Pattern.compile("[\\w-]{1,64}");
  private static final Pattern TOKEN = Pattern.compile("[\\x21-\\x7e]{1,8192}");
  private static final Set<String> PLAIN = new HashSet<>(Arrays.asList("ready", "started", "expired", "reset"));
  private static final Set<String> CODED = new HashSet<>(Arrays.asList("rejected", "unavailable", "throttled"));

  final String type;
  /** Empty where there is none. */
  final String token;
  /** Why it failed; empty where there is nothing to say. */
  final String code;
  /** In CSS pixels, of {@code size}. */
  final double height;

  private AppMessage(String type, String token, String code, double height) {
    this.type = type;
    this.token = token;
    this.code = code;
    this.height = height;
  }

  /**
   * Reads a message; null where it isn't one of this page. Anything that runs in a WebView can send messages, so only
   * those with the page's own channel and of a known shape count.
   */
  static AppMessage read(String data, String channel) {
    if (data == null || data.length() > LENGTH_MAX) {
      return null;
    }
    JSONObject message;
    try {
      message = new JSONObject(data);
    } catch (JSONException invalid) {
      return null;
    }
    boolean isOurs = Integer.valueOf(1).equals(message.opt("bollard")) && channel.equals(message.opt("channel"));
    Object type = message.opt("type");
    return isOurs && type instanceof String ? of((String) type, message) : null;
  }

  private static AppMessage of(String type, JSONObject message) {
    if (PLAIN.contains(type)) {
      return new AppMessage(type, "", "", 0);
    }
    String token = matching(message.opt("token"), TOKEN);
    String code = matching(message.opt("code"), WORD);
    if (type.equals("solved") || type.equals("executed")) {
      return token.isEmpty() ? null : new AppMessage(type, token, "", 0);
    }
    if (type.equals("failed")) {
      // Only during an outage is there something that the form may be sent with.
      return code.isEmpty() ? null : new AppMessage(
          type,
          Boolean.TRUE.equals(message.opt("failover")) ? token : "",
          code,
          0
      );
    }
    if (CODED.contains(type)) {
      return code.isEmpty() ? null : new AppMessage(type, "", code, 0);
    }
    Object height = type.equals("size") ? message.opt("height") : null;
    double pixels = height instanceof Number ? ((Number) height).doubleValue() : -1;
    return pixels >= 0 && pixels <= HEIGHT_MAX ? new AppMessage(type, "", "", pixels) : null;
  }

  private static String matching(Object value, Pattern shape) {
    return value instanceof String && shape.matcher((String) value).matches() ? (String) value : "";
  }
}
