package bollard.android;

/** Hears what became of {@link BollardCaptchaView#execute}, once, on the main thread. */
public interface CaptchaCallback {
  /** A token that nobody got before. Send it to your server, which verifies it. */
  void onToken(String token);

  /**
   * There is none.
   *
   * @param code {@code refused}, {@code offline}, {@code script-unreachable}, {@code page-failed}, {@code removed}, or
   *   another code of the
   *     widget
   */
  void onFailed(String code);
}
