import { isIP } from 'node:net'
import { compatPaths, type HcaptchaCode } from '@bollard/contracts'
import { isDummyToken } from '../../access/test-keys/foreign-test-keys.ts'
import { judgeToken } from '../token/judge-token.ts'
import type { CodesOf, FormProtocol } from './form-protocol.ts'
import { knownScore } from './word-figures.ts'

const codes: CodesOf<HcaptchaCode> = {
  'secret-missing': 'missing-input-secret',
  'secret-invalid': 'invalid-input-secret',
  // What helps is the same: another key.
  'solution-locked': 'invalid-input-secret',
  'response-missing': 'missing-input-response',
  'site-key-unknown': 'invalid-sitekey',
  'site-key-mismatch': 'sitekey-secret-mismatch',
  'token-malformed': 'invalid-input-response',
  'token-signature-invalid': 'invalid-input-response',
  'token-of-other-site': 'invalid-input-response',
  'test-token': 'not-using-dummy-secret',
  'real-token': 'not-using-dummy-passcode',
  'test-key': 'invalid-input-response',
  'failover-refused': 'invalid-input-response',
  'client-reported-outage': 'invalid-input-response',
  'rate-limited': 'invalid-input-response',
  'other-network': 'invalid-input-response',
  'token-expired': 'expired-input-response',
  'token-already-used': 'already-seen-response',
  // This protocol has no such field.
  'idempotency-key-invalid': 'bad-request',
}

/** hCaptcha, with the fields of its enterprise offer. */
export const hcaptcha: FormProtocol = {
  path: compatPaths.hcaptcha,
  readsAddress: false,
  async answer(context, { secret, response, sitekey: siteKey, remoteip }, address) {
    if (remoteip !== '' && isIP(remoteip) === 0) return refuse('invalid-remoteip')
    const outcome = await judgeToken(context, { secret, response, siteKey, remoteip, address })
    // A wrong secret key beside the token of the tests is most likely just not that of the tests.
    if (outcome.status === 'secret-invalid' && isDummyToken(response)) return refuse('not-using-dummy-secret')
    if (outcome.status !== 'redeemed') return refuse(codes[outcome.status])
    const { startedAt, hostname, score, reasons } = outcome.verification
    return {
      success: true,
      challenge_ts: startedAt,
      hostname,
      credit: false,
      score: knownScore(score),
      score_reason: reasons.filter(({ bits }) => bits === undefined).map(({ code }) => code),
    }
  },
  refuse: () => refuse('bad-request'),
}

function refuse(code: HcaptchaCode) {
  return { success: false, 'error-codes': [code] }
}
