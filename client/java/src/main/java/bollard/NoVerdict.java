package bollard;

/** Why a request brought no verdict. */
final class NoVerdict extends Exception {
  private static final long serialVersionUID = 1L;

  final String failure;
  final Integer retryAfterSeconds;
  /** Whether it may be over in a moment. */
  final boolean isTransient;

  NoVerdict(String failure, Integer retryAfterSeconds, boolean isTransient) {
    // It says what happened and is expected: no stack is wanted.
    super(failure, null, false, false);
    this.failure = failure;
    this.retryAfterSeconds = retryAfterSeconds;
    this.isTransient = isTransient;
  }

  NoVerdict(String failure) {
    this(failure, null, false);
  }
}
