import type { WhatIfSettings } from '@bollard/contracts'
import { type FieldError, ProblemError } from '@bollard/http'
import { checkNetworks } from '../rules/check-rule.ts'

/** Settings as they would be stored. Refuses with `validation-failed` networks that could not be exempt. */
export function checkSettings(settings: WhatIfSettings): WhatIfSettings {
  if (settings.exemptNetworks === undefined) return settings
  const errors: FieldError[] = []
  const exemptNetworks = checkNetworks(settings.exemptNetworks, '/settings/exemptNetworks', errors)
  if (errors.length > 0) throw new ProblemError('validation-failed', undefined, { errors })
  return { ...settings, exemptNetworks }
}
