import type { RuleAction, RuleCondition } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { compileRules, type Rule, type RuleSet } from '@bollard/visitor-rules'

/** A rule that was not deleted, as the engine needs it. */
export interface StoredRule {
  readonly siteId: number
  readonly number: number
  readonly priority: number
  readonly enabled: boolean
  readonly dryRun: boolean
  readonly conditions: readonly RuleCondition[]
  readonly action: RuleAction
  readonly expiresAt: Date | null
}

/** The rules of sites that were not deleted, by site. */
export async function loadRules(db: Queries, siteIds: readonly number[]): Promise<Map<number, StoredRule[]>> {
  const rows = await db.query(
    'captcha-rules-live',
    `select site_id as "siteId", number, priority, enabled, dry_run as "dryRun", conditions, action, expires_at as "expiresAt"
     from captcha.rules where site_id = any($1::int[]) and deleted_at is null order by site_id, priority, number`,
    [siteIds],
  )
  return Map.groupBy(rows, ({ siteId }) => siteId)
}

/** What tells one state of the rules of sites from another, by site; for a site without rules there is nothing. */
export async function findRuleStates(db: Queries, siteIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await db.query(
    'captcha-rules-states',
    `select site_id as "siteId", string_agg(number || '.' || version, ' ' order by number) as state
     from captcha.rules where site_id = any($1::int[]) and deleted_at is null group by site_id`,
    [siteIds],
  )
  return new Map(rows.map(({ siteId, state }) => [siteId, state]))
}

/** Prepares stored rules for the hot path. */
export function compileSiteRules(stored: readonly StoredRule[], nameOf: (asn: number) => string | null): RuleSet {
  return compileRules(toEngineRules(stored), { nameOf })
}

export function toEngineRules(stored: readonly StoredRule[]): Rule[] {
  return stored.map((rule) => ({ ...rule, expiresAt: rule.expiresAt?.getTime() ?? null }))
}
