import { compatPaths, type TurnstileCode } from '@bollard/contracts'
import { judgeToken } from '../token/judge-token.ts'
import { codesOfGoogle, type FormProtocol } from './form-protocol.ts'

/** Turnstile. `messages`, which it has for such things, tells our own precise code. */
export const turnstile: FormProtocol = {
  path: compatPaths.turnstile,
  readsAddress: false,
  async answer(context, { secret, response, remoteip, idempotency_key: idempotencyKey }, address) {
    const outcome = await judgeToken(context, { secret, response, idempotencyKey, remoteip, address })
    if (outcome.status !== 'redeemed') return refuse(codesOfGoogle[outcome.status], outcome.status)
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
