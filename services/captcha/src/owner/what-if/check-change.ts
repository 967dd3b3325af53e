import type { RuleContent, WhatIfSettings } from '@bollard/contracts'
import { type FieldError, ProblemError } from '@bollard/http'
import { checkNetworks, checkRule } from '../rules/check-rule.ts'

/**
 * Rules as they would be stored. Refuses with `validation-failed` what could not be; it lists all faults of all rules. An expiry
 * in the past is none: such a rule may stand in the list of a site, and nobody obeys it.
 */
export function checkRules(rules: readonly RuleContent[], now: number): RuleContent[] {
  const errors: FieldError[] = []
  const checked = rules.map((rule, index) => {
    try {
      return { ...checkRule({ ...rule, expiresAt: null }, { now }), expiresAt: rule.expiresAt }
    } catch (error) {
      if (!(error instanceof ProblemError) || error.errors === undefined) throw error
      errors.push(...error.errors.map((fault) => ({ ...fault, pointer: `/rules/${index}${fault.pointer}` })))
      return rule
    }
  })
  if (errors.length > 0) throw new ProblemError('validation-failed', undefined, { errors })
  return checked
}

/** Settings as they would be stored. Refuses with `validation-failed` networks that could not be exempt. */
export function checkSettings(settings: WhatIfSettings): WhatIfSettings {
  if (settings.exemptNetworks === undefined) return settings
  const errors: FieldError[] = []
  const exemptNetworks = checkNetworks(settings.exemptNetworks, '/settings/exemptNetworks', errors)
  if (errors.length > 0) throw new ProblemError('validation-failed', undefined, { errors })
  return { ...settings, exemptNetworks }
}
