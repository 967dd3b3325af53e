import { readInterval } from './interval.ts'
import { readId } from './read-id.ts'

/**
 * Where a new or changed address leads, below the language: back to the plan or the payment of the solution that asked for it,
 * with the address chosen there, else to the list of one's own. Only what this product has itself made of `search` gets through.
 */
export function afterAddress(search: URLSearchParams, addressId: string): string {
  const solutionId = readId(search.get('solution'))
  if (solutionId === null) return '/billing?done=addressSaved'
  const base = `/solutions/${solutionId}/settings/billing`
  const plan = search.get('plan')
  if (plan === null || !/^[A-Z][A-Z0-9_]{1,29}$/u.test(plan)) return `${base}/payment?${new URLSearchParams({ address: addressId })}`
  return `${base}/plan?${new URLSearchParams({ plan, interval: readInterval(search.get('interval'), 'MONTHLY'), address: addressId })}#review`
}
