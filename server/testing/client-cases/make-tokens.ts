import { randomBytes } from 'node:crypto'
import { keepOutage } from '../../../services/captcha/src/outage/outages.ts'
import { makeSite, type TestService, type TestSite } from '../../../services/captcha/src/testing/start-service.ts'
import { pass, siteverify } from '../../../services/captcha/src/testing/walk-through.ts'
import type { CaseToken } from './case-table.ts'

const minute = 60_000

export interface CaseTokens {
  readonly site: TestSite
  readonly other: TestSite
  /** A token that is good for one case. */
  readonly make: (kind: CaseToken, elsewhere: string) => Promise<string | null>
}

/** Two captchas of the running service, and tokens of all kinds. What takes an hour has already happened. */
export async function makeTokens(it: TestService): Promise<CaseTokens> {
  const [site, other] = [await makeSite(it), await makeSite(it)]
  await it.db.query(
    'cases-failover',
    `update captcha.sites set settings = settings || '{"failover":"RECORDED_OUTAGES"}', changed_at = clock_timestamp() where solution_id = $1`,
    [site.solutionId],
  )
  const passed = async ({ siteKey }: TestSite = site) => (await pass(it.app, siteKey, { action: 'signup' })).token
  // Outages are found by the clock of the database, so the service ends at the same time.
  it.clock.now -= 60 * minute
  const expired = await passed()
  it.clock.now += 60 * minute
  await it.db.transaction((tx) => keepOutage(tx, { cause: 'SERVICE_DOWN', fromAgeMs: 90_000, toAgeMs: 30_000 }))
  const failover = (at: number) => {
    const claim = { siteKey: site.siteKey, at: new Date(at).toISOString(), id: idOf(), reason: 'unreachable' }
    return `bfo1.${base64(claim)}`
  }
  return {
    site,
    other,
    async make(kind, elsewhere) {
      switch (kind) {
        case null:
          return null
        case 'fresh':
          return passed()
        case 'used': {
          const token = await passed()
          await siteverify(it.app, { secret: site.secretKey, response: token })
          return token
        }
        case 'expired':
          return expired
        case 'changed': {
          const token = await passed()
          return `${token.slice(0, 20)}${token[20] === 'A' ? 'B' : 'A'}${token.slice(21)}`
        }
        case 'other-site':
          return passed(other)
        case 'pointing-elsewhere':
          return base64({ apiEndpoint: elsewhere, verificationId: idOf(), encryptedVerificationToken: idOf() })
        case 'failover-recorded':
          return failover(it.clock.now - minute)
        case 'failover-unrecorded':
          return failover(it.clock.now - 20 * minute)
        default:
          return 'text' in kind ? kind.text : kind.repeat.repeat(kind.times)
      }
    },
  }
}

const idOf = () => randomBytes(16).toString('base64url')
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
