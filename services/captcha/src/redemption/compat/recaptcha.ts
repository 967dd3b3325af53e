import { compatPaths, type RecaptchaCode } from '@bollard/contracts'
import { judgeToken } from '../token/judge-token.ts'
import { codesOfGoogle, type FormProtocol } from './form-protocol.ts'
import { fromPerson, withoutMilliseconds } from './word-figures.ts'

/** reCAPTCHA, version 2 and 3 in one: version 2 ignores the score and the action. */
export const recaptcha: FormProtocol = {
  path: compatPaths.recaptcha,
  indented: true,
  readsAddress: true,
  async answer(context, { secret, response, remoteip }, address) {
    const outcome = await judgeToken(context, { secret, response, remoteip, address })
    if (outcome.status !== 'redeemed') return refuse(codesOfGoogle[outcome.status])
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
