import type { ProblemCode } from './problem.ts'

/**
 * Codes in `error-codes` of siteverify: one that other captchas have as well, and after it our more precise one. Codes are the API:
 * each has a page in the documentation.
 */
export const siteverifyCodes = [
  'missing-input-secret',
  'invalid-input-secret',
  'missing-input-response',
  'invalid-input-response',
  'bad-request',
  'method-not-allowed',
  'timeout-or-duplicate',
  'idempotency-key-invalid',
  'site-key-unknown',
  'site-key-mismatch',
  'solution-locked',
  'token-malformed',
  'token-signature-invalid',
  'token-expired',
  'token-already-used',
  'token-of-other-site',
  'test-key',
  'failover-refused',
  'client-reported-outage',
  'rate-limited',
  'other-network',
] as const
export type SiteverifyCode = (typeof siteverifyCodes)[number]

/** Codes of the widget's own, in `bollard-failed` and in what `execute()` rejects with, beside codes of the two calls it makes. */
export const widgetCodes = [
  'refused',
  'offline',
  'timeout',
  'unavailable',
  'answer-unknown',
  'not-solved',
  'unsupported',
  'reset',
  'removed',
] as const
export type WidgetCode = (typeof widgetCodes)[number]

/** Everything that a page of the documentation explains. */
export type ExplainedCode = ProblemCode | SiteverifyCode | WidgetCode
