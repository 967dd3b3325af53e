package bollard;

import java.util.Collection;
import java.util.List;

/** What a form knows of its own tokens. */
public final class Expectations {
  /** Expects nothing. */
  public static final Expectations NONE = new Expectations(null, null, null);

  final String remoteIp;
  final String action;
  final List<String> hostnames;

  private Expectations(String remoteIp, String action, List<String> hostnames) {
    this.remoteIp = remoteIp;
    this.action = action;
    this.hostnames = hostnames;
  }

  /** The visitor's address as your server sees it. */
  public Expectations remoteIp(String address) {
    return new Expectations(address, action, hostnames);
  }

  /** The action that the form gave the widget. */
  public Expectations action(String expected) {
    return new Expectations(remoteIp, expected, hostnames);
  }

  /** Host names on which the form may have been. */
  public Expectations hostnames(Collection<String> expected) {
    return new Expectations(remoteIp, action, List.copyOf(expected));
  }
}
