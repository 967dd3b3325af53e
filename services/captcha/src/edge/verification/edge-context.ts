import type { IncomingMessage } from 'node:http'
import type { ConnectionFacts, JudgeOptions, Scorer, WorkRange } from '@bollard/bot-score'
import type { Algorithm, SigningKey } from '@bollard/proof-of-work/server'
import type { UsedOnce } from '@bollard/visitor-credentials'
import type { EngineProof } from '../engine/engine-proof.ts'
import type { UseBypassKey } from '../bypass-keys/use-bypass-key.ts'
import type { InteractionMemory } from '../repeats/interaction-memory.ts'
import type { PageTokens } from '../repeats/page-tokens.ts'
import type { RuleHits } from '../rules/rule-hits.ts'
import type { SiteCache } from '../sites/site-cache.ts'
import type { Actions } from '../sites/actions.ts'
import type { LooseCounter } from '../../records/store/count-loosely.ts'
import type { VerificationRow } from '../../records/store/record-verifications.ts'
import type { TokenMint } from '../../redemption/token/token.ts'
import type { Volume } from '../volume/volume.ts'
import type { KnownOrigin } from '../request/known-origins.ts'
import type { Misuse } from '../repeats/misuse.ts'
import type { LookUpNetwork } from '../request/network-facts.ts'
import type { PrivateTokens } from '../credentials/private-tokens.ts'
import type { WidgetBuilds } from '../widget/widget-builds.ts'
import type { RecentNonces } from '../../records/memory/recent-nonces.ts'

/** What the two hot routes work with. */
export interface EdgePorts {
  readonly sites: SiteCache
  readonly actions: Actions
  readonly counter: LooseCounter
  readonly tokens: TokenMint
  readonly nonces: RecentNonces
  readonly ruleHits: RuleHits
  readonly useBypassKey: UseBypassKey
  /** At most so many refusals of a rule get a row in the log; a flood of them is counted only. */
  readonly mayLogBlock: (siteId: number, now: number) => boolean
  readonly readOrigin: (origin: string | string[] | undefined) => KnownOrigin | null
  /** Whether the other end of the connection is a trusted proxy. */
  readonly isProxy: (remote: string | undefined) => boolean
  readonly readAddress: (remote: string | undefined, forwardedFor: string | string[] | undefined) => string
  readonly lookUpNetwork: LookUpNetwork
  /** How the client of a request speaks TLS and HTTP/2; undefined where TLS does not end here. */
  readonly describeConnection: (request: IncomingMessage) => ConnectionFacts | undefined
  readonly volume: Volume
  readonly misuse: Misuse
  readonly interactions: InteractionMemory
  readonly pageTokens: PageTokens
  readonly engine: Pick<EngineProof, 'draw' | 'judge' | 'note'>
  readonly score: Scorer
  /** Weights on trial: their score is stored beside the other and decides nothing. */
  readonly shadowScore: Scorer | null
  readonly privateTokens: PrivateTokens
  /** Signatures of declared bots that were used already. */
  readonly signatures: UsedOnce
  /** Stores a round; resolves after the commit. */
  readonly record: (row: VerificationRow) => Promise<'recorded' | 'replayed'>
  readonly signer: { readonly kid: number; readonly key: SigningKey }
  readonly keyOf: (kid: number) => SigningKey | undefined
  /** Host and port under which this service is called; without them the header `host` of a request counts. */
  readonly authority: string | null
  /** What is known of the way requests take to here. */
  readonly transport: JudgeOptions
  readonly work: WorkRange
  /** Number of the order in which verdicts are written at a moment. */
  readonly orderAt: (at: number) => number
  readonly widgetBuilds: Pick<WidgetBuilds, 'find'>
  readonly challengeLifetimeSeconds: number
  readonly now: () => number
  readonly randomBytes: (size: number) => Buffer
}

export interface ChallengeAnswer {
  readonly token: string
  readonly algorithm: Algorithm
  readonly count: number
  readonly target: number
  readonly expiresAt: string
}

/** One of the answers of the hot routes; the contract tells what each means. */
export type EdgeAnswer =
  | {
      readonly status: 'challenge'
      readonly verificationId: string
      readonly collect: boolean
      readonly privateToken?: true
      readonly challenge: ChallengeAnswer
    }
  | { readonly status: 'passed'; readonly verificationId: string; readonly token: string; readonly expiresAt: string }
  | { readonly status: 'refused'; readonly verificationId: string; readonly reasons: readonly string[] }
