import { setTimeout as pause } from 'node:timers/promises'
import { groupOf } from '@bollard/bot-score'
import {
  checkOnce,
  createBatcher,
  createReads,
  type Database,
  reasonOf,
  requireMigrated,
  untilChecked,
} from '@bollard/database'
import { isDatabaseAway } from '@bollard/http'
import { createApiKeyCache } from '../access/api-keys/api-key-cache.ts'
import { type CaptchaServiceOptions, type CellDatabases, hasDuty } from '../captcha-service-options.ts'
import { createBypassUses } from '../edge/bypass-keys/use-bypass-key.ts'
import { createUseRecord } from '../edge/credentials/used-signatures.ts'
import { createRuleHits } from '../edge/rules/rule-hits.ts'
import { createActions } from '../edge/sites/actions.ts'
import { createSiteCache, type SiteCache } from '../edge/sites/site-cache.ts'
import type { VolumeMemory } from '../edge/volume/create-volume.ts'
import type { Marks } from '../edge/volume/marks.ts'
import { followVolume } from '../edge/volume/follow-volume.ts'
import { createFailoverJudge } from '../outage/judge-failover.ts'
import { createOutageRecord, noteOutages } from '../outage/outage-record.ts'
import { createAlerts, noWayToTell } from '../owner/alerts/create-alerts.ts'
import type { KeyMails } from '../owner/api-keys/tell-admins.ts'
import { createPlanFollower } from '../owner/plan/keep-withheld.ts'
import { applySolutionState, type SolutionState } from '../owner/site/apply-solution-state.ts'
import { requireCell } from '../records/cells/own-cell.ts'
import { createArchive } from '../records/archive/create-archive.ts'
import { createEraser } from '../records/erasure/eraser.ts'
import { createExporter } from '../records/export/exporter.ts'
import { createReadLog } from '../records/export/read-log.ts'
import { createSiteFeed } from '../records/live/site-feed.ts'
import { createRoller } from '../records/statistics/create-roller.ts'
import { rebuildDays } from '../records/statistics/rebuild-days.ts'
import { createLooseCounter, type LooseCounter } from '../records/store/count-loosely.ts'
import { createIsRecorded } from '../records/store/is-recorded.ts'
import { recordVerifications, type VerificationRow } from '../records/store/record-verifications.ts'
import type { StoredVerification } from '../records/store/stored-verification.ts'
import { type Tally, tallyEvents, tallyRounds } from '../records/store/tally.ts'
import { createVerificationId } from '../records/store/verification-id.ts'
import type { Worker } from '../records/work/work-loop.ts'
import { createRedeem } from '../redemption/token/redeem.ts'
import { createBackground, type RepeatJob } from '../upkeep/background.ts'
import { countLate } from '../upkeep/count-late-work.ts'
import { hourlyUpkeep } from '../upkeep/hourly-upkeep.ts'
import { createOperating } from '../upkeep/operating.ts'

/** What a process has once, however many cells there are. */
export interface SharedParts {
  readonly options: CaptchaServiceOptions
  readonly tally: Tally
  /** This cell's part of the volume that the process counts. */
  readonly volumeMemory: VolumeMemory
  readonly marks: Marks
  /** A result was taken for the first time. */
  readonly onFirst: (siteId: number, verification: StoredVerification) => void
  /** By site key over all cells. */
  readonly findSite: SiteCache['find']
  /** What else works in the background beside this cell. */
  readonly workers: readonly Worker[]
  readonly hourly: readonly (() => Promise<unknown>)[]
  /** Who does the jobs that operators watch, in every cell; each cell by itself where left out. */
  readonly repeatJob: RepeatJob | undefined
}

/** The defaults of what owners may not set. */
export const defaults = { challengeLifetimeSeconds: 600, retentionDays: 30, partitionDaysAhead: 7 } as const

const rebuildWaitMsMax = 2_000
/** How long a page of statistics waits for queued rows to be rolled up. */
const refreshMsMax = 2_000
/** Between two tries to begin with a cell that was away. */
const againMs = 2_000

const migrations = new URL('../migrations/', import.meta.url)

/** Everything that has to do with the rows of one database: what several cells have each. Nothing is asked of the database yet. */
export function createCell(number: number, databases: CellDatabases, shared: SharedParts) {
  const { options, tally } = shared
  const { now, randomBytes } = options
  /** The hot path counts in milliseconds; all else reads dates. */
  const clock = (): Date => new Date(now())
  const onError = options.onError ?? ((): void => undefined)
  const nameOfNetwork = options.nameOfNetwork ?? (() => null)
  const challengeLifetimeSeconds = options.challengeLifetimeSeconds ?? defaults.challengeLifetimeSeconds
  const retentionDays = options.retentionDays ?? defaults.retentionDays
  // A step-up can start at the very end of the first challenge's lifetime.
  const verificationMsMax = challengeLifetimeSeconds * 2_000

  const check = checkOnce(async () => {
    await requireMigrated(databases.edgeDb, { schema: 'captcha', directory: migrations })
    await requireCell(databases.edgeDb, number)
  })
  // Cell 0 is checked at the start, which fails without it; another one may come later.
  const checked = (db: Database): Database => (number === 0 ? db : untilChecked(db, check))
  const db = checked(databases.db)
  const edgeDb = databases.edgeDb === databases.db ? db : checked(databases.edgeDb)
  const doesJobs = databases.workerDb !== null && hasDuty(options, 'jobs')
  const workerDb = databases.workerDb === null || databases.workerDb === databases.db ? db : checked(databases.workerDb)

  const sites = createSiteCache({ db: edgeDb, now, nameOfNetwork, pollMs: options.followSitesMs, onError })
  const apiKeys = createApiKeyCache(edgeDb, now, onError)
  const counter: LooseCounter = tallyEvents(createLooseCounter(edgeDb, now, onError), tally)
  const ruleHits = createRuleHits(edgeDb, now, onError)
  const bypassUses = createBypassUses(edgeDb)
  const roller = createRoller({ db: workerDb, onError })
  const outages = createOutageRecord({
    db: edgeDb,
    now,
    processId: createVerificationId(now(), randomBytes(10)),
    onError,
  })
  const recorder = createBatcher<VerificationRow, 'recorded' | 'replayed'>({
    maxItems: 1_000,
    write: (rows) => recordVerifications(edgeDb, rows),
  })
  const record = noteOutages(
    outages,
    now,
    tallyRounds((row: VerificationRow) => recorder.add(row), tally),
  )
  const countRefused = (siteId: number, environmentId: number): void =>
    counter.count(siteId, environmentId, 'fetchRefused')
  const { redeem, drain: drainRedeem } = createRedeem({
    db: edgeDb,
    now,
    groupOf,
    nameOfNetwork,
    countRefused,
    onFirst: shared.onFirst,
  })
  const judgeFailover = createFailoverJudge({
    db: edgeDb,
    sites: { find: shared.findSite },
    now,
    randomBytes,
    record(row) {
      // Visitors who pass this way made no other call, so their start is counted here.
      counter.count(row.siteId, row.environmentId, 'started', row.issuedAt)
      counter.count(row.siteId, row.environmentId, 'outage', row.issuedAt)
      return record(row)
    },
  })
  const feed = createSiteFeed({
    db,
    now,
    verificationMsMax,
    groupOf,
    nameOfNetwork,
    pollMs: options.followLogMs,
    onError,
  })
  const readLog = createReadLog({
    reads: createReads(workerDb, number === 0 ? options.workerStandby : null),
    now: clock,
    groupOf,
    nameOfNetwork,
  })
  const alerts = createAlerts({
    ...(options.alerts ?? noWayToTell),
    db: workerDb,
    now: clock,
    randomBytes,
    signingKeys: options.signingKeys,
    onError,
  })
  const volumes = followVolume({
    db: edgeDb,
    memory: shared.volumeMemory,
    now,
    onError,
    ownersOf: options.ownersOf,
    turnMs: options.followVolumeMs,
  })
  const archive =
    options.archive === undefined || !doesJobs
      ? null
      : createArchive({
          ...options.archive,
          // The days of each cell have a folder of their own.
          cell: number,
          db: workerDb,
          now: clock,
          logDays: retentionDays,
          groupOf,
          nameOfNetwork,
        })
  const background = createBackground({
    db: workerDb,
    now,
    retentionDays,
    partitionDaysAhead: options.partitionDaysAhead ?? defaults.partitionDaysAhead,
    verificationMsMax,
    sites,
    keepsLog: doesJobs,
    archive,
    workers: [
      ...(hasDuty(options, 'visitors') ? [outages] : []),
      ...(hasDuty(options, 'visitors') || hasDuty(options, 'calls') ? [volumes] : []),
      ...shared.workers,
      ...(doesJobs
        ? [
            roller,
            createExporter({ db: workerDb, readLog, now, onError }),
            createEraser({ db: workerDb, archive, now, onError }),
            ...(options.alerts === undefined ? [] : [alerts]),
          ]
        : []),
    ],
    hourly: [
      ...(doesJobs
        ? hourlyUpkeep({
            db: workerDb,
            now,
            retentionDays,
            archive,
            plans: options,
            keyMails: options.keyMails && { ...options.keyMails, ...mailsOf(databases) },
            onError,
          })
        : []),
      ...shared.hourly,
    ],
    repeatJob: shared.repeatJob,
    onError,
  })
  const stopping = new AbortController()
  let starting: Promise<void> | null = null

  async function begin(): Promise<void> {
    await check.run()
    await background.start()
  }
  async function beginAgain(): Promise<void> {
    for (;;) {
      await pause(againMs, undefined, { signal: stopping.signal, ref: false })
      try {
        return await begin()
      } catch (error) {
        onError(error)
      }
    }
  }

  return {
    number,
    enqueueMail: databases.enqueueMail,
    db,
    edgeDb,
    workerDb,
    sites,
    apiKeys,
    actions: createActions(edgeDb, { now, signingKeys: options.signingKeys, marks: shared.marks }),
    counter,
    ruleHits,
    useBypassKey: bypassUses.use,
    recordUse: createUseRecord(edgeDb),
    record,
    redeem,
    isRecorded: createIsRecorded(edgeDb),
    judgeFailover,
    feed,
    alerts,
    countRefused,
    operating: createOperating({ db, nameOfNetwork, now: clock }),
    followPlans: createPlanFollower({ db: workerDb, now: clock, plans: options }),
    countLate: () => countLate(workerDb, clock()),
    /** Brings the roll-ups of a site up to this moment, unless the queue is long. */
    async refreshFigures(siteId: number) {
      await counter.flush()
      await roller.roll({ siteId, withinMs: refreshMsMax })
    },
    async applySolutionState(solutionId: string, state: SolutionState) {
      const moved = await applySolutionState({ db, now: clock }, solutionId, state)
      if (moved === null) return
      // A long log takes longer than anybody waits; what is not done by then goes on, and is taken up again should the process end.
      const moving = rebuildDays(workerDb, moved, now()).catch(onError)
      await Promise.race([moving, pause(rebuildWaitMsMax, undefined, { ref: false })])
    },
    /** Starts the jobs. Rejects where the database is not this cell's, or, for cell 0, away; another cell that is away is begun with later. */
    async start() {
      try {
        await begin()
      } catch (error) {
        const reason = reasonOf(error)
        if (number === 0 || !isDatabaseAway(reason)) throw reason
        onError(reason)
        starting = beginAgain().catch(() => undefined)
      }
    },
    async drain() {
      stopping.abort()
      await starting
      feed.close()
      sites.close()
      await Promise.all([recorder.drain(), drainRedeem(), bypassUses.drain()])
      await Promise.all([counter.flush(), ruleHits.flush(), apiKeys.flush()])
      await background.stop()
    },
  }
}

/** How mails are written in a cell's transactions, where that is not as everywhere. */
export function mailsOf({ enqueueMail }: Pick<CellDatabases, 'enqueueMail'>): Partial<Pick<KeyMails, 'enqueueMail'>> {
  return enqueueMail === undefined ? {} : { enqueueMail }
}

export type Cell = ReturnType<typeof createCell>
