import { compatPaths, type TurnstileCode } from '@bollard/contracts'
import { judgeToken } from '../token/judge-token.ts'
import type { CodesOf, FormProtocol } from './form-protocol.ts'

const codes: CodesOf<TurnstileCode> = {
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
  // This protocol has no such field, so nobody is told of it.
  'site-key-unknown': 'bad-request',
  'site-key-mismatch': 'bad-request',
}

/** Turnstile. `messages`, which it has for such things, tells our own precise code. */
export const turnstile: FormProtocol = {
  path: compatPaths.turnstile,
  readsAddress: false,
  async answer(context, { secret, response, remoteip, idempotency_key: idempotencyKey }, address) {
    const outcome = await judgeToken(context, { secret, response, idempotencyKey, remoteip, address })
    if (outcome.status !== 'redeemed') return refuse(codes[outcome.status], outcome.status)
    const { startedAt, hostname, action, rounds } = outcome.verification
    return {
      success: true,
      'error-codes': [],
      challenge_ts: startedAt,
      hostname,
      action: action ?? '',
      cdata: outcome.data,
      // Nobody is ever asked to do anything; what comes nearest is the second, harder challenge.
      metadata: { interactive: rounds > 1 },
      messages: [],
    }
  },
  refuse: (fault) => refuse(fault === 'unavailable' ? 'internal-error' : 'bad-request', fault),
}

function refuse(code: TurnstileCode, message: string) {
  return { success: false, 'error-codes': [code], messages: [message] }
}
