/** Our code of a failed check to one that `error-callback` and rejected promises of hCaptcha know. */
export function errorCodeOf(code: string): string {
  switch (code) {
    case 'rate-limited':
    case 'throttled':
      return 'rate-limited'
    case 'offline':
    case 'widget-unavailable':
      return 'network-error'
    case 'site-key-unknown':
    case 'origin-not-allowed':
    case 'site-paused':
    case 'solution-locked':
    case 'validation-failed':
      return 'invalid-data'
    case 'challenge-expired':
      return 'challenge-expired'
    case 'reset':
    case 'removed':
      return 'challenge-closed'
    default:
      return 'challenge-error'
  }
}
