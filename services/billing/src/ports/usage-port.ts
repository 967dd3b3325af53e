import type { UsageCounts } from '@bollard/contracts'

/** What a solution used on one day in UTC. */
export interface UsageOfDay extends UsageCounts {
  readonly solutionId: string
  /** `2026-11-30`. */
  readonly day: string
}

/** What usage asks the service that protects whole sites. */
export interface RequestsPort {
  /** Requests that were decided about in the running month of UTC. */
  countRequests(solutionId: string): Promise<number>
}

/** What accountings ask the captcha service. */
export interface UsagePort {
  /** Billable verifications by solution in a month such as `2026-11`; solutions without any may be left out. Null: its figures can't be read now. */
  countUsage(solutionIds: readonly string[], period: string): Promise<ReadonlyMap<string, number | null>>
  /** Usage by solution and day, from `from` up to but not including `to` (whole days in UTC); days without any may be left out. */
  readUsage(
    solutionIds: readonly string[],
    period: { readonly from: Date; readonly to: Date },
  ): Promise<readonly UsageOfDay[]>
}
