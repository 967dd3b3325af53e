import type { RecaptchaCode, TurnstileCode } from '@bollard/contracts'
import type { Fields } from '../bodies/read-fields.ts'
import type { TokenFault } from '../token/judge-token.ts'
import type { RedemptionContext } from '../token/redemption-context.ts'

/** What can be wrong with a call itself, before or beside its token. */
export type CallFault = 'unreadable' | 'wrong-method' | 'too-large' | 'unavailable'

/** A captcha whose servers are asked with `secret` and `response`, and that answers 200 with a list of codes. */
export interface FormProtocol {
  readonly path: string
  /** Answers are spread over lines, as some clients search the text of them. */
  readonly indented?: boolean
  /**
   * Whether servers made for it may send fields, the secret key among them, in the address: addresses stand in the logs of proxies, so
   * only where clients do.
   */
  readonly readsAddress: boolean
  /** What it says about the fields of a call from an address. */
  readonly answer: (context: RedemptionContext, fields: Fields, address: string) => Promise<object>
  /** What it says when a call cannot be answered. */
  readonly refuse: (fault: CallFault) => object
}

/** A protocol's code for everything that can be wrong. */
export type CodesOf<Code extends string> = Readonly<Record<TokenFault, Code>>

/** reCAPTCHA says the same as Turnstile, which has added an `idempotency_key`. */
export const codesOfGoogle = {
  'secret-missing': 'missing-input-secret',
  'secret-invalid': 'invalid-input-secret',
  // What helps is the same: another key.
  'solution-locked': 'invalid-input-secret',
  'response-missing': 'missing-input-response',
  'idempotency-key-invalid': 'bad-request',
  'token-malformed': 'invalid-input-response',
  'token-signature-invalid': 'invalid-input-response',
  'token-of-other-site': 'invalid-input-response',
  'test-token': 'invalid-input-response',
  'real-token': 'invalid-input-response',
  'test-key': 'invalid-input-response',
  'failover-refused': 'invalid-input-response',
  'client-reported-outage': 'invalid-input-response',
  'rate-limited': 'invalid-input-response',
  'other-network': 'invalid-input-response',
  'token-expired': 'timeout-or-duplicate',
  'token-already-used': 'timeout-or-duplicate',
  // No such field exists here, so nobody hears of it.
  'site-key-unknown': 'bad-request',
  'site-key-mismatch': 'bad-request',
} as const satisfies CodesOf<RecaptchaCode & TurnstileCode>
