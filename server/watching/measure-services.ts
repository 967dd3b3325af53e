import { countChains } from '@bollard/audit'
import type { Registry } from 'prom-client'
import type { Services } from '../api/create-services.ts'
import { measureAuditLogs } from '../api/measure-audit-logs.ts'
import { measureMails } from '../api/measure-mails.ts'
import type { Databases } from '../child/open-databases.ts'
import { measureCaptcha } from './measure-captcha.ts'
import { measureDatabases, measurePools, measureStandbys } from './measure-database.ts'
import { measureMonitoring } from './measure-monitoring.ts'
import { readGauges } from './read-gauges.ts'

/** Shows what an operator asks of the services and of their database. */
export function measureServices(registry: Registry, services: Services, databases: Databases): void {
  const { outbox, identity, solution, billing, captcha } = services
  measureMails(registry, outbox)
  measureAuditLogs(registry, async () => {
    const counts = await ofAnswering([databases, ...databases.cells], ({ worker }) => countChains(worker, new Date()))
    return {
      broken: counts.reduce((sum, { broken }) => sum + broken, 0),
      oldestSeconds: Math.max(...counts.map(({ oldestSeconds }) => oldestSeconds)),
    }
  })
  measureCaptcha(registry, captcha)
  measureMonitoring(registry, services.monitoring)
  measureDatabases(
    registry,
    [databases, ...databases.cells].map(({ worker }) => worker),
  )
  measurePools(registry, {
    api: databases.api.pool,
    edge: databases.edge.pool,
    worker: databases.worker.pool,
    ...Object.fromEntries(
      databases.cells.flatMap((cell, index) =>
        (['api', 'edge', 'worker'] as const).map((name) => [`${name} of cell ${index + 1}`, cell[name].pool]),
      ),
    ),
  })
  if (databases.standby) measureStandbys(registry, databases.standby)
  measureLateWork(registry, captcha)
  measureArchive(registry, captcha.operating)
  readGauges(
    registry,
    [
      { key: 'accounts', name: 'bollard_accounts', help: 'Accounts of people', labels: ['state'] },
      { key: 'signUps', name: 'bollard_sign_ups_last_day', help: 'Accounts that were made in the last 24 hours' },
    ],
    async () => {
      const { confirmed, unconfirmed, signUpsLastDay } = await identity.countAccounts()
      return {
        accounts: [
          [{ state: 'confirmed' }, confirmed],
          [{ state: 'unconfirmed' }, unconfirmed],
        ],
        signUps: signUpsLastDay,
      }
    },
  )
  readGauges(
    registry,
    [
      { key: 'locks', name: 'bollard_solution_locks', help: 'Locks of solutions that hold now', labels: ['reason'] },
      { key: 'overdue', name: 'bollard_invoices_overdue', help: 'Invoices that should have been paid by now' },
    ],
    async () => {
      const [locks, overdue] = await Promise.all([solution.countLocks(), billing.countOverdue()])
      return { locks: locks.map(({ reason, n }) => [{ reason: reason.toLowerCase() }, n] as const), overdue }
    },
  )
}

/** The answers of the databases that give one: that another is away, its own figures tell. Rejects where none does. */
async function ofAnswering<Cell, Answer>(
  cells: readonly Cell[],
  ask: (cell: Cell) => Promise<Answer>,
): Promise<Answer[]> {
  const asked = await Promise.allSettled(cells.map((cell) => ask(cell)))
  const answers = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const [first] = asked
  if (answers.length === 0 && first?.status === 'rejected') throw first.reason
  return answers
}

/** Shows what waits for the archive of the log. */
export function measureArchive(
  registry: Registry,
  operating: Pick<Services['captcha']['operating'], 'measureArchive'>,
): void {
  readGauges(
    registry,
    [
      {
        key: 'waiting',
        name: 'bollard_archive_waiting_days',
        help: 'Days that should have left the log and wait for the archive',
      },
    ],
    async () => ({ waiting: (await operating.measureArchive()).waitingDays }),
  )
}

/** Shows how late the roll-ups, alerts and webhooks of the captcha are. */
export function measureLateWork(registry: Registry, captcha: Pick<Services['captcha'], 'countLate'>): void {
  readGauges(
    registry,
    [
      {
        key: 'rollUp',
        name: 'bollard_rollup_late_seconds',
        help: 'How long the statistics that wait should have been rolled up by now',
      },
      {
        key: 'delivery',
        name: 'bollard_delivery_late_seconds',
        help: 'How long an alert or webhook should have been tried by now',
      },
      { key: 'deliveries', name: 'bollard_deliveries_pending', help: 'Alerts and webhooks that wait' },
    ],
    async () => {
      const { rollUpSeconds, deliverySeconds, deliveries } = await captcha.countLate()
      return { rollUp: rollUpSeconds, delivery: deliverySeconds, deliveries }
    },
  )
}
