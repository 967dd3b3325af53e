import { recordBySystem } from './tell-owners.ts'
import { type HostContext, settleHost } from './settle-host.ts'

/** Taken together by one process; another one takes what it has not settled within ten minutes. */
const atOnce = 20
const leaseMs = 600_000
/** A run ends after so many, however many are due. */
const perRunMax = 500

/** Looks up hosts that are due. Safe in several processes at once. Answers how many it looked up. */
export async function checkHosts(context: HostContext): Promise<number> {
  const { workerDb, now } = context
  let checked = 0
  while (checked < perRunMax) {
    const at = now()
    const due = await workerDb.query('monitoring-hosts-due', dueSql, [at, new Date(at.getTime() + leaseMs), atOnce])
    await Promise.all(
      due.map(async ({ id, solutionId, host }) => {
        if (host === null) return
        await settleHost(context, { id, host }, (tx, provenAt) =>
          recordBySystem(tx, 'status-page.host-proven', { id, solutionId, host, at: provenAt }),
        )
      }),
    )
    checked += due.length
    if (due.length < atOnce) break
  }
  return checked
}

const dueSql = `update monitoring.status_pages set host_due_at = $2 where id in (
    select id from monitoring.status_pages where host_due_at <= $1 order by host_due_at limit $3 for update skip locked)
  returning id, solution_id as "solutionId", host`
