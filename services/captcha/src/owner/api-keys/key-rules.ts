import { type ApiKeyScope, apiKeysMax, overlapHoursMax } from '@bollard/contracts'
import { type Caller, isApiKeyCaller } from '@bollard/access'
import type { Queries } from '@bollard/database'
import { type FieldError, ProblemError } from '@bollard/http'
import { assertRoom } from '../plan/assert-plan.ts'
import type { PlanTerms } from '../plan/plan-terms.ts'
import type { KeyContext } from './key-context.ts'

/**
 * Refuses whoever may not have a key with these scopes made, replaced or changed. Keys that verify are every admin's: without one
 * no captcha works. Revoking needs no such right, since it only takes away.
 * @throws ProblemError `forbidden`, or `second-factor-needed` where that is all that is missing
 */
export function requireKeyMaker({ apiKeysFor }: KeyContext, actor: Caller, scopes: readonly ApiKeyScope[]): void {
  if (apiKeysFor !== 'operators' || scopes.every((scope) => scope === 'verify')) return
  if (!isApiKeyCaller(actor) && actor.isAdmin) return
  if (!isApiKeyCaller(actor) && actor.adminNeedsSecondFactor) throw new ProblemError('second-factor-needed')
  throw new ProblemError('forbidden', 'Only an administrator of this installation may make keys with these scopes.')
}

/** Whether a key `k` of `captcha.api_keys` works at the time `$2`, in SQL. */
const works = 'k.revoked_at is null and (k.expires_at is null or k.expires_at > $2)'

/**
 * Whether such a key counts for the plan: one that works, and not until its replacement is installed. One that was replaced and
 * made to last longer counts again.
 */
export const countsForPlan = `${works} and not exists (select from captcha.api_keys n
  where n.public_id = k.replaced_by and k.expires_at <= n.created_at + make_interval(hours => ${overlapHoursMax}))`

/**
 * Does what may add keys that work to a site, in a transaction that holds the site's turn, and refuses it when there are more
 * than before and too many. A replacement adds none for the plan.
 * @throws ProblemError `quota-exceeded`
 */
export async function withinKeyLimits<T>(
  tx: Queries,
  { siteId, plan, at }: { siteId: number; plan: PlanTerms | null; at: Date },
  work: () => Promise<T>,
): Promise<T> {
  const before = await countApiKeys(tx, siteId, at)
  const done = await work()
  const after = await countApiKeys(tx, siteId, at)
  assertRoom(plan, { limit: 'apiKeys', before: before.counted, after: after.counted, pointer: '' })
  if (after.working > before.working && after.working > apiKeysMax)
    throw new ProblemError('quota-exceeded', `A solution may have ${apiKeysMax} API keys that work.`)
  return done
}

async function countApiKeys(tx: Queries, siteId: number, at: Date): Promise<{ working: number; counted: number }> {
  const [row] = await tx.query(
    'captcha-api-keys-count',
    `select count(*)::int as working, (count(*) filter (where ${countsForPlan}))::int as counted from captcha.api_keys k where k.site_id = $1 and ${works}`,
    [siteId, at],
  )
  return row ?? { working: 0, counted: 0 }
}

/** The latest time to which an API key may live: two calendar years from now. */
export function latestApiKeyEnd(now: Date): Date {
  const end = new Date(now)
  end.setUTCFullYear(end.getUTCFullYear() + 2)
  return end
}

/** What is wrong with an end of life, as a list for `faults`; null never ends. */
export function expiryFaults(expiresAt: string | null, now: Date, latest: Date): FieldError[] {
  if (expiresAt === null) return []
  const at = new Date(expiresAt)
  if (at <= now) return [{ pointer: '/expiresAt', code: 'in-the-past' }]
  return at > latest ? [{ pointer: '/expiresAt', code: 'too-late' }] : []
}
