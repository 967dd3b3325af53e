package bollard;

/** What a form is worth that nobody could check. */
public enum FailPolicy {
  /** Only visitors who were checked pass. */
  CLOSED("closed"),
  /** Visitors also pass whose browser couldn't reach Bollard, if Bollard itself recorded that outage. */
  RECORDED_OUTAGE("recorded-outage"),
  /** Visitors also pass while your server can't reach Bollard. */
  OPEN("open");

  private final String name;

  FailPolicy(String name) {
    this.name = name;
  }

  /**
   * The policy of a setting.
   *
   * @throws ConfigurationException {@code fail-policy-unknown}
   */
  public static FailPolicy of(String name) {
    for (FailPolicy policy : values()) {
      if (policy.name.equals(name)) {
        return policy;
      }
    }
    throw new ConfigurationException("fail-policy-unknown");
  }
}
