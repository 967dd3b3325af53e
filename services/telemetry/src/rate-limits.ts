import type { RateLimits } from '@bollard/http'

/** Everything that is limited here. The operator's manual lists it, see `content/en/docs/operate/settings.mdx`. */
export const rateLimits = {
  /** All calls of an operator together. */
  signedIn: { limit: 100, seconds: 10, per: 'account', counted: 'together' },
  /** One for each opened page; an office shares an address. */
  pageViews: { limit: 240, seconds: 60, per: 'address', counted: 'together' },
  /** Calls, each with up to 80 events. */
  performanceEvents: { limit: 240, seconds: 60, per: 'address', counted: 'together' },
  /** A page sends one every five seconds at most. */
  replayBatches: { limit: 120, seconds: 60, per: 'address', counted: 'together' },
} as const satisfies RateLimits
