import { readFileSync } from 'node:fs'
import { type PlanCatalogue, readPlans } from './plan-catalogue.ts'

/** The plans of an installation whose operator provides no file. */
export function defaultPlans(): PlanCatalogue {
  return readPlans(readFileSync(new URL('default-plans.json', import.meta.url), 'utf8'))
}
