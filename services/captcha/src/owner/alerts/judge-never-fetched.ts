import type { AlertFacts, AlertSettings } from '@bollard/contracts'
import type { Judgement } from './judgement.ts'

type NeverFetchedFacts = Extract<AlertFacts, { kind: 'RESULTS_NEVER_FETCHED' }>

/** Results of a day that nobody can take any more, and how many were taken. */
export interface ResultCounts {
  readonly results: number
  readonly fetched: number
}

/** Below this part of the owner's bound all is well again. */
const calmPart = 0.8

/** Whether the website's server leaves results lying: it then accepts forms without asking who sent them. */
export function judgeNeverFetched(
  { results, fetched }: ResultCounts,
  bounds: AlertSettings['resultsNeverFetched'],
): Judgement<NeverFetchedFacts> {
  const neverFetched = Math.max(0, results - fetched)
  const facts: NeverFetchedFacts = { kind: 'RESULTS_NEVER_FETCHED', neverFetched, results }
  if (results < bounds.least) return { state: 'unknown', facts }
  const percent = (neverFetched / results) * 100
  return { state: percent >= bounds.percent ? 'on' : percent < bounds.percent * calmPart ? 'off' : 'between', facts }
}
