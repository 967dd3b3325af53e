import { expect, test } from 'vitest'
import { turnstileCodeOf } from './error-code.ts'

test.each([
  ['site-key-unknown', '110100', false],
  ['site-paused', '110110', false],
  ['solution-locked', '110110', false],
  ['origin-not-allowed', '110200', false],
  ['unsupported', '110500', false],
  ['challenge-expired', '110600', true],
  ['widget-unavailable', '200500', true],
  ['offline', '300010', true],
  ['unavailable', '300020', true],
  ['rate-limited', '300030', true],
  ['throttled', '300030', true],
  ['refused', '600010', true],
  ['something-new', '300000', true],
  ['constructor', '300000', true],
])('%s is told as %s, and trying again may help: %s', (ours, code, retry) =>
  expect(turnstileCodeOf(ours)).toEqual({ code, retry }),
)
