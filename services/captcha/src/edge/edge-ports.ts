import type { KeyObject } from 'node:crypto'
import type { LooseCounter } from '../store/count-loosely.ts'
import type { VerificationRow } from '../store/record-verifications.ts'
import type { Actions } from '../store/actions.ts'
import type { SiteCache } from '../site-cache.ts'
import type { TokenMint } from '../token.ts'
import type { KnownOrigin } from './known-origins.ts'
import type { RecentNonces } from './recent-nonces.ts'
import type { JudgeOptions, RiskBand } from '@bollard/bot-score'

/** What the two hot routes work with. */
export interface EdgePorts {
  readonly sites: SiteCache
  readonly actions: Actions
  readonly counter: LooseCounter
  readonly tokens: TokenMint
  readonly nonces: RecentNonces
  readonly readOrigin: (origin: string | undefined) => KnownOrigin | null
  readonly readAddress: (remote: string | undefined, forwardedFor: string | string[] | undefined) => string
  readonly judgePace: (network: string, now: number) => number
  /** Stores a round; resolves after the commit. */
  readonly record: (row: VerificationRow) => Promise<'recorded' | 'replayed'>
  readonly signer: { readonly kid: number; readonly key: KeyObject }
  readonly keyOf: (kid: number) => KeyObject | undefined
  /** What is known of the way requests take to here. */
  readonly transport: JudgeOptions
  readonly targetOf: (band: RiskBand) => number
  readonly challengeLifetimeSeconds: number
  readonly tokenLifetimeSeconds: number
  readonly now: () => number
  readonly randomBytes: (size: number) => Buffer
}

/** One of the answers of the hot routes; the contract tells what each means. */
export type EdgeAnswer =
  | {
      readonly status: 'challenge'
      readonly verificationId: string
      readonly challenge: { readonly token: string; readonly algorithm: 'sha256'; readonly count: number; readonly target: number; readonly expiresAt: string }
    }
  | { readonly status: 'passed'; readonly verificationId: string; readonly token: string; readonly expiresAt: string }
  | { readonly status: 'refused'; readonly verificationId: string; readonly reasons: readonly string[] }
