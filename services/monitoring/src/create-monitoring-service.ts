import { randomBytes as randomBytesOfNode, randomUUIDv7 } from 'node:crypto'
import { createBinding, type Database } from '@bollard/database'
import type { ExportPart } from '@bollard/export-file'
import { type CallLimiterOptions, createCallLimiter } from '@bollard/http'
import { createSecretBox } from '@bollard/webhooks'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { announceMaintenance } from './announcement/announce-maintenance.ts'
import { sweepAddresses } from './alert-address/stored-addresses.ts'
import { type Alerting, createAlerting } from './alert/alerting.ts'
import { sweepAlerts } from './alert/sweep-alerts.ts'
import { operateNotifications } from './channel/operate-notifications.ts'
import { createEngine, type Engine, type EngineOptions } from './engine/engine.ts'
import { fillDays, rollUpHours } from './figures/roll-up.ts'
import { sweepMonitoring } from './figures/sweep.ts'
import { tellSeries } from './maintenance/windows.ts'
import type { IdentityPort, MonitoringContext, SolutionPort, SolutionState } from './monitoring-context.ts'
import { rateLimits } from './rate-limits.ts'
import { type MonthOfService, readMonthOfServices } from './month-report/month-of-services.ts'
import { freezeMonths } from './month-report/month-reports.ts'
import { monitoringPlugin } from './routes.ts'
import { countServices } from './service/plan.ts'
import { checkHosts } from './host/check-hosts.ts'
import { sealForms } from './service/seal-forms.ts'
import { pageParts } from './page/export-parts.ts'
import { countPages } from './page/write-page.ts'
import { sendMessages, sweepSubscribers } from './subscriber/send.ts'
import { exportParts, partsOfPerson } from './space/export-parts.ts'
import { followPlans } from './space/follow-plans.ts'
import { applySolutionState, eraseSpace, findSpace, provisionSpace } from './space/space.ts'

export interface MonitoringServiceOptions
  extends
    Pick<
      MonitoringContext,
      | 'db'
      | 'now'
      | 'status'
      | 'runCheck'
      | 'allowPrivate'
      | 'browser'
      | 'billing'
      | 'captcha'
      | 'channels'
      | 'apiKeysFor'
      | 'onError'
    >,
    EngineOptions,
    CallLimiterOptions {
  /** The database as work that nobody waits for may use it; by default `db`. */
  readonly workerDb?: Database | undefined
  readonly identity: IdentityPort
  readonly solution: SolutionPort
  /** What seals secrets: the first key seals, each opens. */
  readonly sealingKeys: readonly { readonly id: number; readonly secret: Buffer }[]
  /** Address of whoever is behind a request. */
  readonly clientIp: (request: FastifyRequest) => string
  readonly newId?: () => string
  readonly randomBytes?: (size: number) => Buffer
}

export interface MonitoringService {
  /** All routes of `/monitoring/v1`. */
  readonly routes: FastifyPluginAsync
  /** Run these with `migrate` before the first request, after those of the audit log. */
  readonly schema: 'monitoring'
  readonly migrations: URL
  /** Checks what is due. Start it in processes that do such work. */
  readonly engine: Engine
  /** Tells people of alerts. Start it in the same processes. */
  readonly alerting: Alerting
  /** What operators see and do of messages to channels. */
  readonly notifications: ReturnType<typeof operateNotifications>
  /** Makes the monitoring of a new solution. */
  readonly provisionSpace: (request: { readonly solutionId: string; readonly timeZone: string }) => Promise<void>
  /** Obeys the locks, the life and the time zone of a solution. Unknown solutions are left alone. */
  readonly applySolutionState: (solutionId: string, state: SolutionState) => Promise<void>
  /** Erases all that was monitored of a deleted solution. True once nothing is left. */
  readonly eraseSpace: (solutionId: string) => Promise<boolean>
  /** What an owner takes along, see `exportParts`. */
  readonly exportParts: (solutionId: string) => AsyncIterable<ExportPart>
  /** What carries the id of a person, for the export of their account. */
  readonly partsOfPerson: (userId: string) => Promise<ExportPart[]>
  /** How many services a solution has, for plans that are to be chosen. */
  readonly countServices: (solutionId: string) => Promise<number>
  /** How many status pages a solution has, for plans that are to be chosen. */
  readonly countPages: (solutionId: string) => Promise<number>
  /** A month of all services of a solution, by name; null where it monitors nothing. */
  readonly readMonthOfServices: (solutionId: string, month: string) => Promise<MonthOfService[] | null>
  /** Tells subscribers of updates and of maintenance. Run it every few seconds. */
  readonly tellSubscribers: () => Promise<number>
  /** Copies what plans allow to where checks are made. Run it every minute. */
  readonly followPlans: () => Promise<number>
  /** Rolls up hours that are over. Run it every minute. */
  readonly rollUp: () => Promise<number>
  /**
   * Reckons days on which nothing happened, tells of series of maintenance, closes months, deletes what is too old, looks
   * up hosts of status pages. Run it once an hour.
   */
  readonly sweep: () => Promise<void>
}

/** Monitored services, their checks, incidents and maintenance. Touches the database on first use only, so migrations may run after this. */
export function createMonitoringService({
  workerDb,
  identity,
  solution,
  sealingKeys,
  clientIp,
  place,
  checksAtOnce,
  callCounts,
  newId = randomUUIDv7,
  randomBytes = randomBytesOfNode,
  ...given
}: MonitoringServiceOptions): MonitoringService {
  const { db, now, billing } = given
  const worker = workerDb ?? db
  const box = createSecretBox(sealingKeys, randomBytes)
  const context: MonitoringContext = {
    ...given,
    workerDb: worker,
    newId,
    randomBytes,
    box,
    limiter: createCallLimiter('monitoring', rateLimits, { now, callCounts }),
  }
  const binding = createBinding(db, 'bollard_monitoring')
  return {
    routes: monitoringPlugin(context, { binding, identity, solution, clientIp }),
    schema: 'monitoring',
    migrations: new URL('./migrations/', import.meta.url),
    engine: createEngine(
      { ...context, db: worker },
      { place, ...(checksAtOnce === undefined ? {} : { checksAtOnce }) },
    ),
    alerting: createAlerting({ ...context, db: worker }),
    notifications: operateNotifications(db, now),
    provisionSpace: (request) => provisionSpace(db, { ...request, at: now() }),
    applySolutionState: (solutionId, state) => applySolutionState(db, solutionId, state, now()),
    eraseSpace: (solutionId) => eraseSpace(db, solutionId),
    async *exportParts(solutionId) {
      yield* exportParts(db, solutionId)
      if ((await findSpace(db, solutionId)) !== null) yield* pageParts(db, solutionId)
    },
    partsOfPerson: (userId) => partsOfPerson(db, userId),
    countServices: (solutionId) => countServices(db, solutionId),
    countPages: (solutionId) => countPages(db, solutionId),
    readMonthOfServices: (solutionId, month) => readMonthOfServices(worker, now(), { solutionId, month }),
    async tellSubscribers() {
      await announceMaintenance({ ...context, db: worker })
      return sendMessages({ ...context, db: worker })
    },
    followPlans: () => followPlans(worker, billing, now()),
    rollUp: () => rollUpHours(worker, now()),
    async sweep() {
      await fillDays(worker, now())
      await tellSeries(worker, now())
      await freezeMonths(worker, now())
      await sweepMonitoring(worker, now())
      await sweepAlerts(worker, now())
      await sweepSubscribers(worker, now())
      await sealForms(worker, box)
      await sweepAddresses(worker, now())
      await checkHosts(context)
    },
  }
}
