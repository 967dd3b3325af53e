import { ProblemError } from '@bollard/http'
import { isError } from '../record/is-error.ts'
import type { Ending } from '../record/recorded-decision.ts'
import type { DecideContext } from './decide-context.ts'

type EndContext = Pick<DecideContext, 'openCalls' | 'policies' | 'recorder' | 'tally' | 'now' | 'onError'>

/** A request takes no longer. */
const openMs = 86_400_000
const aheadMs = 60_000

/**
 * Settles what is counted after a request has ended. Only the first word counts. Throws `not-found` for what can be no decision of the last
 * day; whether there was one at another site, nobody learns.
 */
export async function endDecision(
  { openCalls, policies, recorder, tally, now, onError }: EndContext,
  solutionId: string,
  { id, ending, status }: { readonly id: string; readonly ending: Ending; readonly status: number | null },
): Promise<void> {
  const at = now().getTime()
  const madeAt = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
  if (id[14] !== '7' || madeAt > at + aheadMs || madeAt < at - openMs) throw new ProblemError('not-found')
  recorder.settle(id, solutionId, ending, status)
  const known = await policies.find(solutionId).catch((error: unknown) => onError(error))
  // Of a site of which nothing is known, nothing was counted here.
  if (!known) return
  for (const seen of await openCalls.end(known.policy, { id, ending, now: at }))
    tally.answered(seen, isError(ending, status))
}
