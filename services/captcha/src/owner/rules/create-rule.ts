import type { Call, Caller } from '@bollard/access'
import type { RuleContent, StoredRuleDto } from '@bollard/contracts'
import { recordAudit } from '../../records/audit/record-audit.ts'
import { lockSite, type SiteOverview, touchSite } from '../../records/sites/sites.ts'
import { createVerificationId } from '../../records/store/verification-id.ts'
import { assertFeatures } from '../plan/assert-plan.ts'
import { planOf } from '../plan/plan-terms.ts'
import { wantedOfRule } from '../plan/wanted-of-rule.ts'
import { checkRule } from './check-rule.ts'
import { assertLength, nextRuleNumber } from './next-rule-number.ts'
import type { RuleContext } from './rule-context.ts'
import { auditedRule, insertRule, listStoredRules, toRule } from './stored-rules.ts'

type CreateContext = Pick<RuleContext, 'db' | 'now' | 'randomBytes' | 'plansOf'>

/** Adds a rule to a site. @throws ProblemError `validation-failed`, `plan-feature`, `quota-exceeded` */
export async function createRule(
  { db, now, randomBytes, ...context }: CreateContext,
  actor: Caller,
  site: SiteOverview,
  content: RuleContent,
  call: Call,
): Promise<StoredRuleDto> {
  const createdAt = now()
  const siteId = site.id
  const { expiresAt: end, ...rule } = checkRule(content, { now: createdAt.getTime() })
  const expiresAt = end === null ? null : new Date(end)
  const plan = await planOf(context, site)
  assertFeatures(plan, wantedOfRule(null, { ...rule, expiresAt }, pointerInRule))
  const id = createVerificationId(createdAt.getTime(), randomBytes(10))
  return db.transaction(async (tx) => {
    await lockSite(tx, siteId)
    const number = await nextRuleNumber(tx, siteId)
    await insertRule(tx, { ...rule, id, siteId, number, form: null, expiresAt, createdAt })
    await assertLength(tx, siteId)
    await touchSite(tx, siteId)
    const created = (await listStoredRules(tx, siteId)).find((one) => one.number === number)
    if (created === undefined) throw new Error('the insert of a rule left no row')
    await recordAudit(tx, actor, call, createdAt, {
      site,
      action: 'rule.created',
      target: { kind: 'rule', id },
      after: auditedRule(created),
    })
    return call.keepAnswer(tx, toRule(created))
  })
}

/** Where a condition is in the body of a rule. */
export function pointerInRule(condition: number | null): string {
  return condition === null ? '' : `/conditions/${condition}/field`
}
