import { z } from 'zod'

/**
 * Every way in which a call can be refused, with its HTTP status. Codes are the API: texts may
 * change, codes never do.
 */
export const problemStatus = {
  'malformed-json': 400,
  'unknown-field': 400,
  'invalid-parameter': 400,
  'token-invalid': 400,
  'code-invalid': 400,
  'captcha-failed': 400,
  'passkey-invalid': 400,
  unauthenticated: 401,
  'credentials-invalid': 401,
  'password-required': 401,
  'second-factor-required': 401,
  'step-up-required': 401,
  'sign-in-expired': 401,
  'secret-key-invalid': 401,
  'private-token-required': 401,
  'payment-required': 402,
  'payment-method-failed': 402,
  forbidden: 403,
  'plan-feature': 403,
  'solution-locked': 403,
  'private-token-invalid': 403,
  'role-too-low': 403,
  'scope-missing': 403,
  'person-required': 403,
  'second-factor-needed': 403,
  'operator-session-needed': 403,
  'change-mode-needed': 403,
  'email-not-verified': 403,
  'origin-not-allowed': 403,
  'site-paused': 403,
  'failover-refused': 403,
  'cross-site-request': 403,
  'not-found': 404,
  'site-key-unknown': 404,
  'verification-not-found': 404,
  'already-answered': 409,
  'already-initialised': 409,
  'email-taken': 409,
  'last-admin': 409,
  'already-member': 409,
  'already-set-up': 409,
  'not-set-up': 409,
  'in-use': 409,
  'slot-taken': 409,
  'state-conflict': 409,
  'conversion-state': 409,
  'four-eyes': 409,
  'wrong-account': 403,
  'version-conflict': 409,
  'last-environment': 409,
  'rule-of-form': 409,
  'idempotency-mismatch': 409,
  'export-not-ready': 409,
  'challenge-expired': 410,
  'token-expired': 410,
  'invitation-expired': 410,
  'result-expired': 410,
  'export-expired': 410,
  'client-reported-outage': 412,
  'too-large': 413,
  'media-type': 415,
  'validation-failed': 422,
  'challenge-invalid': 422,
  'rate-limited': 429,
  throttled: 429,
  'quota-exceeded': 429,
  'retrieval-limit': 429,
  internal: 500,
  unavailable: 503,
  'not-configured': 503,
  upstream: 502,
} as const

export type ProblemCode = keyof typeof problemStatus

/** RFC 9457 problem details, the body of every refused call. */
export const problemSchema = z.object({
  type: z.string().describe('Address of the page about the code.'),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string().describe('Stable; decide by it, never by the texts.'),
  requestId: z.string().describe('The operator’s log has the cause under it.'),
  errors: z
    .array(
      z.object({
        pointer: z.string(),
        code: z.string(),
        params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
      }),
    )
    .optional(),
  retryAfterSeconds: z.int().optional(),
  /** With `throttled`: goes into the body of the next start, which is then not throttled again. */
  ticket: z.string().max(128).optional(),
})
export type Problem = z.infer<typeof problemSchema>
