package bollard;

/** One piece of evidence behind a score. */
public final class Reason {
  private final String code;
  private final String group;
  private final double weight;

  Reason(String code, String group, double weight) {
    this.code = code;
    this.group = group;
    this.weight = weight;
  }

  public String code() {
    return code;
  }

  public String group() {
    return group;
  }

  /** In log-odds, positive for bots. */
  public double weight() {
    return weight;
  }
}
