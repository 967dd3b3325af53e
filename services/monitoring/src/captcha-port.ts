import type { Actor } from '@bollard/access'
import type { Role } from '@bollard/contracts'

/** An hour of a captcha: people and bots together, probes left out. */
export interface HourOfCaptcha {
  readonly at: Date
  readonly started: number
  readonly issued: number
  readonly solved: number
  readonly refused: number
  readonly steppedUp: number
  /** Milliseconds from challenge to answer; null where the hour has none, or is too old to know. */
  readonly checkMsP95: number | null
}

export interface MinuteOfCaptcha {
  readonly at: Date
  readonly verifications: number
  readonly solved: number
  readonly refused: number
}

/** What monitoring asks about captchas, and who may be told. */
export interface CaptchaPort {
  /** Address of the captcha's API, without a slash at its end. */
  readonly apiUrl: string
  /** Does the work of a challenge. */
  readonly solve: (challenge: string, signal: AbortSignal) => Promise<string>
  /** The solution of a site key, and whether it lets in probes of the solution `by`; null where nobody has the key. */
  readonly findSite: (
    siteKey: string,
    by: string,
  ) => Promise<{ readonly solutionId: string; readonly letsIn: boolean } | null>
  /** A pass for one visit; null where the captcha does not let in probes of the solution `by`. */
  readonly issuePass: (request: {
    readonly siteKey: string
    readonly host: string
    readonly by: string
  }) => Promise<string | null>
  /** Empty for a solution that is no captcha. */
  readonly readHours: (solutionId: string, hours: readonly Date[], until: Date) => Promise<HourOfCaptcha[]>
  readonly readMinutes: (solutionId: string, from: Date, to: Date) => Promise<MinuteOfCaptcha[]>
  /** Captchas that a domain belongs to. */
  readonly findSolutionsOf: (domain: string) => Promise<string[]>
  /** Whether two solutions belong to the same owner. */
  readonly shareOwner: (one: string, other: string) => Promise<boolean>
  /** The role of a person in a solution; null for a stranger. */
  readonly findRole: (actor: Actor, solutionId: string) => Promise<Role | null>
}
