import type { RateLimits } from '@bollard/http'

/** Everything that is limited here. The operator's manual lists it, see `content/en/docs/operate/settings.mdx`. */
export const rateLimits = {
  /** All calls of a person together. */
  signedIn: { limit: 100, seconds: 10, per: 'account', counted: 'together' },
  /** Each is mailed to the operator. */
  enquiries: { limit: 5, seconds: 3600, per: 'account', counted: 'together' },
  /** Messages of visitors of the website: each is mailed to the operator, and confirmed to an address that anybody can enter. */
  visitorEnquiries: { limit: 5, seconds: 3600, per: 'address', counted: 'together' },
  visitorReceipts: { limit: 3, seconds: 86_400, per: 'e-mail address', counted: 'together' },
  /** Looking at free times of demos. */
  demoSlots: { limit: 300, seconds: 3600, per: 'address', counted: 'process' },
  /** Times that are kept while a form is filled in. */
  demoHolds: { limit: 20, seconds: 3600, per: 'address', counted: 'together' },
  /** Booked demos: each is mailed to the operator, and confirmed to an address that anybody can enter. */
  demoBookings: { limit: 5, seconds: 3600, per: 'address', counted: 'together' },
  demoReceipts: { limit: 3, seconds: 86_400, per: 'e-mail address', counted: 'together' },
  /** Calls with the token of a link in those mails. */
  demoLinks: { limit: 60, seconds: 3600, per: 'address', counted: 'process' },
  /** Each is mailed to everybody. */
  demoMoves: { limit: 10, seconds: 86_400, per: 'e-mail address', counted: 'together' },
  /** Answers to “Was this page helpful?”. */
  pageAnswers: { limit: 20, seconds: 3600, per: 'address', counted: 'together' },
  /** Searches of the documentation that found nothing. */
  missedSearches: { limit: 60, seconds: 3600, per: 'address', counted: 'together' },
} as const satisfies RateLimits
