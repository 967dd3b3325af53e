import { expect, test } from 'vitest'
import { errorCodeOf } from './error-code.ts'

test.each([
  ['rate-limited', 'rate-limited'],
  ['throttled', 'rate-limited'],
  ['offline', 'network-error'],
  ['widget-unavailable', 'network-error'],
  ['site-key-unknown', 'invalid-data'],
  ['origin-not-allowed', 'invalid-data'],
  ['challenge-expired', 'challenge-expired'],
  ['reset', 'challenge-closed'],
  ['removed', 'challenge-closed'],
  ['refused', 'challenge-error'],
  ['something-new', 'challenge-error'],
])('%s is told as %s', (ours, theirs) => expect(errorCodeOf(ours)).toBe(theirs))
