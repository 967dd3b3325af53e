import type { PlanFeature, SiteSettings, TestKind } from '@bollard/contracts'
import type { RuleSet } from '@bollard/visitor-rules'
import type { LiveBypassKey } from '../bypass-keys/load-bypass-keys.ts'
import type { SiteCredentials } from './site-credentials.ts'

/** What all environments of a solution share, with what the hot path asks of it made ready. */
export interface Site {
  readonly id: number
  readonly solutionId: string
  /** As they hold: see `restrictedSettings`. */
  readonly settings: SiteSettings
  /** What pages may not switch on by themselves: the plan does not have it, or a lock takes it away. */
  readonly withheld: readonly PlanFeature[]
  /** The solution is locked so that nobody new is checked. */
  readonly refuses: boolean
  readonly credentials: SiteCredentials
  /** Whether volume has no effect on visitors from an address: `exemptNetworks` of the settings, compiled. */
  readonly exempts: (address: string) => boolean
  readonly rules: RuleSet
  /** Most sites have none, and then nothing needs to be looked up for them. */
  readonly hasRules: boolean
  /** Of which state the rules are, see `findRuleStates`. */
  readonly rulesState: string
  readonly bypassKeys: readonly LiveBypassKey[]
  readonly environments: readonly SiteEnvironment[]
  /** Microseconds since 1970, see `touchSite`. */
  readonly changedAt: string
}

/** Production, staging and so on, each with its own site key. */
export interface SiteEnvironment {
  /** Number inside the captcha service, as in challenges, tokens and rows. */
  readonly id: number
  readonly site: Site
  readonly siteKey: string
  /** Whether its owner lets it work. */
  readonly active: boolean
  /** Whether pages of a host may use it. */
  readonly allows: (host: string) => boolean
  /** What a test key does; null for every real one. */
  readonly test: TestKind | null
}
