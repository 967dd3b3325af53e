import type { RuleContent, StoredRuleDto } from '@bollard/contracts'
import type { Setting, Values } from '../../../sections/setting-values.ts'

/** The fields of a rule that its page changes. */
export const ruleNames = ['name', 'conditions', 'action', 'enabled', 'dryRun', 'expiresAt'] as const

/** The same of a rule that a simple form keeps: whom it fits is changed there. */
export const formRuleNames = ['name', 'enabled', 'dryRun', 'expiresAt'] as const

/** What the page of a new rule begins with. */
export const newRule: Values = {
  name: '',
  conditions: [{ field: 'country', not: false, values: [] }],
  action: { type: 'BLOCK' },
  enabled: true,
  dryRun: false,
  expiresAt: null,
}

export function valuesOfRule(rule: RuleContent, names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, Reflect.get(rule, name) as Setting]))
}

/** What of a stored rule is its content, as calls take it. */
export function contentOf(rule: StoredRuleDto): RuleContent {
  const { priority, conditions, action } = rule
  return { ...formPartOf(rule), priority, conditions, action }
}

const formPartOf = ({ name, enabled, dryRun, expiresAt }: StoredRuleDto) => ({ name, enabled, dryRun, expiresAt })

/** Whether its time is over. */
export function isExpired({ expiresAt }: Pick<StoredRuleDto, 'expiresAt'>, now: number): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= now
}
