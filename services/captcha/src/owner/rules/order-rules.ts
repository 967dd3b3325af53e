import type { Call, Caller } from '@bollard/access'
import type { StoredRuleDto } from '@bollard/contracts'
import { type FieldError, ProblemError } from '@bollard/http'
import { recordAudit } from '../../records/audit/record-audit.ts'
import { lockSite, type SiteOverview, touchSite } from '../../records/sites/sites.ts'
import { plainArray } from '../../records/store/array-literal.ts'
import type { RuleContext } from './rule-context.ts'
import { listStoredRules, toRule } from './stored-rules.ts'

/** Asks the rules of a site in the order of their ids, which must be those of all its rules. */
export async function orderRules(
  { db, now }: Pick<RuleContext, 'db' | 'now'>,
  actor: Caller,
  site: SiteOverview,
  ruleIds: readonly string[],
  call: Call,
): Promise<StoredRuleDto[]> {
  const siteId = site.id
  const at = now()
  const ids = ruleIds.map((id) => id.toLowerCase())
  const errors = ids.flatMap((id, index): FieldError[] =>
    ids.indexOf(id) < index ? [{ pointer: `/ruleIds/${index}`, code: 'duplicate' }] : [],
  )
  if (errors.length > 0) throw new ProblemError('validation-failed', undefined, { errors })
  return db.transaction(async (tx) => {
    await lockSite(tx, siteId)
    const before = await listStoredRules(tx, siteId)
    // Whoever ordered them has seen others: a rule was added or removed meanwhile.
    if (before.length !== ids.length || !before.every(({ id }) => ids.includes(id)))
      throw new ProblemError('version-conflict')
    await tx.query(
      'captcha-rules-order',
      `update captcha.rules r set priority = 10 * o.place, updated_at = $3, version = r.version + 1
       from unnest($2::uuid[]) with ordinality as o(id, place) where r.id = o.id and r.site_id = $1 and r.priority <> 10 * o.place`,
      [siteId, plainArray(ids), at],
    )
    await touchSite(tx, siteId)
    const after = await listStoredRules(tx, siteId)
    await recordAudit(tx, actor, call, at, {
      site,
      action: 'rules.ordered',
      before: placesOf(before),
      after: placesOf(after),
    })
    return after.map(toRule)
  })
}

function placesOf(rules: readonly { readonly id: string }[]) {
  return { ruleIds: rules.map(({ id }) => id) }
}
