import type { IncomingMessage } from 'node:http'
import type { ConnectionFacts, Weights, WorkRange } from '@bollard/bot-score'
import { createScorer, defaultWork, groupOf, scoreVerification } from '@bollard/bot-score'
import { createBatcher } from '@bollard/database'
import { createAddressReader } from '@bollard/http'
import { signingKey } from '@bollard/proof-of-work/server'
import { createNonceMemory } from '@bollard/visitor-credentials'
import type { FastifyPluginAsync } from 'fastify'
import { apiRoutes } from './api/api-routes.ts'
import type { AccessPorts } from './api/require-site.ts'
import { edgeRoutes } from './edge/edge-routes.ts'
import { createOriginReader } from './edge/known-origins.ts'
import { createMisuse } from './edge/misuse.ts'
import type { LookUpNetwork } from './edge/network-facts.ts'
import { nothingKnown } from './edge/network-facts.ts'
import { createPace } from './edge/network-pace.ts'
import { createPrivateTokens } from './edge/private-tokens.ts'
import { createRecentNonces } from './edge/recent-nonces.ts'
import { createSiteLoad } from './edge/site-load.ts'
import { createSiteFeed } from './live/site-feed.ts'
import type { OpenStreams } from './live/stream-site.ts'
import { closeStreams } from './live/stream-site.ts'
import { provisionSite } from './provision-site.ts'
import { createRandomPool } from './random-pool.ts'
import { createRedeem } from './redeem.ts'
import { createSecretKeyCache } from './secret-key-cache.ts'
import { createSiteCache } from './site-cache.ts'
import { createActions } from './store/actions.ts'
import { createLooseCounter } from './store/count-loosely.ts'
import { keepPartitions } from './store/keep-partitions.ts'
import type { VerificationRow } from './store/record-verifications.ts'
import { recordVerifications } from './store/record-verifications.ts'
import { createTokenMint } from './token.ts'

export interface CaptchaServiceOptions extends AccessPorts {
  /** The first key signs, all verify. `id` fits into 8 bits, `secret` has at least 32 bytes. */
  readonly signingKeys: readonly { readonly id: number; readonly secret: Buffer }[]
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly randomBytes: (size: number) => Buffer
  /** Addresses or networks whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[]
  /** Whether browsers reach the edge over HTTPS or on their own machine; without it the headers of a request decide. */
  readonly secure?: boolean
  /**
   * Host and port of the service's public address: signatures of bots and private tokens count only when they were made
   * for it. Without it the header `host` of a request counts, which any sender can choose.
   */
  readonly authority?: string
  /** How long a token and a result can be redeemed; 900 by default. */
  readonly tokenLifetimeSeconds?: number
  /** How long a challenge can be answered; 600 by default. */
  readonly challengeLifetimeSeconds?: number
  /** How long the log is kept; 30 by default. Roll-ups stay. */
  readonly retentionDays?: number
  /** Expected numbers of hashes; `defaultWork` of the score without it. */
  readonly work?: WorkRange
  /** Weights of the score by code, in place of the catalogue's. */
  readonly weights?: Weights
  /** Weights on trial: the score with them is stored, and decides nothing. */
  readonly shadowWeights?: Weights
  /** Offline knowledge about addresses; without it nothing is known of any. */
  readonly lookUpNetwork?: LookUpNetwork
  /** Where TLS ends at this process: how the client of a request speaks TLS and HTTP/2. */
  readonly describeConnection?: (request: IncomingMessage) => ConnectionFacts | undefined
  /** Told of faults that no request sees, such as a count that could not be written yet. */
  readonly onError?: (error: unknown) => void
}

export interface CaptchaService {
  /** Public calls of widgets and customers' servers. */
  readonly edgeRoutes: FastifyPluginAsync
  /** Calls of the dashboard with a person's session. */
  readonly apiRoutes: FastifyPluginAsync
  /** Folder of the migrations of the schema `captcha`. */
  readonly migrations: URL
  /** Makes the site of a new solution and tells its secret key this once. */
  provisionSite(request: { solutionId: string; domains: readonly string[] }): Promise<{ siteKey: string; secretKey: string }>
  /** Makes the partitions of the next days and keeps doing so. */
  start(): Promise<void>
  /** Ends streams and upkeep and resolves when everything gathered is in the database. */
  drain(): Promise<void>
}

const upkeepMs = 3_600_000
const partitionDaysAhead = 7

export function createCaptchaService(options: CaptchaServiceOptions): CaptchaService {
  const { db, now, randomBytes } = options
  const challengeLifetimeSeconds = options.challengeLifetimeSeconds ?? 600
  const tokenLifetimeSeconds = options.tokenLifetimeSeconds ?? 900
  const onError = options.onError ?? ((): void => undefined)
  const keys = new Map(options.signingKeys.map(({ id, secret }) => [id, signingKey(secret)]))
  const [first] = options.signingKeys
  const key = first && keys.get(first.id)
  if (first === undefined || key === undefined) throw new RangeError('at least one signing key is needed')

  const tokens = createTokenMint(options.signingKeys)
  const counter = createLooseCounter(db, now, onError)
  const recorder = createBatcher<VerificationRow, 'recorded' | 'replayed'>({ maxItems: 1_000, write: (rows) => recordVerifications(db, rows) })
  const privateTokens = createPrivateTokens(options.signingKeys, { now, lifetimeSeconds: challengeLifetimeSeconds })
  const countRefused = (siteId: number): void => counter.count(siteId, 'fetchRefused')
  const { redeem, drain: drainRedeem } = createRedeem({ db, now, lifetimeMs: tokenLifetimeSeconds * 1000, groupOf, countRefused })
  // A second challenge can be taken late in the life of the first.
  const feed = createSiteFeed({ db, now, longestMs: challengeLifetimeSeconds * 2_000, groupOf, onError })
  const openStreams: OpenStreams = new Set()
  let upkeep: NodeJS.Timeout | undefined
  const keep = (): Promise<void> => keepPartitions(db, now(), { daysAhead: partitionDaysAhead, retentionDays: options.retentionDays ?? 30 })

  const edge = edgeRoutes(
    {
      sites: createSiteCache(db, now),
      actions: createActions(db, now),
      counter,
      tokens,
      nonces: createRecentNonces(20_000),
      readOrigin: createOriginReader(),
      readAddress: createAddressReader(options.trustedProxies),
      lookUpNetwork: options.lookUpNetwork ?? (() => nothingKnown),
      describeConnection: options.describeConnection ?? (() => undefined),
      pace: createPace(),
      misuse: createMisuse(),
      privateTokens,
      signatures: createNonceMemory(20_000),
      load: createSiteLoad(),
      score: options.weights === undefined ? scoreVerification : createScorer(options.weights),
      shadowScore: options.shadowWeights === undefined ? null : createScorer(options.shadowWeights),
      record: (row) => recorder.add(row),
      signer: { kid: first.id, key },
      keyOf: (kid) => keys.get(kid),
      authority: options.authority ?? null,
      transport: options.secure === undefined ? {} : { secure: options.secure },
      work: options.work ?? defaultWork,
      challengeLifetimeSeconds,
      tokenLifetimeSeconds,
      now,
      randomBytes: createRandomPool(randomBytes),
    },
    {
      db,
      secretKeys: createSecretKeyCache(db, now),
      tokens,
      redeem,
      now,
      countRefused,
    },
  )
  return {
    edgeRoutes: edge,
    apiRoutes: apiRoutes({ ...options, groupOf, feed, openStreams, flushCounts: () => counter.flush() }),
    migrations: new URL('./migrations/', import.meta.url),
    provisionSite: (request) => provisionSite({ db, now, randomBytes }, request),
    async start() {
      await keep()
      upkeep = setInterval(() => void keep().catch(onError), upkeepMs)
      upkeep.unref()
    },
    async drain() {
      clearInterval(upkeep)
      closeStreams(openStreams)
      feed.close()
      await Promise.all([recorder.drain(), drainRedeem()])
      await counter.flush()
    },
  }
}
