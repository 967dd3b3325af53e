import type { RateLimits } from '@bollard/http'

/** Everything that is limited here. The operator's manual lists it, see `content/en/docs/operate/settings.mdx`. */
export const rateLimits = {
  /** All calls of a person together. */
  signedIn: { limit: 200, seconds: 10, per: 'account', counted: 'together' },
  /** Guessing a token takes longer than the universe lasts; the limit keeps guesses away from the database. */
  confirmationLinks: { limit: 20, seconds: 60, per: 'address', counted: 'process' },
  /** Mails that ask whether an address wants invoices. */
  confirmationPause: { limit: 1, seconds: 60, per: 'e-mail address', counted: 'database' },
  confirmationMailsToAddress: { limit: 5, seconds: 3600, per: 'e-mail address', counted: 'database' },
  confirmationMailsOfAccount: { limit: 20, seconds: 3600, per: 'account', counted: 'database' },
} as const satisfies RateLimits
