import type { RuleForm, StoredRuleDto } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import type { StoredRule } from '../../edge/rules/load-rules.ts'

/** A rule that was not deleted, with what people see of it. */
export interface ListedRule extends StoredRule {
  readonly id: string
  readonly name: string
  readonly form: RuleForm | null
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly hits: number
  readonly dryRunHits: number
  readonly lastHitAt: Date | null
}

/** The rules of a site in the order in which they are asked. */
export async function listStoredRules(db: Queries, siteId: number): Promise<ListedRule[]> {
  return db.query(
    'captcha-rules-list',
    `select r.site_id as "siteId", r.id, r.number, r.name, r.form, r.priority, r.enabled, r.dry_run as "dryRun", r.conditions, r.action,
       r.expires_at as "expiresAt", r.version, r.created_at as "createdAt", r.updated_at as "updatedAt",
       coalesce(h.hits, 0)::float8 as hits, coalesce(h.dry_run_hits, 0)::float8 as "dryRunHits", h.last_hit_at as "lastHitAt"
     from captcha.rules r left join captcha.rule_hits h on h.site_id = r.site_id and h.number = r.number
     where r.site_id = $1 and r.deleted_at is null order by r.priority, r.number`,
    [siteId],
  )
}

/** What the audit log records about a rule. */
export function auditedRule({
  name,
  form,
  priority,
  enabled,
  dryRun,
  conditions,
  action,
  expiresAt,
}: AuditedRule): AuditedRule {
  return { name, form, priority, enabled, dryRun, conditions, action, expiresAt }
}

type AuditedRule = Pick<
  ListedRule,
  'name' | 'form' | 'priority' | 'enabled' | 'dryRun' | 'conditions' | 'action' | 'expiresAt'
>

export function toRule(rule: ListedRule): StoredRuleDto {
  const { id, conditions, expiresAt, version, createdAt, updatedAt, hits, dryRunHits, lastHitAt } = rule
  return {
    id,
    ...auditedRule(rule),
    conditions: [...conditions],
    expiresAt: expiresAt?.toISOString() ?? null,
    version,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    hits,
    dryRunHits,
    lastHitAt: lastHitAt?.toISOString() ?? null,
  }
}

export interface NewRule extends StoredRule {
  readonly id: string
  readonly name: string
  readonly form: RuleForm | null
  readonly createdAt: Date
}

export async function insertRule(tx: Queries, rule: NewRule): Promise<void> {
  await tx.query(
    'captcha-rule-insert',
    `insert into captcha.rules (id, site_id, number, name, form, priority, enabled, dry_run, conditions, action, expires_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb, $10::jsonb, $11, $12, $12)`,
    [
      rule.id,
      rule.siteId,
      rule.number,
      rule.name,
      rule.form,
      rule.priority,
      rule.enabled,
      rule.dryRun,
      JSON.stringify(rule.conditions),
      JSON.stringify(rule.action),
      rule.expiresAt,
      rule.createdAt,
    ],
  )
}
