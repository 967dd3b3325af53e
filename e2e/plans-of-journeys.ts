import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Writes the built-in plans with every feature of a captcha on trial into a folder, and answers with the file: journeys use
 * wildcards and take results twice, which only larger plans than that of the trial have. All limits stay.
 */
export function plansOfJourneys(folder: string): string {
  const plans = JSON.parse(
    readFileSync(new URL('../services/billing/src/plan/default-plans.json', import.meta.url), 'utf8'),
  )
  const { trialPlan, plans: offered } = plans.types.CAPTCHA
  const planOf = (code: string) => offered.find((plan: { code: string }) => plan.code === code)
  planOf(trialPlan).features = planOf('PRO').features
  const file = join(folder, 'plans-of-journeys.json')
  writeFileSync(file, JSON.stringify(plans))
  return file
}
