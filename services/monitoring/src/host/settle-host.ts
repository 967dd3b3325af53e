import type { HostFinding } from '@bollard/contracts'
import type { Queries, RowOf } from '@bollard/database'
import type { MonitoringContext } from '../monitoring-context.ts'
import { proofColumns, proofValueOf } from './host-proof.ts'
import { type FoundRecords, lookUpHost } from './look-up-host.ts'
import { recordBySystem, tellEnding, tellLost, whoIsTold } from './tell-owners.ts'

export type HostContext = Pick<
  MonitoringContext,
  'workerDb' | 'now' | 'runCheck' | 'allowPrivate' | 'status' | 'channels'
>
type HostRow = RowOf<'monitoring-host-lock'>

const hourMs = 3_600_000
/** A host whose record is gone is served for so long. */
const endingDays = 7
/** A proven host is looked up so often; where its record is gone, and while it is new, more often. */
const steadyMs = 24 * hourMs
const watchedMs = hourMs
/** A host that nobody has proven is looked up for so long; afterwards only when somebody asks. */
const newMs = 14 * 24 * hourMs

/**
 * Asks DNS about a page's host, and decides who has it: a page gets it with its own record, unless another one has it and that one's record
 * is there too. Whose record is gone keeps it for some days, or until somebody else proves it. No answer changes nothing. `recordProven` writes
 * into the audit log that the page has got the host, in the transaction that gives it.
 */
export async function settleHost(
  context: HostContext,
  { id, host }: { readonly id: string; readonly host: string },
  recordProven: (tx: Queries, at: Date) => Promise<void>,
): Promise<void> {
  const { workerDb, now } = context
  const found = await lookUpHost(context, host)
  const told = await whoIsTold(context, await workerDb.query('monitoring-host-owners', ownersSql, [host]))
  const at = now()
  await workerDb.transaction(async (tx) => {
    // All pages that name the host take turns, so that of two which prove it at once one is first.
    const rows = await tx.query('monitoring-host-lock', lockSql, [host])
    const page = rows.find((row) => row.id === id)
    if (page === undefined) return
    const holder = rows.find((row) => row.hostServed && row.id !== id) ?? null
    const finding = findingOf(found, page, holder)
    const next = nextOf(page, finding, at)
    const lost = page.hostServed && !next.served ? page : finding === 'RECORD' ? holder : null
    if (lost !== null && lost !== page) await tx.query('monitoring-host-lose', loseSql, [lost.id, at])
    const { served, provenAt, endsAt, dueAt } = next
    const values = [id, served, provenAt, at, finding, found.pointsHere, endsAt, dueAt]
    await tx.query('monitoring-host-settle', settleSql, values)
    if (lost !== null) await tellLost(context, tx, told, { ...lost, at })
    // Hosts from before proofs end already, and nobody was told.
    if (endsAt !== null && (page.hostEndsAt === null || page.hostCheckedAt === null))
      await tellEnding(context, tx, told, { ...page, at, endsAt })
    // The log of a solution is written by one at a time, so that comes last, in the same order for all.
    const entries = [
      ...(lost === null
        ? []
        : [{ of: lost, record: () => recordBySystem(tx, 'status-page.host-lost', { ...lost, at }) }]),
      ...(served && !page.hostServed ? [{ of: page, record: () => recordProven(tx, at) }] : []),
    ]
    for (const { record } of entries.toSorted((one, other) => (one.of.solutionId < other.of.solutionId ? -1 : 1)))
      await record()
  })
}

interface Next {
  readonly served: boolean
  readonly provenAt: Date | null
  readonly endsAt: Date | null
  readonly dueAt: Date | null
}

function findingOf({ texts }: FoundRecords, page: HostRow, holder: HostRow | null): HostFinding {
  if (texts === null) return 'NO_ANSWER'
  const has = ({ host, hostSecret }: HostRow): boolean => texts.includes(proofValueOf(host, hostSecret))
  if (!has(page)) return 'NO_RECORD'
  return holder !== null && has(holder) ? 'HELD' : 'RECORD'
}

function nextOf(page: HostRow, finding: HostFinding, at: Date): Next {
  const later = (ms: number): Date => new Date(at.getTime() + ms)
  const kept = { served: page.hostServed, provenAt: page.hostProvenAt, endsAt: page.hostEndsAt }
  if (finding === 'RECORD')
    return { served: true, provenAt: page.hostProvenAt ?? at, endsAt: null, dueAt: later(steadyMs) }
  if (page.hostServed && finding === 'NO_ANSWER') return { ...kept, dueAt: later(watchedMs) }
  if (page.hostServed) {
    const endsAt = page.hostEndsAt ?? later(endingDays * 24 * hourMs)
    if (endsAt > at) return { ...kept, endsAt, dueAt: later(watchedMs) }
  }
  const isNew = page.hostSince !== null && at.getTime() - page.hostSince.getTime() < newMs
  return { served: false, provenAt: null, endsAt: null, dueAt: isNew ? later(watchedMs) : null }
}

const ownersSql = 'select solution_id as "solutionId" from monitoring.status_pages where host = $1 and host_served'
const lockSql = `select p.id, p.solution_id as "solutionId", p.name, p.host, p.host_since as "hostSince", ${proofColumns}
  from monitoring.status_pages p where p.host = $1 order by p.id for update`
const settleSql = `update monitoring.status_pages set host_served = $2, host_proven_at = $3, host_checked_at = $4, host_found = $5,
    host_points_here = $6, host_ends_at = $7, host_due_at = $8 where id = $1`
const loseSql = `update monitoring.status_pages set host_served = false, host_proven_at = null, host_ends_at = null, host_found = 'NO_RECORD',
    host_checked_at = $2, host_due_at = null where id = $1`
