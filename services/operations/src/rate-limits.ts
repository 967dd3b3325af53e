import type { RateLimits } from '@bollard/http'

/** Everything that is limited here. The operator's manual lists it, see `content/en/docs/operate/settings.mdx`. */
export const rateLimits = {
  /** All calls of an operator together. */
  signedIn: { limit: 100, seconds: 10, per: 'account', counted: 'together' },
  /** Pages ask for the notice every ten seconds for all their visitors. */
  notice: { limit: 240, seconds: 60, per: 'address', counted: 'process' },
} as const satisfies RateLimits
