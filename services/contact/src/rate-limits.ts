import type { RateLimits } from '@bollard/http'

/** Everything that is limited here. The operator's manual lists it, see `content/en/docs/operate/settings.mdx`. */
export const rateLimits = {
  /** All calls of a person together. */
  signedIn: { limit: 100, seconds: 10, per: 'account', counted: 'process' },
  /** Each is mailed to the operator. */
  enquiries: { limit: 5, seconds: 3600, per: 'account', counted: 'process' },
} as const satisfies RateLimits
