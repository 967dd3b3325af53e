import type { SiteSettings } from '@bollard/contracts'
import type { NetworkFacts } from '../request/network-facts.ts'
import type { Visit } from './likeness.ts'

/** Who asks for a challenge, or handed in an answer. */
export interface Comer {
  readonly siteId: number
  /** /24 or /48, see `networkOf`. */
  readonly network: string
  /** 0 when unknown. */
  readonly asn: number
  readonly kind: NetworkFacts['kind']
  /** Nothing of the visitor is compared or stored then: what is counted stays in memory. */
  readonly minimalData: boolean
  /** Milliseconds since 1970. */
  readonly now: number
}

export interface IssueRequest extends Comer {
  readonly settings: VolumeSettings
  /** Whether the owner wants no budget to hold for the address. */
  readonly isExempt: boolean
  /** How many times the usual visitors its operator expects at the site, from 1: budgets grow by it. */
  readonly expected: number
  /** 16-bit hash of the browser. */
  readonly userAgentBucket: number
  /** Of an earlier start that was throttled. */
  readonly ticket: string | undefined
}

export interface Throttle {
  readonly retryAfterSeconds: number
  /** With it the next start is let in; absent where none is left. */
  readonly ticket?: string
}

/** What volume makes of a start. A throttled one gets no challenge and is not counted. */
export interface Issue {
  /** Bits by which the work rises, 0 … 5; the work itself ends at its most. */
  readonly bits: number
  /** See `packEffects`. */
  readonly effects: number
  readonly throttle: Throttle | null
}

/** Counts challenges by network, operator and site, and says what that costs. Waits for nothing; O(1). */
export interface Volume {
  atIssue(request: IssueRequest): Issue
  /** Bits by which a second challenge gets harder, for the site is busy in this moment. */
  paceBits(siteId: number, now: number): number
  /** A first answer that looked made up leads to a second challenge: counted, unless the network had too many. */
  atDoubtful(comer: Comer): Throttle | null
  /** A visitor got a token. */
  passed(visit: Visit & Pick<Comer, 'siteId' | 'minimalData' | 'now'>): void
  /** A token was verified for the first time. */
  redeemed(comer: Omit<Comer, 'kind'>): void
  /** The owner says that a visitor was a bot. */
  blamed(comer: Pick<Comer, 'siteId' | 'network' | 'minimalData'>): void
}

/** What an owner sets of the budgets. */
export type VolumeSettings = Readonly<Pick<SiteSettings, 'volumeBudgets' | 'underAttack' | 'exemptNetworks'>>
