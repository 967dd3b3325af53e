import { createHash } from 'node:crypto'
import type { CaptchaPort, KeyOfCaptcha } from '../captcha-port.ts'

/** Captchas beside the service, as tests set them. */
export interface TestCaptcha {
  readonly port: CaptchaPort
  /** By the secret key. */
  readonly keys: Map<string, KeyOfCaptcha>
  /** Tokens that are good once, and how much work they were, in percent of the usual. */
  readonly tokens: Map<string, number>
  /** Verifications that passed, by the solution and the token; none is used up. */
  readonly passed: Map<string, string>
  /** Site keys of solutions; none for one without a captcha. */
  readonly siteKeys: Map<string, string>
  /** Whether its database is away. */
  away: boolean
}

export function createTestCaptcha(ours: string, theirs: string): TestCaptcha {
  const keyOf = (solutionId: string, apiKeyId: number): KeyOfCaptcha => ({
    apiKeyId,
    publicId: `019a9b1c-5d3e-7000-8000-00000000ee0${apiKeyId}`,
    solutionId,
    scopes: ['verify', 'statistics', 'manage'],
    createdAt: new Date('2026-01-01'),
  })
  const keys: TestCaptcha['keys'] = new Map([
    ['bsec_ours', keyOf(ours, 1)],
    ['bsec_theirs', keyOf(theirs, 2)],
  ])
  const tokens: TestCaptcha['tokens'] = new Map()
  const passed: TestCaptcha['passed'] = new Map()
  const siteKeys: TestCaptcha['siteKeys'] = new Map([
    [ours, 'bsk_ours'],
    [theirs, 'bsk_theirs'],
  ])
  const port: CaptchaPort = {
    async findKey(secretKey) {
      if (captcha.away) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
      return keys.get(secretKey) ?? null
    },
    async findSite(siteKey, origin) {
      const solutionId = [...siteKeys].find(([, key]) => key === siteKey)?.[0]
      return solutionId === undefined ? null : { solutionId, allows: origin === 'https://shop.example' }
    },
    findVerification: async (solutionId, token) => passed.get(`${solutionId} ${token}`) ?? null,
    findSiteKey: async (solutionId) => siteKeys.get(solutionId) ?? null,
    async redeem({ token }) {
      const work = tokens.get(token) ?? null
      tokens.delete(token)
      return work
    },
    issueTicket: (_solutionId, percent) => `bwt1.${percent}`,
    secretOf: (solutionId) => createHash('sha256').update(solutionId).digest(),
  }
  const captcha: TestCaptcha = { keys, tokens, passed, siteKeys, away: false, port }
  return captcha
}
