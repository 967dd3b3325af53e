import { isDeepStrictEqual } from 'node:util'
import type { RuleContent, StoredRuleDto } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import { changesOf } from '../../records/audit/changes-of.ts'
import { recordChange } from '../../records/audit/record-change.ts'
import type { Editor } from '../../access/require-editor.ts'
import { lockSite } from '../../access/api-keys/api-key-owners.ts'
import { touchSite } from '../../records/sites/sites.ts'
import { assertFeatures } from '../plan/assert-features.ts'
import { planOf } from '../plan/plan-terms.ts'
import { wantedOfRule } from '../plan/wanted-of-rule.ts'
import { checkRule } from './check-rule.ts'
import { pointerInRule } from './create-rule.ts'
import { assertLength } from './next-rule-number.ts'
import type { RulePorts } from './rule-ports.ts'
import { auditedRule, listStoredRules, toRule } from './stored-rules.ts'

/** Replaces a rule. What a simple form keeps of its rule, conditions and action, stays. */
export async function updateRule(
  { db, now, ...ports }: Pick<RulePorts, 'db' | 'now' | 'plansOf'>,
  editor: Editor,
  { ruleId, version, ...content }: RuleContent & { ruleId: string; version: number },
): Promise<StoredRuleDto> {
  const siteId = editor.site.id
  const plan = await planOf(ports, editor.site)
  return db.transaction(async (tx) => {
    await lockSite(tx, siteId)
    const old = (await listStoredRules(tx, siteId)).find(({ id }) => id === ruleId.toLowerCase())
    if (old === undefined) throw new ProblemError('not-found')
    const updatedAt = new Date(now())
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
    await recordChange(tx, editor, updatedAt, {
      action: 'rule.updated',
      target: { kind: 'rule', id: old.id },
      ...changes,
    })
    return toRule(changed)
  })
}
