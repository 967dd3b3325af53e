package bollard.android;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.SecureRandom;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The page that shows one captcha in a WebView. */
final class AppPage {
  private static final Pattern ADDRESS =
      Pattern.compile("https://[a-z0-9.-]+(:\\d{1,5})?|http://(localhost|127(\\.\\d{1,3}){3})(:\\d{1,5})?");

  private AppPage() {}

  /**
   * Whether an address is an origin that can be used: {@code https://…} without a path, or this device while you
   * develop.
   */
  static boolean isOrigin(String address) {
    return address != null && ADDRESS.matcher(address).matches();
  }

  /** The page's HTML. {@code options} may have {@code action}, {@code language} and {@code theme}. */
  static String of(String host, String siteKey, String channel, Map<String, String> options) {
    Map<String, String> values = new TreeMap<>();
    for (String name : new String[] {"action", "language", "theme"}) {
      values.put(name, options.containsKey(name) ? options.get(name) : "");
    }
    values.put("host", host);
    values.put("origin", host);
    values.put("siteKey", siteKey);
    values.put("channel", channel);
    StringBuilder page = new StringBuilder();
    String template = template();
    int at = 0;
    // One pass, so that nothing an app gives is taken for a place to fill.
    for (int open = template.indexOf("{{"); open >= 0; open = template.indexOf("{{", at)) {
      int close = template.indexOf("}}", open);
      page.append(template, at, open).append(quoted(values.get(template.substring(open + 2, close))));
      at = close + 2;
    }
    return page.append(template, at, template.length()).toString();
  }

  /** 128 bits, in hexadecimal: names a page to its view, and nobody else can know it. */
  static String randomChannel() {
    byte[] bytes = new byte[16];
    new SecureRandom().nextBytes(bytes);
    StringBuilder text = new StringBuilder();
    for (byte one : bytes) {
      text.append(String.format("%02x", one));
    }
    return text.toString();
  }

  private static String quoted(String value) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      text.append("&<>\"'".indexOf(c) < 0 ? String.valueOf(c) : "&#" + (int) c + ";");
    }
    return text.toString();
  }

  private static String template() {
    try (InputStream stream = AppPage.class.getResourceAsStream("/bollard/page.html")) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      byte[] part = new byte[4096];
      for (int read = stream.read(part); read >= 0; read = stream.read(part)) {
        bytes.write(part, 0, read);
      }
      return bytes.toString("UTF-8");
    } catch (IOException missing) {
      throw new IllegalStateException("The package lacks bollard/page.html", missing);
    }
  }
}
