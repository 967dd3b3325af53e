import { readInterval } from './interval.ts'
import { readId } from './read-id.ts'

const lists = { address: '/billing?done=addressSaved', method: '/billing?done=methodAdded' } as const

/**
 * Where a new address or payment method leads, below the language: back to the plan or the payment of the solution that asked for
 * it, chosen there, else to the list of one's own. Only what this product has itself made of `search` gets through.
 */
export function afterMeans(search: URLSearchParams, kind: keyof typeof lists, id: string): string {
  const solutionId = readId(search.get('solution'))
  if (solutionId === null) return lists[kind]
  const base = `/solutions/${solutionId}/settings/billing`
  const plan = search.get('plan')
  if (plan === null || !/^[A-Z][A-Z0-9_]{1,29}$/u.test(plan))
    return `${base}/payment?${new URLSearchParams({ [kind]: id })}`
  return `${base}/plan?${new URLSearchParams({ plan, interval: readInterval(search.get('interval'), 'MONTHLY'), [kind]: id })}#review`
}
