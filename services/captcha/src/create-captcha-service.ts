import { createScorer, defaultWork, groupOf, scoreVerification } from '@bollard/bot-score'
import { createBinding, createReads, type Queries, type Reads } from '@bollard/database'
import type { ExportPart } from '@bollard/export-file'
import { createAddressReader, createProxyReader } from '@bollard/http'
import { signingKey } from '@bollard/proof-of-work/server'
import type { FastifyPluginAsync } from 'fastify'
import type { AccessContext } from './access/open-gate.ts'
import { type CaptchaServiceOptions, type CellDatabases, hasDuty } from './captcha-service-options.ts'
import { type Cell, createCell, defaults } from './cells/create-cell.ts'
import { eachCell, repeatInEachCell } from './cells/each-cell.ts'
import { joinCells } from './cells/join-cells.ts'
import { joinOperating } from './cells/join-operating.ts'
import { createPlaces } from './cells/place-site.ts'
import { createProbePasses } from './edge/credentials/probe-pass.ts'
import { createPrivateTokens } from './edge/credentials/private-tokens.ts'
import { createSignatureMemory } from './edge/credentials/used-signatures.ts'
import { createEngineProof } from './edge/engine/engine-proof.ts'
import { createInteractionMemory } from './edge/repeats/interaction-memory.ts'
import { createMisuse } from './edge/repeats/misuse.ts'
import { createHourlyCounts, createPageTokens } from './edge/repeats/page-tokens.ts'
import { createToldRepeats } from './edge/repeats/told-repeats.ts'
import { createOriginReader } from './edge/request/known-origins.ts'
import { nothingKnown } from './edge/request/network-facts.ts'
import { edgeRoutes } from './edge/routes.ts'
import { createHourlyOrder } from './edge/scoring/hourly-order.ts'
import type { SiteCache } from './edge/sites/site-cache.ts'
import { noFlags } from './edge/verification/edge-context.ts'
import { createRandomNumbers, createRandomPool } from './edge/verification/random-pool.ts'
import { createVolume } from './edge/volume/create-volume.ts'
import { divideMemory } from './edge/volume/divide-memory.ts'
import { createGossip } from './edge/volume/gossip.ts'
import { createMarks } from './edge/volume/marks.ts'
import { createSharedTaker } from './edge/volume/shared-taker.ts'
import { createTickets } from './edge/volume/tickets.ts'
import { createWorkTickets } from './edge/volume/work-tickets.ts'
import { createWidgetBuilds } from './edge/widget/widget-builds.ts'
import type { KeyMails } from './owner/api-keys/tell-admins.ts'
import type { PlanTerms } from './owner/plan/plan-terms.ts'
import { createMonitored, type Monitored } from './owner/monitored/create-monitored.ts'
import { countUse, type SiteUse } from './owner/site/count-use.ts'
import { exportParts } from './owner/site/export-parts.ts'
import { isSecretRotated } from './owner/site/is-secret-rotated.ts'
import { findSolutionsOf } from './records/sites/sites.ts'
import { createProtected, type Protected } from './redemption/protected/create-protected.ts'
import { checkNewSite, provisionSite } from './owner/site/provision-site.ts'
import type { SolutionState } from './owner/site/apply-solution-state.ts'
import { rateLimits } from './rate-limits.ts'
import { cellOfNumber, cellsMax } from './records/cells/cell-numbers.ts'
import { requireCell, requireEveryCell } from './records/cells/own-cell.ts'
import { createDirectory, forgetSolution, reserveEntries, settleDirectory } from './records/cells/directory.ts'
import { eraseSite } from './records/erasure/erase-site.ts'
import { type RequestedExport, requestExport, stateOfExport } from './records/export/request-export.ts'
import { closeStreams, type OpenStreams } from './records/live/stream-site.ts'
import { createRecentNonces } from './records/memory/recent-nonces.ts'
import { deleteFiltersOf } from './records/saved-filters/saved-filters.ts'
import { isMinimal, rowFlags } from './records/store/row-flags.ts'
import { addOne, createTally, type Tally } from './records/store/tally.ts'
import { countWeeks } from './records/usage/count-weeks.ts'
import { countUsage, readUsage, type UsageOfDay } from './records/usage/read-usage.ts'
import { redemptionRoutes } from './redemption/routes.ts'
import type { SiteverifyContext } from './redemption/siteverify/siteverify.ts'
import { createTokenMint, giveDummyTokens } from './redemption/token/token.ts'
import { apiRoutes } from './routes.ts'
import type { LateWork } from './upkeep/count-late-work.ts'
import type { Operating } from './upkeep/operating.ts'

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
  /** The database beside whose rows the audit entries of a solution's captcha lie; null where that is cell 0. */
  auditBeside(solutionId: string): Promise<Queries | null>
  /** Erases the site of a deleted solution, slice by slice. Returns false while something is left. */
  eraseSite(solutionId: string): Promise<boolean>
  /** Rejects while a cell is away: what a person kept there could not be deleted then. */
  requireAllCells(): Promise<void>
  /** Deletes what a person kept for themselves alone, in every cell that answers; rejects while one does not. Safe to repeat. */
  forgetPerson(userId: string): Promise<void>
  /** Requests an export of a site's whole log; see `requestExport`. */
  requestExport(request: { readonly solutionId: string; readonly userId: string }): Promise<string | 'NO_SITE' | null>
  stateOfExport(request: { readonly solutionId: string; readonly exportId: string }): Promise<RequestedExport>
  /** A captcha's part of the export of its solution; see `exportParts`. */
  exportParts(request: Parameters<typeof exportParts>[1]): AsyncIterable<ExportPart>
  /** Usage by day, exact; see `readUsage`. */
  readUsage(solutionIds: readonly string[], period: { from: Date; to: Date }): Promise<UsageOfDay[]>
  /**
   * Billable verifications by solution in a month such as `2026-11`, to be shown beside what else is known of solutions: null for one whose cell is away.
   * Solutions without any are omitted.
   */
  countUsage(solutionIds: readonly string[], period: string): Promise<ReadonlyMap<string, number | null>>
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

export function createCaptchaService(options: CaptchaServiceOptions): CaptchaService {
  const { db, edgeDb = db, now, randomBytes } = options
  const workerDb = options.workerDb ?? db
  const binding = createBinding(db, 'bollard_captcha')
  const readsOfFirst = createReads(binding.db, options.standby, binding.over)
  /** Other cells are read from their primaries. */
  const reads: Reads = (read) => (binding.current() === db ? readsOfFirst(read) : read(binding.db))
  /** The hot path counts in milliseconds; all else reads dates. */
  const clock = (): Date => new Date(now())
  const challengeLifetimeSeconds = options.challengeLifetimeSeconds ?? defaults.challengeLifetimeSeconds
  const retentionDays = options.retentionDays ?? defaults.retentionDays
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
  const readOrigin = createOriginReader()
  const tokens = giveDummyTokens(createTokenMint(options.signingKeys))
  const marks = createMarks(options.signingKeys)
  const gossip = createGossip()
  const toldRepeats = createToldRepeats(gossip, marks, now)
  const pageTokens = createPageTokens(createHourlyCounts(now), toldRepeats.pages)
  const tally = createTally()
  const probePasses = createProbePasses(options.signingKeys, randomBytes)
  const privateTokens = createPrivateTokens(options.signingKeys, { now, lifetimeSeconds: challengeLifetimeSeconds })
  const workTickets = createWorkTickets(options.signingKeys, randomBytes)
  const { memory: volumeMemory, ...volume } = createVolume({
    marks,
    gossip,
    tickets: createTickets(options.signingKeys, randomBytes, gossip),
    budgets: options.budgets,
  })
  const blame = (siteId: number, { network, flags }: { network: string; flags: number }): void =>
    volume.blamed({ siteId, network, minimalData: isMinimal(flags) })
  const openStreams: OpenStreams = new Set()
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

  const further = options.cells ?? []
  if (further.length >= cellsMax) throw new RangeError(`there are at most ${cellsMax} cells`)
  const directory = further.length === 0 ? null : createDirectory({ db: edgeDb, now, onError })
  const memories = divideMemory(volumeMemory, further.length + 1)
  const findSite: SiteCache['find'] = (siteKey) => joined.sites.find(siteKey)
  const repeatJob = options.repeatJob && repeatInEachCell(options.repeatJob)
  const openCell = (number: number, databases: CellDatabases): Cell =>
    createCell(number, databases, {
      options,
      tally,
      volumeMemory: memories[number] ?? volumeMemory,
      marks,
      onFirst(siteId, { network, asn, flags }) {
        if ((flags & rowFlags.probe) !== 0) return
        volume.redeemed({ siteId, network, asn, minimalData: isMinimal(flags), now: now() })
      },
      findSite,
      // What all cells share is in cell 0.
      workers: number === 0 && (hasDuty(options, 'visitors') || hasDuty(options, 'calls')) ? [engine] : [],
      hourly: number === 0 ? [() => widgetBuilds.keep(), settle] : [],
      repeatJob,
    })
  const cells: readonly [Cell, ...Cell[]] = [
    openCell(0, { db, edgeDb, workerDb: options.workerDb === undefined ? db : options.workerDb }),
    ...further.map((databases, index) => openCell(index + 1, databases)),
  ]
  const joined = joinCells(cells, directory, {
    memory: createSignatureMemory(),
    otherCellMsMax: options.otherCellMsMax,
  })
  const each = eachCell(cells, onError)
  async function settle(): Promise<void> {
    if (directory === null || !hasDuty(options, 'jobs')) return
    await settleDirectory(workerDb, now(), { databaseOf: (cell) => cells[cell]?.workerDb, onError })
  }

  const edge = edgeRoutes({
    expressLane: options.expressLane ?? true,
    flags: options.flags ?? noFlags,
    sites: joined.sites,
    actions: joined.actions,
    counter: joined.counter,
    tokens,
    nonces: createRecentNonces(20_000),
    ruleHits: joined.ruleHits,
    useBypassKey: joined.useBypassKey,
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
    signaturesOf: joined.signaturesOf,
    passesOf: joined.passesOf,
    probePasses,
    score,
    engine,
    shadowScore: options.shadowWeights === undefined ? null : createScorer(options.shadowWeights),
    record: joined.record,
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
  /** Mails are written into the database that a call is bound in: a transaction never leaves its cell. */
  const keyMails: KeyMails | undefined = options.keyMails && {
    ...options.keyMails,
    enqueueMail(...mail) {
      const own = cells.find((cell) => cell.db === binding.current())?.enqueueMail
      return (own ?? options.keyMails?.enqueueMail)?.(...mail) ?? Promise.resolve()
    },
  }
  const redeeming: SiteverifyContext = {
    sites: joined.sites,
    challengeLifetimeSeconds,
    databaseOf: (siteId) => joined.of(siteId).edgeDb,
    apiKeys: joined.apiKeys,
    tokens,
    redeem: joined.redeem,
    pageTokens,
    isRecorded: joined.isRecorded,
    judgeFailover: joined.judgeFailover,
    now,
    countRefused: (siteId, environmentId) => joined.of(siteId).countRefused(siteId, environmentId),
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
      ...(directory === null
        ? {}
        : {
            databaseOf: async (solutionId: string) => (await joined.ofSolution(solutionId)).db,
            ...(keyMails === undefined ? {} : { keyMails }),
            reserve: ({ id, solutionId }, entries) =>
              reserveEntries(db, { solutionId, cell: cellOfNumber(id), entries }),
          }),
      databaseOfCell: (cell) => cells[cell]?.db,
      now: clock,
      clientIp: options.clientIp ?? addressOf,
      groupOf,
      nameOfNetwork,
      lookUpNetwork,
      readAddress,
      work,
      retentionDays,
      archivesLog: options.archive !== undefined && options.archive.days > 0,
      feed: joined.feed,
      engine,
      openStreams,
      findKey: (secretKey, address) => joined.apiKeys.findAny(secretKey, address),
      alerts: cells[0].alerts,
      refreshFigures: joined.refreshFigures,
      refreshHits: joined.refreshHits,
      blame,
    }),
    migrations: new URL('./migrations/', import.meta.url),
    provisionSite: (request) =>
      provisionSite(
        {
          db,
          now: clock,
          randomBytes,
          ...(directory === null ? {} : { place: createPlaces(cells, { db, choose: options.cellOfNewSite, onError }) }),
        },
        request,
      ),
    checkNewSite,
    followPlans: () => each.run(({ followPlans }) => followPlans()),
    applySolutionState: async (solutionId, state) =>
      (await joined.ofSolution(solutionId)).applySolutionState(solutionId, state),
    findSolutionsOf: async (siteKeyOrDomain) =>
      (await each.ask((cell) => findSolutionsOf(cell.db, siteKeyOrDomain)))
        .flat()
        .toSorted((one, other) => (one < other ? 1 : -1))
        .slice(0, 100),
    isSecretRotated: async (solutionId, since) =>
      isSecretRotated({ db: (await joined.ofSolution(solutionId)).db, now: clock }, solutionId, since),
    async auditBeside(solutionId) {
      const cell = await joined.ofSolution(solutionId)
      return cell.number === 0 ? null : cell.db
    },
    async eraseSite(solutionId) {
      const cell = await joined.ofSolution(solutionId)
      const isDone = await eraseSite({ db: cell.workerDb, now: clock }, solutionId)
      if (isDone && directory !== null) await forgetSolution(workerDb, solutionId)
      return isDone
    },
    requireAllCells: async () => void (await each.ask(({ db: own, number }) => requireCell(own, number))),
    forgetPerson: async (userId) => void (await each.ask(({ db: own }) => deleteFiltersOf(own, userId))),
    requestExport: async (request) =>
      requestExport({ db: (await joined.ofSolution(request.solutionId)).db, now: clock }, request),
    async *exportParts(request) {
      yield* exportParts({ db: (await joined.ofSolution(request.solutionId)).db, now: clock }, request)
    },
    stateOfExport: async ({ solutionId, exportId }) =>
      stateOfExport({ db: (await joined.ofSolution(solutionId)).db }, exportId),
    readUsage: async (solutionIds, period) =>
      (await each.ofSolutions(joined, solutionIds, (cell, ids) => readUsage(cell.db, ids, period))).flat(),
    async countUsage(solutionIds, period) {
      const counts = await each.ofSolutions<ReadonlyMap<string, number | null>>(joined, solutionIds, (cell, ids) =>
        each.unlessAway<ReadonlyMap<string, number | null>>(
          cell,
          () => countUsage(cell.db, ids, period),
          new Map(ids.map((id) => [id, null])),
        ),
      )
      return new Map(counts.flatMap((some) => [...some]))
    },
    countWeeks: async (solutionIds, weeks) =>
      (await each.ofSolutions(joined, solutionIds, (cell, ids) => countWeeks(cell.db, ids, weeks))).flat(),
    countUse: async (solutionId) => countUse((await joined.ofSolution(solutionId)).db, solutionId, clock()),
    tally,
    async countLate() {
      const late = await each.askAnswering((cell) => cell.countLate())
      return {
        rollUpSeconds: Math.max(0, ...late.map(({ rollUpSeconds }) => rollUpSeconds)),
        deliverySeconds: Math.max(0, ...late.map(({ deliverySeconds }) => deliverySeconds)),
        deliveries: late.reduce((sum, { deliveries }) => sum + deliveries, 0),
      }
    },
    operating: joinOperating(cells, each),
    monitored: createMonitored({
      databaseOf: async (solutionId) => (await joined.ofSolution(solutionId)).db,
      sites: joined.sites,
      probePasses,
      shareOwner: options.shareOwner ?? (async () => false),
      now,
    }),
    protected: createProtected(redeeming, {
      databaseOf: async (solutionId) => (await joined.ofSolution(solutionId)).db,
      tickets: workTickets,
      work,
      nameOfNetwork,
      readOrigin,
    }),
    filesOfWidget: (release) => widgetBuilds.filesOf(release),
    async start() {
      // Before anyone can load the widget, so that every process knows the build by then.
      await widgetBuilds.keep()
      await requireEveryCell(edgeDb, cells.length)
      await directory?.start()
      await Promise.all(cells.map((cell) => cell.start()))
    },
    endStreams: () => closeStreams(openStreams),
    async drain() {
      closeStreams(openStreams)
      const drained = await Promise.allSettled(cells.map((cell) => cell.drain()))
      for (const one of drained) if (one.status === 'rejected') throw one.reason
    },
  }
}
