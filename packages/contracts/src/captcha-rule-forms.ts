import { continents, type RuleAction, type RuleCondition } from './captcha-rules.ts'
import type { RuleForm, RuleFormsContent } from './captcha-rule-routes.ts'

/** What a form makes of its rule. */
export interface FormRule {
  readonly conditions: readonly RuleCondition[]
  readonly action: RuleAction
}

/** Name and place of a form's rule when it is turned on; its owner can change both. */
export const ruleFormBeginnings: Readonly<Record<RuleForm, { readonly name: string; readonly priority: number }>> = {
  ALLOWED_NETWORKS: { name: 'Allowed networks', priority: 1 },
  BLOCKED_NETWORKS: { name: 'Blocked networks', priority: 2 },
  GEOBLOCKING: { name: 'Geoblocking', priority: 3 },
}

/** The rule that each form asks for, null for a form that is off. */
export function rulesOfFormsContent({
  geoblocking: { mode, countries },
  allowedNetworks,
  blockedNetworks,
}: RuleFormsContent): Record<RuleForm, FormRule | null> {
  return {
    ALLOWED_NETWORKS: ruleOfNetworks(allowedNetworks, { type: 'ALLOW' }),
    BLOCKED_NETWORKS: ruleOfNetworks(blockedNetworks, { type: 'BLOCK' }),
    GEOBLOCKING: ruleOfCountries(mode, countries),
  }
}

function ruleOfNetworks(values: string[], action: RuleAction): FormRule | null {
  return values.length === 0 ? null : { conditions: [{ field: 'ip', not: false, values }], action }
}

function ruleOfCountries(mode: RuleFormsContent['geoblocking']['mode'], values: string[]): FormRule | null {
  switch (mode) {
    case 'OFF':
      return null
    case 'BLOCK_LISTED':
      return { conditions: [{ field: 'country', not: false, values }], action: { type: 'BLOCK' } }
    case 'ALLOW_LISTED':
      // A visitor whose country is unknown is on no continent: nobody is blocked for what the data does not know.
      return {
        conditions: [
          { field: 'country', not: true, values },
          { field: 'continent', not: false, values: [...continents] },
        ],
        action: { type: 'BLOCK' },
      }
    default:
      return mode satisfies never
  }
}
