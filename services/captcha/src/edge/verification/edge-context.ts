import type { IncomingMessage } from 'node:http'
import type { ConnectionFacts, JudgeOptions, Scorer, WorkRange } from '@bollard/bot-score'
import type { SigningKey } from '@bollard/proof-of-work/server'
import type { UsedOnce } from '@bollard/visitor-credentials'
import type { RecentNonces } from '../../records/memory/recent-nonces.ts'
import type { LooseCounter } from '../../records/store/count-loosely.ts'
import type { VerificationRow } from '../../records/store/record-verifications.ts'
import type { UseBypassKey } from '../bypass-keys/use-bypass-key.ts'
import type { ProbePasses } from '../credentials/probe-pass.ts'
import type { PrivateTokens } from '../credentials/private-tokens.ts'
import type { EngineProof } from '../engine/engine-proof.ts'
import type { InteractionMemory } from '../repeats/interaction-memory.ts'
import type { Misuse } from '../repeats/misuse.ts'
import type { PageTokens } from '../repeats/page-tokens.ts'
import type { KnownOrigin } from '../request/known-origins.ts'
import type { LookUpNetwork } from '../request/network-facts.ts'
import type { RuleHits } from '../rules/rule-hits.ts'
import type { Actions } from '../sites/actions.ts'
import type { SiteCache } from '../sites/site-cache.ts'
import type { Volume } from '../volume/volume.ts'
import type { WorkTickets } from '../volume/work-tickets.ts'
import type { WidgetBuilds } from '../widget/widget-builds.ts'

/** What a passed verification's token says. Times are seconds since 1970. */
export interface TokenClaims {
  readonly verificationId: string
  /** Number of the site's environment inside the captcha service. */
  readonly environmentId: number
  readonly issuedAt: number
  readonly expiresAt: number
  /** 0 = person, 1 = bot. */
  readonly score: number
  /** What the widget drew when its page was opened; 0 where that is not known. */
  readonly page: number
  /** What the page has given for its own server, as Turnstile's `cData`: letters, digits, `_` and `-`, 255 at most; '' for nothing. */
  readonly data: string
}

/** Signs the tokens of visitors who passed. */
export interface TokenSigner {
  sign(claims: TokenClaims): string
}

/** What operators have changed for a while, from memory. */
export interface EdgeFlags {
  /** Whether the express lane leaves every call to the full server. */
  isLaneClosed(): boolean
  /** How many times the usual visitors a captcha expects, from 1. */
  expectedVisitors(solutionId: string): number
}
export const noFlags: EdgeFlags = { isLaneClosed: () => false, expectedVisitors: () => 1 }

/** What the two hot routes work with. */
export interface EdgeContext {
  /** Whether the two hottest calls have a lane of their own past Fastify. */
  readonly expressLane: boolean
  readonly flags: EdgeFlags
  readonly sites: Pick<SiteCache, 'find' | 'known' | 'load'>
  readonly actions: Actions
  readonly counter: LooseCounter
  readonly tokens: TokenSigner
  readonly nonces: RecentNonces
  readonly ruleHits: Pick<RuleHits, 'count'>
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
  readonly workTickets: Pick<WorkTickets, 'read'>
  readonly misuse: Misuse
  readonly interactions: InteractionMemory
  readonly pageTokens: PageTokens
  readonly engine: Pick<EngineProof, 'draw' | 'judge' | 'note'>
  readonly score: Scorer
  /** Weights on trial: their score is stored beside the other and decides nothing. */
  readonly shadowScore: Scorer | null
  readonly privateTokens: PrivateTokens
  /** Signatures of declared bots that were used already, at whichever site. */
  readonly signaturesOf: (siteId: number) => UsedOnce
  /** Passes of probes that were used already at a site. */
  readonly passesOf: (siteId: number) => UsedOnce
  readonly probePasses: Pick<ProbePasses, 'read'>
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
