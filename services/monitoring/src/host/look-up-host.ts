import { proofNameOf } from '@bollard/contracts'
import type { MonitoringContext } from '../monitoring-context.ts'

export interface FoundRecords {
  /** All texts at the name of the proof; null where DNS gave no answer, which says nothing about the host. */
  readonly texts: readonly string[] | null
  /** Whether the host and the installation's status pages share an address; null where that could not be found out. */
  readonly pointsHere: boolean | null
}
type LookUpContext = Pick<MonitoringContext, 'runCheck' | 'allowPrivate' | 'status'>

/** A name that is not there, or has no such record: an answer like any other. */
const absent = 'dns-not-found'

/** Asks DNS about a host, as monitoring's own checks ask. Takes up to ten seconds, and never throws. */
export async function lookUpHost(context: LookUpContext, host: string): Promise<FoundRecords> {
  const ours = new URL(context.status.statusUrl).hostname
  const ask = (name: string, recordType: 'TXT' | 'A' | 'AAAA') => recordsOf(context, name, recordType)
  const [texts, ...addresses] = await Promise.all([
    ask(proofNameOf(host), 'TXT'),
    ...[host, ours].flatMap((name) => [ask(name, 'A'), ask(name, 'AAAA')]),
  ])
  const [theirs4, theirs6, ours4, ours6] = addresses
  const own = new Set([...(ours4 ?? []), ...(ours6 ?? [])])
  const isKnown = own.size > 0 && theirs4 != null && theirs6 != null
  return { texts, pointsHere: isKnown ? [...theirs4, ...theirs6].some((address) => own.has(address)) : null }
}

async function recordsOf(
  { runCheck, allowPrivate }: LookUpContext,
  name: string,
  recordType: 'TXT' | 'A' | 'AAAA',
): Promise<readonly string[] | null> {
  const target = { name, recordType, expected: [], match: 'ANY' as const, resolver: null }
  const { fault, facts } = await runCheck({ kind: 'DNS', target, timeoutMs: 10_000, assertions: [] }, { allowPrivate })
  if (fault === absent) return []
  return fault === null ? (facts.answers ?? []) : null
}
