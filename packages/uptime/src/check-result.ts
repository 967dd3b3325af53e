import type { AssertionOutcome } from './assertion.ts'

/** What holds for a service after retries, confirmation, dependencies and maintenance. */
export const serviceStates = ['UP', 'DEGRADED', 'DOWN', 'CHALLENGED', 'MAINTENANCE', 'PAUSED', 'UNKNOWN'] as const
export type ServiceState = (typeof serviceStates)[number]

/** What one check found. UNKNOWN: the prober could not tell (it is offline, a registry does not say). */
export const verdicts = ['UP', 'DEGRADED', 'DOWN', 'CHALLENGED', 'UNKNOWN'] as const
export type Verdict = (typeof verdicts)[number]

/** Milliseconds of each phase; null where there was none. `totalMs` is always there. */
export interface Phases {
  readonly dnsMs: number | null
  readonly connectMs: number | null
  readonly tlsMs: number | null
  readonly firstByteMs: number | null
  readonly totalMs: number
}

/** Who answered with a challenge page instead of the content. */
export const challengers = ['cloudflare', 'anubis', 'bollard', 'other'] as const
export type Challenger = (typeof challengers)[number]

/** What a check learned beside its verdict. Moments are Unix milliseconds. */
export interface CheckFacts {
  /** IP address that was asked. */
  readonly address?: string
  readonly statusCode?: number
  readonly certificateExpiresAt?: number
  readonly domainExpiresAt?: number
  readonly answers?: readonly string[]
  readonly challengedBy?: Challenger
}

/** One run of a check by a prober. */
export interface CheckResult {
  /** Unix milliseconds of the start. */
  readonly at: number
  readonly verdict: Verdict
  readonly phases: Phases
  /**
   * A stable code such as `timeout`, `dns-failed`, `connection-refused`, `tls-expired`, `status`, `assertion`,
   * `private-address`; null where all is well.
   */
  readonly fault: string | null
  /** One line for people who debug, never translated; null without a fault. */
  readonly detail: string | null
  readonly assertions: readonly AssertionOutcome[]
  readonly facts: CheckFacts
  /** Kept only where the state changed: headers and at most 1 KiB of the body, as text. */
  readonly sample: { readonly headers: Readonly<Record<string, string>>; readonly body: string } | null
}
