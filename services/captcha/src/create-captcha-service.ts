import { setTimeout as pause } from 'node:timers/promises'
import { createScorer, defaultWork, groupOf, scoreVerification } from '@bollard/bot-score'
import { createBatcher, createBinding, createReads } from '@bollard/database'
import type { ExportPart } from '@bollard/export-file'
import { createAddressReader, createProxyReader } from '@bollard/http'
import { signingKey } from '@bollard/proof-of-work/server'
import type { FastifyPluginAsync } from 'fastify'
import { createApiKeyCache } from './access/api-keys/api-key-cache.ts'
import type { AccessContext } from './access/open-gate.ts'
import type { CaptchaDuty, CaptchaServiceOptions } from './captcha-service-options.ts'
import { createBypassUses } from './edge/bypass-keys/use-bypass-key.ts'
import { createProbePasses } from './edge/credentials/probe-pass.ts'
import { createPrivateTokens } from './edge/credentials/private-tokens.ts'
import { createUsedSignatures } from './edge/credentials/used-signatures.ts'
import { createEngineProof } from './edge/engine/engine-proof.ts'
import { createInteractionMemory } from './edge/repeats/interaction-memory.ts'
import { createMisuse } from './edge/repeats/misuse.ts'
import { createHourlyCounts, createPageTokens } from './edge/repeats/page-tokens.ts'
import { createToldRepeats } from './edge/repeats/told-repeats.ts'
import { createOriginReader } from './edge/request/known-origins.ts'
import { nothingKnown } from './edge/request/network-facts.ts'
import { edgeRoutes } from './edge/routes.ts'
import { createRuleHits } from './edge/rules/rule-hits.ts'
import { createHourlyOrder } from './edge/scoring/hourly-order.ts'
import { createActions } from './edge/sites/actions.ts'
import { createSiteCache } from './edge/sites/site-cache.ts'
import { noFlags } from './edge/verification/edge-context.ts'
import { createRandomNumbers, createRandomPool } from './edge/verification/random-pool.ts'
import { createVolume } from './edge/volume/create-volume.ts'
import { followVolume } from './edge/volume/follow-volume.ts'
import { createGossip } from './edge/volume/gossip.ts'
import { createMarks } from './edge/volume/marks.ts'
import { createSharedTaker } from './edge/volume/shared-taker.ts'
import { createTickets } from './edge/volume/tickets.ts'
import { createWorkTickets } from './edge/volume/work-tickets.ts'
import { createWidgetBuilds } from './edge/widget/widget-builds.ts'
import { createFailoverJudge } from './outage/judge-failover.ts'
import { createOutageRecord, noteOutages } from './outage/outage-record.ts'
import { createAlerts, noWayToTell } from './owner/alerts/create-alerts.ts'
import { createPlanFollower } from './owner/plan/keep-withheld.ts'
import type { PlanTerms } from './owner/plan/plan-terms.ts'
import { createMonitored, type Monitored } from './owner/monitored/create-monitored.ts'
import { countUse, type SiteUse } from './owner/site/count-use.ts'
import { exportParts } from './owner/site/export-parts.ts'
import { isSecretRotated } from './owner/site/is-secret-rotated.ts'
import { findSolutionsOf } from './records/sites/sites.ts'
import { createProtected, type Protected } from './redemption/protected/create-protected.ts'
import { checkNewSite, provisionSite } from './owner/site/provision-site.ts'
import { applySolutionState, type SolutionState } from './owner/site/apply-solution-state.ts'
import { rateLimits } from './rate-limits.ts'
import { eraseSite } from './records/erasure/erase-site.ts'
import { createEraser } from './records/erasure/eraser.ts'
import { createExporter } from './records/export/exporter.ts'
import { createReadLog } from './records/export/read-log.ts'
import { type RequestedExport, requestExport, stateOfExport } from './records/export/request-export.ts'
import { createSiteFeed } from './records/live/site-feed.ts'
import { closeStreams, type OpenStreams } from './records/live/stream-site.ts'
import { createRecentNonces } from './records/memory/recent-nonces.ts'
import { createRoller } from './records/statistics/create-roller.ts'
import { rebuildDays } from './records/statistics/rebuild-days.ts'
import { createLooseCounter } from './records/store/count-loosely.ts'
import { createIsRecorded } from './records/store/is-recorded.ts'
import { recordVerifications, type VerificationRow } from './records/store/record-verifications.ts'
import { isMinimal, rowFlags } from './records/store/row-flags.ts'
import { addOne, createTally, type Tally, tallyEvents, tallyRounds } from './records/store/tally.ts'
import { createVerificationId } from './records/store/verification-id.ts'
import { countWeeks } from './records/usage/count-weeks.ts'
import { countUsage, readUsage, type UsageOfDay } from './records/usage/read-usage.ts'
import { redemptionRoutes } from './redemption/routes.ts'
import type { SiteverifyContext } from './redemption/siteverify/siteverify.ts'
import { createRedeem } from './redemption/token/redeem.ts'
import { createTokenMint, giveDummyTokens } from './redemption/token/token.ts'
import { apiRoutes } from './routes.ts'
import { createBackground } from './upkeep/background.ts'
import { countLate, type LateWork } from './upkeep/count-late-work.ts'
import { hourlyUpkeep } from './upkeep/hourly-upkeep.ts'
import { createOperating, type Operating } from './upkeep/operating.ts'

export interface CaptchaService {
  /** Public calls of widgets and customers' servers. */
  readonly edgeRoutes: FastifyPluginAsync
  /** Calls of the dashboard with a person's session. */
  readonly apiRoutes: FastifyPluginAsync
  /** Folder of the migrations of the schema `captcha`. */
  readonly migrations: URL
  /** Creates the site of a new solution. Its first API key is returned this once. */
  provisionSite(request: {
    solutionId: string
    domains: readonly string[]
    /** Where its days begin; UTC without one. */
    timeZone?: string
  }): Promise<{ siteKey: string; secretKey: string }>
  /** Rejects a site that cannot be created with these domains, or not under its plan. Call it before anything is paid. */
  checkNewSite(request: { domains: readonly string[]; plan: PlanTerms | null }): void
  /** Applies the locks, the lifecycle and the time zone of a solution to its site; takes effect in every process within about a second. */
  applySolutionState(solutionId: string, state: SolutionState): Promise<void>
  /** Applies plans that have changed. Run it every few seconds, in any number of processes. */
  followPlans(): Promise<void>
  /** Solutions that a site key or a domain belongs to, for operators who search. */
  findSolutionsOf(siteKeyOrDomain: string): Promise<string[]>
  /** Whether every API key that could redeem results at a moment has been replaced. */
  isSecretRotated(solutionId: string, since: Date): Promise<boolean>
  /** Erases the site of a deleted solution, slice by slice. Returns false while something is left. */
  eraseSite(solutionId: string): Promise<boolean>
  /** Requests an export of a site's whole log; see `requestExport`. */
  requestExport(request: { readonly solutionId: string; readonly userId: string }): Promise<string | 'NO_SITE' | null>
  stateOfExport(exportId: string): Promise<RequestedExport>
  /** A captcha's part of the export of its solution; see `exportParts`. */
  exportParts(request: Parameters<typeof exportParts>[1]): AsyncIterable<ExportPart>
  /** Usage by day, exact; see `readUsage`. */
  readUsage(solutionIds: readonly string[], period: { from: Date; to: Date }): Promise<UsageOfDay[]>
  /** Billable verifications by solution in a month such as `2026-11`. Solutions without any are omitted. */
  countUsage(solutionIds: readonly string[], period: string): Promise<ReadonlyMap<string, number>>
  /** Verifications in two consecutive weeks, and alerts that are still open; see `countWeeks`. */
  countWeeks(solutionIds: readonly string[], weeks: Parameters<typeof countWeeks>[2]): ReturnType<typeof countWeeks>
  /** How much a solution uses of what plans limit, and which plan features it uses. */
  countUse(solutionId: string): Promise<SiteUse>
  /** What this process has counted since it started. */
  readonly tally: Tally
  /** How late work is that nobody waits for. */
  countLate(): Promise<LateWork>
  /** What operators see: clusters across sites, and the queues of alerts and roll-ups. */
  readonly operating: Operating
  /** What monitoring may ask. */
  readonly monitored: Monitored
  /** What the protection of a whole site may ask of its captcha. */
  readonly protected: Protected
  /** The packed files of another release of the widget; null when it was never served here. */
  filesOfWidget(release: string): Promise<Buffer | null>
  /** Starts jobs. Resolves when the partitions of the next days exist. */
  start(): Promise<void>
  /** Closes live streams, and any that is opened from now on; their readers reconnect to another process. */
  endStreams(): void
  /** Closes streams, stops jobs, and resolves when everything buffered is in the database. */
  drain(): Promise<void>
}

const defaultRetentionDays = 30

/** How long a page of statistics waits for queued rows to be rolled up. */
const refreshMsMax = 2_000
const rebuildWaitMsMax = 2_000

export function createCaptchaService(options: CaptchaServiceOptions): CaptchaService {
  const { db, edgeDb = db, now, randomBytes } = options
  const has = (duty: CaptchaDuty): boolean => options.duties?.includes(duty) ?? true
  const doesJobs = options.workerDb !== null && has('jobs')
  const workerDb = options.workerDb ?? db
  const binding = createBinding(db, 'bollard_captcha')
  const reads = createReads(binding.db, options.standby, binding.over)
  /** The hot path counts in milliseconds; all else reads dates. */
  const clock = (): Date => new Date(now())
  const challengeLifetimeSeconds = options.challengeLifetimeSeconds ?? 600
  const retentionDays = options.retentionDays ?? defaultRetentionDays
  const onError = options.onError ?? ((): void => undefined)
  const nameOfNetwork = options.nameOfNetwork ?? (() => null)
  const lookUpNetwork = options.lookUpNetwork ?? (() => nothingKnown)
  const work = options.work ?? defaultWork
  const keys = new Map(options.signingKeys.map(({ id, secret }) => [id, signingKey(secret)]))
  const [first] = options.signingKeys
  const key = first && keys.get(first.id)
  if (first === undefined || key === undefined) throw new RangeError('at least one signing key is needed')

  const readAddress = createAddressReader(options.trustedProxies)
  const addressOf: AccessContext['clientIp'] = ({ headers, socket }) =>
    readAddress(socket.remoteAddress, headers['x-forwarded-for'])
  const sites = createSiteCache({ db: edgeDb, now, nameOfNetwork, pollMs: options.followSitesMs, onError })
  const apiKeys = createApiKeyCache(edgeDb, now, onError)
  const readOrigin = createOriginReader()
  const tokens = giveDummyTokens(createTokenMint(options.signingKeys))
  const marks = createMarks(options.signingKeys)
  const gossip = createGossip()
  const toldRepeats = createToldRepeats(gossip, marks, now)
  const pageTokens = createPageTokens(createHourlyCounts(now), toldRepeats.pages)
  const tally = createTally()
  const counter = tallyEvents(createLooseCounter(edgeDb, now, onError), tally)
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
  const probePasses = createProbePasses(options.signingKeys, randomBytes)
  const privateTokens = createPrivateTokens(options.signingKeys, { now, lifetimeSeconds: challengeLifetimeSeconds })
  const workTickets = createWorkTickets(options.signingKeys, randomBytes)
  const countRefused = (siteId: number, environmentId: number): void =>
    counter.count(siteId, environmentId, 'fetchRefused')
  const { memory: volumeMemory, ...volume } = createVolume({
    marks,
    gossip,
    tickets: createTickets(options.signingKeys, randomBytes, gossip),
    budgets: options.budgets,
  })
  const volumes = followVolume({
    db: edgeDb,
    memory: volumeMemory,
    now,
    onError,
    ownersOf: options.ownersOf,
    turnMs: options.followVolumeMs,
  })
  const { redeem, drain: drainRedeem } = createRedeem({
    db: edgeDb,
    now,
    groupOf,
    nameOfNetwork,
    countRefused,
    onFirst(siteId, { network, asn, flags }) {
      if ((flags & rowFlags.probe) !== 0) return
      volume.redeemed({ siteId, network, asn, minimalData: isMinimal(flags), now: now() })
    },
  })
  // A step-up can start at the very end of the first challenge's lifetime.
  const feed = createSiteFeed({
    db,
    now,
    verificationMsMax: challengeLifetimeSeconds * 2_000,
    groupOf,
    nameOfNetwork,
    pollMs: options.followLogMs,
    onError,
  })
  const blame = (siteId: number, { network, flags }: { network: string; flags: number }): void =>
    volume.blamed({ siteId, network, minimalData: isMinimal(flags) })
  const openStreams: OpenStreams = new Set()
  const readLog = createReadLog({
    reads: createReads(workerDb, options.workerStandby),
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
  const widgetBuilds = createWidgetBuilds({ db: edgeDb, now, own: options.widgetRelease, onError })
  const score = options.weights === undefined ? scoreVerification : createScorer(options.weights)
  const engine = createEngineProof({
    db: edgeDb,
    now,
    random: createRandomNumbers(randomBytes),
    score,
    followMs: options.followEngineMs,
    onError,
  })
  const background = createBackground({
    db: workerDb,
    now,
    retentionDays,
    partitionDaysAhead: options.partitionDaysAhead ?? 7,
    verificationMsMax: challengeLifetimeSeconds * 2_000,
    sites,
    keepsLog: doesJobs,
    workers: [
      ...(has('visitors') ? [outages] : []),
      ...(has('visitors') || has('calls') ? [volumes, engine] : []),
      ...(doesJobs
        ? [
            roller,
            createExporter({ db: workerDb, readLog, now, onError }),
            createEraser({ db: workerDb, now, onError }),
            ...(options.alerts === undefined ? [] : [alerts]),
          ]
        : []),
    ],
    hourly: [
      ...(doesJobs
        ? hourlyUpkeep({ db: workerDb, now, retentionDays, plans: options, keyMails: options.keyMails, onError })
        : []),
      () => widgetBuilds.keep(),
    ],
    repeatJob: options.repeatJob,
    onError,
  })

  const edge = edgeRoutes({
    expressLane: options.expressLane ?? true,
    flags: options.flags ?? noFlags,
    sites,
    actions: createActions(edgeDb, { now, signingKeys: options.signingKeys, marks }),
    counter,
    tokens,
    nonces: createRecentNonces(20_000),
    ruleHits,
    useBypassKey: bypassUses.use,
    mayLogBlock: createSharedTaker(rateLimits.loggedBlocks, gossip),
    readOrigin,
    readAddress,
    isProxy: createProxyReader(options.trustedProxies),
    lookUpNetwork,
    describeConnection: options.describeConnection ?? (() => undefined),
    volume,
    workTickets,
    misuse: createMisuse({ gossip, marks }),
    interactions: createInteractionMemory(now, randomBytes, { elsewhere: toldRepeats.digests }),
    pageTokens,
    privateTokens,
    signatures: createUsedSignatures(edgeDb),
    probePasses,
    score,
    engine,
    shadowScore: options.shadowWeights === undefined ? null : createScorer(options.shadowWeights),
    record,
    signer: { kid: first.id, key },
    keyOf: (kid) => keys.get(kid),
    authority: options.authority ?? null,
    transport: options.secure === undefined ? {} : { secure: options.secure },
    work,
    orderAt: createHourlyOrder(first.secret),
    widgetBuilds,
    challengeLifetimeSeconds,
    now,
    randomBytes: createRandomPool(randomBytes),
  })
  const redeeming: SiteverifyContext = {
    sites,
    challengeLifetimeSeconds,
    db: edgeDb,
    apiKeys,
    tokens,
    redeem,
    pageTokens,
    isRecorded: createIsRecorded(edgeDb),
    judgeFailover: createFailoverJudge({
      db: edgeDb,
      sites,
      now,
      randomBytes,
      record(row) {
        // Visitors who pass this way made no other call, so their start is counted here.
        counter.count(row.siteId, row.environmentId, 'started', row.issuedAt)
        counter.count(row.siteId, row.environmentId, 'outage', row.issuedAt)
        return record(row)
      },
    }),
    now,
    countRefused,
    noteAnswer: (status) => addOne(tally.tokens, status),
    addressOf,
    blame,
  }
  const redemption = redemptionRoutes(redeeming)
  return {
    async edgeRoutes(app) {
      await app.register(edge)
      await app.register(redemption)
    },
    apiRoutes: apiRoutes({
      ...options,
      db: binding.db,
      reads,
      binding,
      now: clock,
      clientIp: options.clientIp ?? addressOf,
      groupOf,
      nameOfNetwork,
      lookUpNetwork,
      readAddress,
      work,
      retentionDays,
      feed,
      engine,
      openStreams,
      findKey: (secretKey, address) => apiKeys.findAny(secretKey, address),
      alerts,
      async refreshFigures(siteId) {
        await counter.flush()
        await roller.roll({ siteId, withinMs: refreshMsMax })
      },
      refreshHits: () => ruleHits.flush(),
      blame,
    }),
    migrations: new URL('./migrations/', import.meta.url),
    provisionSite: (request) => provisionSite({ db, now: clock, randomBytes }, request),
    checkNewSite,
    followPlans: createPlanFollower({ db: workerDb, now: clock, plans: options }),
    async applySolutionState(solutionId, state) {
      const moved = await applySolutionState({ db, now: clock }, solutionId, state)
      if (moved === null) return
      // A long log takes longer than anybody waits; what is not done by then goes on, and is taken up again should the process end.
      const moving = rebuildDays(workerDb, moved, now()).catch(onError)
      await Promise.race([moving, pause(rebuildWaitMsMax, undefined, { ref: false })])
    },
    findSolutionsOf: (siteKeyOrDomain) => findSolutionsOf(db, siteKeyOrDomain),
    isSecretRotated: (solutionId, since) => isSecretRotated({ db, now: clock }, solutionId, since),
    eraseSite: (solutionId) => eraseSite({ db: workerDb, now: clock }, solutionId),
    requestExport: (request) => requestExport({ db, now: clock }, request),
    exportParts: (request) => exportParts({ db, now: clock }, request),
    stateOfExport: (exportId) => stateOfExport({ db }, exportId),
    readUsage: (solutionIds, period) => readUsage(db, solutionIds, period),
    countUsage: (solutionIds, period) => countUsage(db, solutionIds, period),
    countWeeks: (solutionIds, weeks) => countWeeks(db, solutionIds, weeks),
    countUse: (solutionId) => countUse(db, solutionId, clock()),
    tally,
    countLate: () => countLate(workerDb, clock()),
    operating: createOperating({ db, nameOfNetwork, now: clock }),
    monitored: createMonitored({ db, sites, probePasses, shareOwner: options.shareOwner ?? (async () => false), now }),
    protected: createProtected(redeeming, { db, tickets: workTickets, work, nameOfNetwork, readOrigin }),
    filesOfWidget: (release) => widgetBuilds.filesOf(release),
    async start() {
      // Before anyone can load the widget, so that every process knows the build by then.
      await widgetBuilds.keep()
      await background.start()
    },
    endStreams: () => closeStreams(openStreams),
    async drain() {
      closeStreams(openStreams)
      feed.close()
      sites.close()
      await Promise.all([recorder.drain(), drainRedeem(), bypassUses.drain()])
      await Promise.all([counter.flush(), ruleHits.flush(), apiKeys.flush()])
      await background.stop()
    },
  }
}
