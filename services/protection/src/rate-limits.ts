import type { RateLimits } from '@bollard/http'

/** Everything that is limited here. The operator's manual lists it, see `content/en/docs/operate/settings.mdx`. */
export const rateLimits = {
  /** All calls of a person or an API key together. */
  signedIn: { limit: 200, seconds: 10, per: 'account', counted: 'process' },
} as const satisfies RateLimits
