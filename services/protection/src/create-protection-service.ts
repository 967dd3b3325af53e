import { randomBytes as randomBytesOfNode, randomUUIDv7 } from 'node:crypto'
import { createBinding, type Database, type Standby } from '@bollard/database'
import type { ExportPart } from '@bollard/export-file'
import { createDecisionIds } from '@bollard/decisions'
import { type CallLimiterOptions, createCallLimiter, sweepRepeatedCalls } from '@bollard/http'
import type { SigningKeys } from '@bollard/webhooks'
import { createMemoryStore, createPostgresStore, guardStore, type LimitStore, type StoreOptions } from '@bollard/limits'
import type { ReadAttachment } from '@bollard/mail'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { IdentityPort, ProtectionContext, SolutionPort, SolutionState } from './protection-context.ts'
import { createFormParts } from './validation/form-parts.ts'
import type { ValidationPorts } from './form-context.ts'
import { rateLimits } from './rate-limits.ts'
import { protectionPlugin } from './routes.ts'
import { sweepForms } from './review/sweep-forms.ts'
import { sealBlockedReports, sweepBlockedReports } from './blocked/blocked-reports.ts'
import { createRecorder, type Recorder } from './record/recorder.ts'
import { sweepRecords } from './record/sweep.ts'
import { freezeMonths } from './report/month-of-site.ts'
import { attachmentKind, readReportFile, sendReports, sweepReports } from './report/send-reports.ts'
import { guardChanges, sweepChanges } from './change-guard/guard-changes.ts'
import type { DecideRoutes } from './decide/routes.ts'
import { createOpenCalls } from './decide/open-calls.ts'
import { createPolicyCache } from './decide/policy-cache.ts'
import { createSeenAddresses, sweepSeenAddresses } from './decide/seen-addresses.ts'
import { rememberKeys } from './decide/servers.ts'
import { sweepLimits } from './decide/sweep-limits.ts'
import { createTally } from './decide/tally.ts'
import { exportParts, partsOfPerson } from './space/export-parts.ts'
import { followPlans } from './space/follow-plans.ts'
import { applySolutionState, eraseSpace, provisionSpace } from './space/space.ts'
import { countRequests, sweepUsage } from './space/usage.ts'

/** What is late counts as each limiter's owner chose. */
interface Waits {
  /** For the store that counts: longer than one that works takes. */
  readonly storeMs: number
  /** For all of a decision. */
  readonly decisionMs: number
}
const usualWaits: Waits = { storeMs: 200, decisionMs: 250 }

export interface ProtectionServiceOptions extends Pick<
  ProtectionContext,
  | 'db'
  | 'now'
  | 'billing'
  | 'captcha'
  | 'ownCaptcha'
  | 'reports'
  | 'operatorName'
  | 'lookUpNetwork'
  | 'identifyProgram'
  | 'onError'
> {
  /** The database as work that nobody waits for may use it; by default `db`. */
  readonly workerDb?: Database | undefined
  readonly identity: IdentityPort
  readonly solution: SolutionPort
  /** What seals messages of visitors: the first key seals, each opens. */
  readonly sealingKeys: SigningKeys
  /** Asks name servers whether domains take mail. */
  readonly resolver: ValidationPorts['resolver']
  /** Asks the register of VAT ids, where a form says so; by default nobody is asked. */
  readonly askRegister?: ValidationPorts['askRegister']
  readonly solutionsOfOwner: ValidationPorts['solutionsOfOwner']
  /** Address of whoever is behind a request. */
  readonly clientIp: (request: FastifyRequest) => string
  /** Where browsers reach the API. */
  readonly apiUrl: string
  /** Origin of the website. */
  readonly websiteUrl: string
  /** From which statistics and what-if read; by default the primary. */
  readonly standby?: Standby | null | undefined
  /** Where limits are counted, for all processes together; by default in the database. */
  readonly limitStore?: (LimitStore & { readonly close: () => Promise<void> }) | undefined
  /** Whose clock limits in the database are counted by; by default its own. */
  readonly limitClock?: StoreOptions
  readonly callCounts?: CallLimiterOptions['callCounts']
  /** How long decisions wait, in milliseconds. */
  readonly waits?: Waits
  readonly newId?: () => string
  readonly randomBytes?: (size: number) => Buffer
}

export interface ProtectionService {
  /** All routes of `/protection/v1`. */
  readonly routes: FastifyPluginAsync
  /** Run these with `migrate` before the first request, after those of the audit log and of the limits. */
  readonly schema: 'protection'
  readonly migrations: URL
  /** Makes the protection of a new solution. */
  readonly provisionSpace: (request: { readonly solutionId: string; readonly timeZone: string }) => Promise<void>
  /** Obeys the locks, the life and the time zone of a solution. Unknown solutions are left alone. */
  readonly applySolutionState: (solutionId: string, state: SolutionState) => Promise<void>
  /** Erases all of the protection of a deleted solution. True once nothing is left. */
  readonly eraseSpace: (solutionId: string) => Promise<boolean>
  /** What an owner takes along, see `exportParts`. */
  readonly exportParts: (solutionId: string) => AsyncIterable<ExportPart>
  /** What carries the id of a person, for the export of their account. */
  readonly partsOfPerson: (userId: string) => Promise<ExportPart[]>
  /** Writes what was decided. */
  readonly recorder: Recorder
  /** How many requests of a solution count against its plan in this month. */
  readonly countRequests: (solutionId: string) => Promise<number>
  /** Copies what plans allow to where decisions are made. Run it every minute. */
  readonly followPlans: () => Promise<number>
  /** Lets changes of limiters go on, or back. Run it every minute. */
  readonly guardChanges: () => Promise<number>
  /** Forgets keys of limits that have expired, and addresses that were seen. Run it every few minutes. */
  readonly sweepLimits: () => Promise<number>
  /** Writes what was counted until now. */
  readonly flush: () => Promise<void>
  /** Writes what was decided and counted, and stops. */
  readonly drain: () => Promise<void>
  /** The file of a mail with a report. */
  readonly readAttachment: ReadAttachment
  readonly attachmentKind: string
  /** Closes months that are over, and sends their reports. Run it every few minutes. */
  readonly sendReports: () => Promise<number>
  /** Deletes what is too old. Run it once an hour. */
  readonly sweep: () => Promise<void>
}

/** Protects whole sites: limiters, decisions, forms. Touches the database on first use only, so migrations may run after this. */
export function createProtectionService({
  workerDb,
  identity,
  solution,
  clientIp,
  apiUrl,
  websiteUrl,
  sealingKeys,
  resolver,
  askRegister = async () => null,
  solutionsOfOwner,
  limitStore,
  limitClock,
  callCounts,
  standby,
  waits = usualWaits,
  newId = randomUUIDv7,
  randomBytes = randomBytesOfNode,
  ...given
}: ProtectionServiceOptions): ProtectionService {
  const { db, now } = given
  const worker = workerDb ?? db
  const context: ProtectionContext = {
    ...given,
    workerDb: worker,
    newId,
    randomBytes,
    limiter: createCallLimiter('protection', rateLimits, { now, callCounts }),
  }
  const validation = {
    resolver,
    askRegister,
    solutionsOfOwner,
    findSite: given.captcha.findSite,
    findVerification: given.captcha.findVerification,
  }
  const binding = createBinding(db, 'bollard_protection')
  const recorder = createRecorder({ db, now, newId, onError: given.onError })
  const onHeld = (solutionId: string) => recorder.count(solutionId, 'messages', 1)
  const forms = createFormParts({ sealingKeys, validation, onHeld, randomBytes, now })
  const tally = createTally(db, given.onError)
  const seen = createSeenAddresses({ db, box: forms.box, now, newId, onError: given.onError })
  const captcha = rememberKeys(given.captcha)
  const inDatabase = () =>
    createPostgresStore({ query: (config) => db.pool.query(config) }, { ...limitClock, waitMsMax: waits.storeMs })
  const store = guardStore(limitStore ?? inDatabase(), {
    local: createMemoryStore({ keysMax: 100_000 }),
    timeoutMs: waits.storeMs,
    onFailure: (error) => given.onError(new Error('The store of limits failed', { cause: error })),
  })
  const deciding: DecideRoutes = {
    ...context,
    captcha,
    clientIp,
    apiUrl,
    websiteUrl,
    recorder,
    tally,
    policies: createPolicyCache({ ...context, captcha, store, firstLookMs: 8 * waits.decisionMs }),
    openCalls: createOpenCalls(store),
    seen,
    decisionMs: waits.decisionMs,
    decisionId: createDecisionIds(randomBytes),
  }
  const flush = async () => void (await Promise.all([tally.flush(), recorder.flush(), seen.flush()]))
  return {
    routes: protectionPlugin(context, { binding, standby, identity, solution, clientIp, deciding, forms }),
    schema: 'protection',
    migrations: new URL('./migrations/', import.meta.url),
    provisionSpace: (request) => provisionSpace(db, { ...request, at: now() }),
    applySolutionState: (solutionId, state) => applySolutionState(db, solutionId, state),
    eraseSpace: (solutionId) => eraseSpace(db, solutionId),
    exportParts: (solutionId) => exportParts(db, solutionId),
    partsOfPerson: (userId) => partsOfPerson(db, userId),
    recorder,
    countRequests: (solutionId) => countRequests(db, solutionId, now()),
    followPlans: () => followPlans(worker, given.billing),
    guardChanges: () => guardChanges({ db: worker, findAdmins: solution.findAdmins, reports: given.reports }, now()),
    async sweepLimits() {
      await sweepSeenAddresses(worker, now())
      return sweepLimits(worker, now(), limitClock)
    },
    flush,
    async drain() {
      await tally.flush()
      await seen.flush()
      await recorder.close()
      await limitStore?.close()
    },
    readAttachment: ({ id }) => readReportFile(db, id),
    attachmentKind,
    async sendReports() {
      const work = { ...context, db: worker }
      // A month that cannot be closed is no reason to keep back the reports of those that are.
      const [closed, sent] = [await settled(freezeMonths(work)), await settled(sendReports(work))]
      const errors = [closed, sent].flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
      if (errors.length > 0) throw new AggregateError(errors, 'Not all reports could be sent')
      return sent.status === 'fulfilled' ? sent.value : 0
    },
    async sweep() {
      await sweepRepeatedCalls(worker, 'protection', now())
      await sweepForms(worker, now())
      await sweepRecords(worker, now())
      await sealBlockedReports(worker, forms.box)
      await sweepBlockedReports(worker, now())
      await sweepReports(worker, now())
      await sweepChanges(worker, now())
      await sweepUsage(worker, now())
    },
  }
}

async function settled<Value>(done: Promise<Value>): Promise<PromiseSettledResult<Value>> {
  const [result] = await Promise.allSettled([done])
  return result
}
