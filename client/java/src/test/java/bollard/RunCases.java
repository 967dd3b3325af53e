package bollard;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs the cases of BOLLARD_CASES and prints what the client did. See client/README.md. */
public final class RunCases {
  public static void main(String[] arguments) throws Exception {
    Map<?, ?> prepared = prepared();
    Map<String, Verdict> cases = new LinkedHashMap<>();
    for (Object one : (List<?>) prepared.get("cases")) {
      Map<?, ?> given = (Map<?, ?>) one;
      cases.put((String) given.get("id"), verdict(given));
    }
    Map<String, String> configurations = new LinkedHashMap<>();
    for (Object one : (List<?>) prepared.get("configurations")) {
      Map<?, ?> given = (Map<?, ?>) one;
      configurations.put((String) given.get("id"), fault((Map<?, ?>) given.get("options")));
    }
    System.out.println(report(cases, configurations));
  }

  /** What the client did, as the comparison reads it. */
  public static String report(Map<String, Verdict> verdicts, Map<String, String> faults) {
    List<String> cases = new ArrayList<>();
    verdicts.forEach((id, verdict) -> cases.add(quoted(id) + ":" + asJson(verdict)));
    List<String> configurations = new ArrayList<>();
    faults.forEach((id, code) -> configurations.add(quoted(id) + ":" + quoted(code)));
    return "{\"cases\":{" + String.join(",", cases) + "},\"configurations\":{" + String.join(",", configurations) + "}}";
  }

  /** What is to be done, as the server of the cases says. */
  public static Map<?, ?> prepared() throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(System.getenv("BOLLARD_CASES") + "/")).build();
    return (Map<?, ?>) Json.parse(HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body());
  }

  private static Bollard client(Map<?, ?> options) {
    Bollard.Builder builder =
        Bollard.with((String) options.get("secretKey"), (String) options.get("host")).siteKey((String) options.get("siteKey"));
    if (options.get("failPolicy") != null) {
      builder.failPolicy(FailPolicy.of((String) options.get("failPolicy")));
    }
    if (options.get("timeoutMs") != null) {
      builder.timeout(Duration.ofMillis(((Double) options.get("timeoutMs")).longValue()));
    }
    return builder.build();
  }

  private static String fault(Map<?, ?> options) {
    try {
      client(options);
      return null;
    } catch (ConfigurationException error) {
      return error.code();
    }
  }

  private static Verdict verdict(Map<?, ?> one) {
    Map<?, ?> call = (Map<?, ?>) one.get("call");
    Expectations expected = Expectations.NONE.remoteIp((String) call.get("remoteIp")).action((String) call.get("action"));
    if (call.get("hostnames") != null) {
      List<String> hostnames = new ArrayList<>();
      ((List<?>) call.get("hostnames")).forEach(name -> hostnames.add((String) name));
      expected = expected.hostnames(hostnames);
    }
    return client((Map<?, ?>) one.get("options")).verify((String) one.get("token"), expected);
  }

  private static String asJson(Verdict v) {
    List<String> codes = new ArrayList<>();
    v.codes().forEach(code -> codes.add(quoted(code)));
    return String.format(
        "{\"passed\":%s,\"decidedBy\":%s,\"failure\":%s,\"codes\":[%s],\"retryAfterSeconds\":%s,\"score\":%s,\"action\":%s,"
            + "\"hostname\":%s,\"verificationId\":%s}",
        v.passed(),
        quoted(v.decidedBy()),
        quoted(v.failure().orElse(null)),
        String.join(",", codes),
        v.retryAfterSeconds().isPresent() ? String.valueOf(v.retryAfterSeconds().getAsInt()) : "null",
        v.score().isPresent() ? String.valueOf(v.score().getAsDouble()) : "null",
        quoted(v.action().orElse(null)),
        quoted(v.hostname().orElse(null)),
        quoted(v.verificationId().orElse(null)));
  }

  private static String quoted(Object text) {
    return text == null ? "null" : "\"" + text + "\"";
  }
}
