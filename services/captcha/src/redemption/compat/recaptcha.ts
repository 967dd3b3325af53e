import { compatPaths, type RecaptchaCode } from '@bollard/contracts'
import { judgeToken } from '../token/judge-token.ts'
import type { CodesOf, FormProtocol } from './form-protocol.ts'
import { fromPerson, withoutMilliseconds } from './word-figures.ts'

const codes: CodesOf<RecaptchaCode> = {
  'secret-missing': 'missing-input-secret',
  'secret-invalid': 'invalid-input-secret',
  // What helps is the same: another key.
  'solution-locked': 'invalid-input-secret',
  'response-missing': 'missing-input-response',
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
  // This protocol has no such fields, so nobody is told of them.
  'idempotency-key-invalid': 'bad-request',
  'site-key-unknown': 'bad-request',
  'site-key-mismatch': 'bad-request',
}

/** reCAPTCHA, version 2 and 3 in one: version 2 ignores the score and the action. */
export const recaptcha: FormProtocol = {
  path: compatPaths.recaptcha,
  indented: true,
  readsAddress: true,
  async answer(context, { secret, response, remoteip }, address) {
    const outcome = await judgeToken(context, { secret, response, remoteip, address })
    if (outcome.status !== 'redeemed') return refuse(codes[outcome.status])
    const { startedAt, hostname, score, action } = outcome.verification
    return {
      success: true,
      challenge_ts: withoutMilliseconds(startedAt),
      hostname,
      score: fromPerson(score),
      ...(action === null ? {} : { action }),
    }
  },
  refuse: () => refuse('bad-request'),
}

function refuse(code: RecaptchaCode) {
  return { success: false, 'error-codes': [code] }
}
