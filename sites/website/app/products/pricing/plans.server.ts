import { billingRoutes, type Plan } from '@bollard/contracts'
import type { RequestScope } from '@bollard/site-kit/server'

export interface SoldPlans {
  trialDays: number
  /** Of the captcha, from the smallest to the largest. */
  plans: Plan[]
  /** Of page protection, likewise. */
  protection: Plan[]
}

/** Plans change with a restart of the service, so what was read is good for a while. */
const keptMs = 5 * 60_000
const kept = new Map<string, { at: number; sold: SoldPlans }>()

/** The installation's plans; null while nobody can tell them. Throws nothing: a page about the product has more to say. */
export async function readPlans({ apiInternalUrl: api }: RequestScope['site']): Promise<SoldPlans | null> {
  const known = kept.get(api)
  if (known !== undefined && Date.now() - known.at < keptMs) return known.sold
  try {
    const answer = await fetch(`${api}${billingRoutes.listPlans.path}`, { signal: AbortSignal.timeout(3_000) })
    const { trialDays, items } = billingRoutes.listPlans.response.schema.parse(await answer.json())
    const plansOf = (type: Plan['solutionType']) => items.filter(({ solutionType }) => solutionType === type)
    const sold = { trialDays, plans: plansOf('CAPTCHA'), protection: plansOf('BUNDLE_SECURITY') }
    kept.set(api, { at: Date.now(), sold })
    return sold
  } catch (error) {
    console.error(error)
    return known?.sold ?? null
  }
}
