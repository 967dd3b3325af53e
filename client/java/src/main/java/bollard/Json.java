package bollard;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** As much JSON (RFC 8259) as an answer needs: objects as maps, numbers as doubles. The JDK has none. */
final class Json {
  private static final int DEPTH_MAX = 32;

  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  /** An object of texts; names whose value is null or empty are left out. */
  static String object(String... namesAndValues) {
    StringBuilder out = new StringBuilder("{");
    for (int i = 0; i < namesAndValues.length; i += 2) {
      String value = namesAndValues[i + 1];
      if (value != null && !value.isEmpty()) {
        out.append(out.length() == 1 ? "" : ",");
        quote(namesAndValues[i], out);
        out.append(':');
        quote(value, out);
      }
    }
    return out.append('}').toString();
  }

  /** What a text says; null also for a text that is no JSON. */
  static Object parse(String text) {
    Json reader = new Json(text);
    try {
      Object value = reader.value(0);
      reader.space();
      return reader.at == text.length() ? value : null;
    } catch (IllegalStateException | IndexOutOfBoundsException | NumberFormatException invalid) {
      return null;
    }
  }

  private static void quote(String value, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\' || c < ' ' || c > '~') {
        out.append(String.format("\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }

  private Object value(int depth) {
    if (depth > DEPTH_MAX) {
      throw new IllegalStateException();
    }
    space();
    char c = text.charAt(at);
    switch (c) {
      case '{':
        return map(depth);
      case '[':
        return list(depth);
      case '"':
        return string();
      case 't':
        return word("true", Boolean.TRUE);
      case 'f':
        return word("false", Boolean.FALSE);
      case 'n':
        return word("null", null);
      default:
        return number();
    }
  }

  private Map<String, Object> map(int depth) {
    Map<String, Object> map = new HashMap<>();
    at++;
    if (next('}')) {
      return map;
    }
    do {
      space();
      String name = string();
      expect(':');
      map.put(name, value(depth + 1));
    } while (next(','));
    expect('}');
    return map;
  }

  private List<Object> list(int depth) {
    List<Object> list = new ArrayList<>();
    at++;
    if (next(']')) {
      return list;
    }
    do {
      list.add(value(depth + 1));
    } while (next(','));
    expect(']');
    return list;
  }

  private String string() {
    expect('"');
    StringBuilder out = new StringBuilder();
    for (char c = text.charAt(at++); c != '"'; c = text.charAt(at++)) {
      if (c < ' ') {
        throw new IllegalStateException();
      }
      out.append(c == '\\' ? escaped() : c);
    }
    return out.toString();
  }

  private char escaped() {
    char c = text.charAt(at++);
    switch (c) {
      case 'b':
        return '\b';
      case 'f':
        return '\f';
      case 'n':
        return '\n';
      case 'r':
        return '\r';
      case 't':
        return '\t';
      case 'u':
        at += 4;
        return (char) Integer.parseInt(text.substring(at - 4, at), 16);
      case '"':
      case '\\':
      case '/':
        return c;
      default:
        throw new IllegalStateException();
    }
  }

  private Double number() {
    int from = at;
    while (at < text.length() && "+-.0123456789eE".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    return Double.valueOf(text.substring(from, at));
  }

  private Object word(String word, Object value) {
    if (!text.startsWith(word, at)) {
      throw new IllegalStateException();
    }
    at += word.length();
    return value;
  }

  private boolean next(char wanted) {
    space();
    boolean is = at < text.length() && text.charAt(at) == wanted;
    at += is ? 1 : 0;
    return is;
  }

  private void expect(char wanted) {
    if (!next(wanted)) {
      throw new IllegalStateException();
    }
  }

  private void space() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }
}
