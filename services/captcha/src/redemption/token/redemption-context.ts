import type { Database } from '@bollard/database'
import type { FastifyRequest } from 'fastify'
import type { ApiKeyCache } from '../../access/api-keys/api-key-cache.ts'
import type { PageTokens } from '../../edge/repeats/page-tokens.ts'
import type { SiteCache } from '../../edge/sites/site-cache.ts'
import type { JudgeFailover } from '../../outage/judge-failover.ts'
import type { BlamedVerification } from '../../records/store/feedback.ts'
import type { IsRecorded } from '../../records/store/is-recorded.ts'
import type { Redeem } from './redeem.ts'
import type { TokenMint } from './token.ts'

/** What customers' servers are answered with, whichever protocol they speak. */
export interface RedemptionContext {
  /** The database of the cell that a site is in. */
  readonly databaseOf: (siteId: number) => Database
  readonly sites: Pick<SiteCache, 'find' | 'known' | 'load'>
  readonly apiKeys: Pick<ApiKeyCache, 'find' | 'findAny'>
  readonly tokens: TokenMint
  readonly redeem: Redeem
  readonly pageTokens: Pick<PageTokens, 'redeemed'>
  readonly isRecorded: IsRecorded
  readonly judgeFailover: JudgeFailover
  readonly challengeLifetimeSeconds: number
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly countRefused: (siteId: number, environmentId: number) => void
  /** Told how each question about a token was answered, test keys left out. */
  readonly noteAnswer: (status: string) => void
  /** A visitor was a bot: what its network brought here counts less. */
  readonly blame: (siteId: number, verification: BlamedVerification) => void
  /** Where a call comes from, past the proxies that are trusted. */
  readonly addressOf: (request: Pick<FastifyRequest, 'headers' | 'socket'>) => string
}
