import { isDeepStrictEqual } from 'node:util'
import type { Call, Caller } from '@bollard/access'
import type { RuleContent, StoredRuleDto } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import { changesOf } from '../../records/audit/changes-of.ts'
import { recordAudit } from '../../records/audit/record-audit.ts'
import { lockSite, type SiteOverview, touchSite } from '../../records/sites/sites.ts'
import { assertFeatures } from '../plan/assert-plan.ts'
import { planOf } from '../plan/plan-terms.ts'
import { wantedOfRule } from '../plan/wanted-of-rule.ts'
import { checkRule } from './check-rule.ts'
import { pointerInRule } from './create-rule.ts'
import { assertLength } from './next-rule-number.ts'
import type { RuleContext } from './rule-context.ts'
import { auditedRule, listStoredRules, toRule } from './stored-rules.ts'

/** Replaces a rule. What a simple form keeps of its rule, conditions and action, stays. */
export async function updateRule(
  { db, now, ...context }: Pick<RuleContext, 'db' | 'now' | 'plansOf'>,
  actor: Caller,
  site: SiteOverview,
  { ruleId, version, ...content }: RuleContent & { ruleId: string; version: number },
  call: Call,
): Promise<StoredRuleDto> {
  const siteId = site.id
  const plan = await planOf(context, site)
  return db.transaction(async (tx) => {
    await lockSite(tx, siteId)
    const old = (await listStoredRules(tx, siteId)).find(({ id }) => id === ruleId.toLowerCase())
    if (old === undefined) throw new ProblemError('not-found')
    const updatedAt = now()
    const rule = checkRule(content, { now: updatedAt.getTime(), allowedExpiry: old.expiresAt })
    if (version !== old.version) throw new ProblemError('version-conflict')
    if (
      old.form !== null &&
      !(isDeepStrictEqual(rule.conditions, old.conditions) && isDeepStrictEqual(rule.action, old.action))
    )
      throw new ProblemError('rule-of-form')
    const { name, priority, enabled, dryRun, conditions, action } = rule
    const expiresAt = rule.expiresAt === null ? null : new Date(rule.expiresAt)
    assertFeatures(plan, wantedOfRule(old, { ...rule, expiresAt }, pointerInRule))
    await tx.query(
      'captcha-rule-update',
      `update captcha.rules set name = $2, priority = $3, enabled = $4, dry_run = $5, conditions = $6::jsonb, action = $7::jsonb,
         expires_at = $8, updated_at = $9, version = version + 1 where id = $1`,
      [
        old.id,
        name,
        priority,
        enabled,
        dryRun,
        JSON.stringify(conditions),
        JSON.stringify(action),
        expiresAt,
        updatedAt,
      ],
    )
    await assertLength(tx, siteId)
    await touchSite(tx, siteId)
    const changed = {
      ...old,
      name,
      priority,
      enabled,
      dryRun,
      conditions,
      action,
      expiresAt,
      updatedAt,
      version: old.version + 1,
    }
    const changes = changesOf(auditedRule(old), auditedRule(changed))
    await recordAudit(tx, actor, call, updatedAt, {
      site,
      action: 'rule.updated',
      target: { kind: 'rule', id: old.id },
      ...changes,
    })
    return toRule(changed)
  })
}
