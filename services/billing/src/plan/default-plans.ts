import { readFileSync } from 'node:fs'
import { type PlanCatalogue, readPlans } from './plan-catalogue.ts'

/** The plans of a deployment whose operator names no file of their own. */
export function defaultPlans(): PlanCatalogue {
  return readPlans(readFileSync(new URL('default-plans.json', import.meta.url), 'utf8'))
}
