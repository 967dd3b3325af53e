package bollard;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;

/** Whether to accept a form, and what decided about it. */
public final class Verdict {
  private static final Set<String> MISCONFIGURED = Set.of("missing-input-secret", "invalid-input-secret", "bad-request");

  private final boolean passed;
  private final String decidedBy;
  private final String failure;
  private final List<String> codes;
  private final Integer retryAfterSeconds;
  private final Map<?, ?> answer;

  private Verdict(
      boolean passed, String decidedBy, String failure, List<String> codes, Integer retryAfterSeconds, Map<?, ?> answer) {
    this.passed = passed;
    this.decidedBy = decidedBy;
    this.failure = failure;
    this.codes = codes;
    this.retryAfterSeconds = retryAfterSeconds;
    this.answer = answer;
  }

  static Verdict refusedByClient(String... codes) {
    return new Verdict(false, "client", null, List.of(codes), null, Map.of());
  }

  static Verdict without(NoVerdict none, FailPolicy policy) {
    boolean opens = policy == FailPolicy.OPEN;
    return new Verdict(opens, "fail-policy", none.failure, List.of(), none.retryAfterSeconds, Map.of());
  }

  /** The verdict of an answer that has one: {@code success} is a boolean. */
  static Verdict of(Map<?, ?> answer, FailPolicy policy, Expectations expected) {
    if (Boolean.FALSE.equals(answer.get("success"))) {
      List<String> codes = texts(answer.get("error-codes"));
      String failure = codes.stream().anyMatch(MISCONFIGURED::contains) ? "misconfigured" : null;
      return new Verdict(false, "service", failure, codes, null, Map.of());
    }
    Object decision = answer.get("decision");
    if (decision instanceof Map && "FAILOVER".equals(((Map<?, ?>) decision).get("type"))) {
      return policy == FailPolicy.CLOSED
          ? new Verdict(false, "fail-policy", null, List.of("failover-not-accepted"), null, answer)
          : new Verdict(true, "service", null, List.of(), null, answer);
    }
    if (expected.action != null && !expected.action.equals(answer.get("action"))) {
      return new Verdict(false, "client", null, List.of("action-mismatch"), null, answer);
    }
    Object hostname = answer.get("hostname");
    if (expected.hostnames != null && (hostname == null || !expected.hostnames.contains(hostname))) {
      return new Verdict(false, "client", null, List.of("hostname-mismatch"), null, answer);
    }
    return new Verdict(true, "service", null, List.of(), null, answer);
  }

  /** Whether to accept the form. */
  public boolean passed() {
    return passed;
  }

  /** {@code service}: Bollard's verdict; {@code client}: a check of this client; {@code fail-policy}: there was no verdict. */
  public String decidedBy() {
    return decidedBy;
  }

  /** Why there is no verdict, or {@code misconfigured}; empty when there is one. Log it: visitors can do nothing about it. */
  public Optional<String> failure() {
    return Optional.ofNullable(failure);
  }

  /** Why the token was refused, the code that other captchas share first. Empty when it passed. */
  public List<String> codes() {
    return codes;
  }

  /** When to ask again, if Bollard said so. */
  public OptionalInt retryAfterSeconds() {
    return retryAfterSeconds == null ? OptionalInt.empty() : OptionalInt.of(retryAfterSeconds);
  }

  /** 0 = person, 1 = bot; empty if nobody was scored. */
  public OptionalDouble score() {
    Object score = answer.get("score");
    return score instanceof Double ? OptionalDouble.of((Double) score) : OptionalDouble.empty();
  }

  /** The evidence behind the score. */
  public List<Reason> reasons() {
    List<Reason> reasons = new ArrayList<>();
    if (answer.get("reasons") instanceof List) {
      for (Object one : (List<?>) answer.get("reasons")) {
        if (one instanceof Map) {
          Map<?, ?> reason = (Map<?, ?>) one;
          Object weight = reason.get("weight");
          double value = weight instanceof Double ? (Double) weight : 0;
          reasons.add(new Reason(text(reason.get("code")).orElse(""), text(reason.get("group")).orElse(""), value));
        }
      }
    }
    return List.copyOf(reasons);
  }

  public Optional<String> action() {
    return text(answer.get("action"));
  }

  public Optional<String> hostname() {
    return text(answer.get("hostname"));
  }

  /** Finds the visitor in the dashboard's log. */
  public Optional<String> verificationId() {
    return text(answer.get("verification_id"));
  }

  private static Optional<String> text(Object value) {
    return value instanceof String ? Optional.of((String) value) : Optional.empty();
  }

  private static List<String> texts(Object value) {
    List<String> texts = new ArrayList<>();
    if (value instanceof List) {
      for (Object one : (List<?>) value) {
        text(one).ifPresent(texts::add);
      }
    }
    return List.copyOf(texts);
  }
}
