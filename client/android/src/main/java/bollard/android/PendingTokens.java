package bollard.android;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** What the app has asked of the page: kept until the page is there, and answered once. Not for several threads. */
final class PendingTokens {
  private final Consumer<String> run;
  private final List<CaptchaCallback> waiting = new ArrayList<>();
  private boolean isReady;

  /** @param run runs a script in the page */
  PendingTokens(Consumer<String> run) {
    this.run = run;
  }

  /** Calls that come meanwhile share the answer. */
  void ask(CaptchaCallback callback) {
    waiting.add(callback);
    if (isReady && waiting.size() == 1) {
      run.accept("bollard.execute()");
    }
  }

  void hear(AppMessage message) {
    switch (message.type) {
      case "ready":
        isReady = true;
        if (!waiting.isEmpty()) {
          run.accept("bollard.execute()");
        }
        break;
      case "executed":
        for (CaptchaCallback callback : taken()) {
          callback.onToken(message.token);
        }
        break;
      case "rejected":
      case "unavailable":
        fail(message.code);
        break;
      default:
    }
  }

  /** The page is gone, or never came. */
  void end(String code) {
    isReady = false;
    fail(code);
  }

  private void fail(String code) {
    for (CaptchaCallback callback : taken()) {
      callback.onFailed(code);
    }
  }

  private List<CaptchaCallback> taken() {
    List<CaptchaCallback> all = new ArrayList<>(waiting);
    waiting.clear();
    return all;
  }
}
