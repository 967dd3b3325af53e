import type { RateLimits } from '@bollard/http'

/** Everything that is limited here. The operator's manual lists it, see `content/en/docs/operate/settings.mdx`. */
export const rateLimits = {
  /** All calls of a person or an API key together. */
  signedIn: { limit: 200, seconds: 10, per: 'account', counted: 'process' },
  /** Each makes a request to an address that its owner names. */
  tryCheck: { limit: 20, seconds: 60, per: 'account', counted: 'process' },
  /** Each reads and compares everything that a solution monitors. */
  files: { limit: 10, seconds: 60, per: 'account', counted: 'process' },
  /** Also what guesses at addresses of heartbeats. */
  heartbeats: { limit: 600, seconds: 60, per: 'address', counted: 'process' },
} as const satisfies RateLimits
