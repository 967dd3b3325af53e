import type { RateLimits } from '@bollard/http'

/** Everything that is limited here. The operator's manual lists it, see `content/en/docs/operate/settings.mdx`. */
export const rateLimits = {
  /** All calls of a person or an API key together. */
  signedIn: { limit: 200, seconds: 10, per: 'account', counted: 'together' },
  /** Middlewares and gateways that ask for their policy; each call waits. */
  policies: { limit: 120, seconds: 60, per: 'solution', counted: 'together' },
  /** Reports of what they decided. */
  reports: { limit: 600, seconds: 60, per: 'solution', counted: 'together' },
  /** Forms of visitors who were stopped. */
  blockedReports: { limit: 10, seconds: 3600, per: 'address', counted: 'together' },
  /** Limiters that are tried on stored requests. */
  whatIf: { limit: 10, seconds: 60, per: 'account', counted: 'together' },
  /** Reports as PDF. */
  reportFiles: { limit: 10, seconds: 60, per: 'account', counted: 'together' },
  /** Calls with the token of a link to a report. */
  sharedReports: { limit: 60, seconds: 60, per: 'address', counted: 'process' },
  /** Each asks name servers about domains that are typed in. */
  tryForm: { limit: 30, seconds: 60, per: 'account', counted: 'together' },
  /** Validations that customers' servers ask for. */
  validations: { limit: 3_000, seconds: 60, per: 'solution', counted: 'together' },
  /** Fields that visitors are asked about while they type. */
  typedValues: { limit: 60, seconds: 60, per: 'address', counted: 'together' },
} as const satisfies RateLimits
