import type { Role } from '@bollard/contracts'
import type { CaptchaPort, HourOfCaptcha, MinuteOfCaptcha } from '../captcha-port.ts'

/** A captcha beside the service, as tests set it. */
export interface TestCaptcha {
  readonly port: CaptchaPort
  /** Hours of captchas, by solution; a solution without an entry is no captcha. */
  readonly hours: Map<string, HourOfCaptcha[]>
  readonly minutes: Map<string, MinuteOfCaptcha[]>
  /** Solutions of site keys. */
  readonly sites: Map<string, string>
  /** Solutions of domains. */
  readonly domains: Map<string, string[]>
  /** "monitoring captcha", where both have the same owner. */
  readonly shared: Set<string>
  /** Roles by "user captcha". */
  readonly roles: Map<string, Role>
}

const quiet = { started: 0, issued: 0, solved: 0, refused: 0, steppedUp: 0, checkMsP95: null }

export function createTestCaptcha(): TestCaptcha {
  const hours: TestCaptcha['hours'] = new Map()
  const minutes: TestCaptcha['minutes'] = new Map()
  const sites: TestCaptcha['sites'] = new Map()
  const domains: TestCaptcha['domains'] = new Map()
  const shared: TestCaptcha['shared'] = new Set()
  const roles: TestCaptcha['roles'] = new Map()
  const port: CaptchaPort = {
    apiUrl: 'http://127.0.0.1:1',
    solve: async () => '',
    async findSite(siteKey, by) {
      const solutionId = sites.get(siteKey)
      return solutionId === undefined ? null : { solutionId, letsIn: shared.has(`${by} ${solutionId}`) }
    },
    issuePass: async () => null,
    async readHours(solutionId, asked, until) {
      const known = hours.get(solutionId)
      if (known === undefined) return []
      return asked.map(
        (at) => known.find((hour) => hour.at.getTime() === at.getTime() && at < until) ?? { ...quiet, at },
      )
    },
    readMinutes: async (solutionId, from, to) =>
      (minutes.get(solutionId) ?? []).filter(({ at }) => at >= from && at < to),
    findSolutionsOf: async (domain) => domains.get(domain) ?? [],
    shareOwner: async (one, other) => shared.has(`${one} ${other}`),
    findRole: async ({ userId }, solutionId) => roles.get(`${userId} ${solutionId}`) ?? null,
  }
  return { port, hours, minutes, sites, domains, shared, roles }
}
