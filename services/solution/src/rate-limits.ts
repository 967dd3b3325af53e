import type { RateLimits } from '@bollard/http'

/** Everything that is limited here. The operator's manual lists it, see `content/en/docs/operate/settings.mdx`. */
export const rateLimits = {
  /** All calls of a person together. */
  signedIn: { limit: 200, seconds: 10, per: 'account', counted: 'together' },
  /** Calls that come with a link instead of a session. */
  shownLinks: { limit: 60, seconds: 60, per: 'address', counted: 'process' },
  /** Reads all that there is. */
  exportSolution: { limit: 10, seconds: 600, per: 'account', counted: 'together' },
  /** Requesting and checking a verification, and exporting an organization: each may take long or ask somebody else's server. */
  verification: { limit: 20, seconds: 60, per: 'account', counted: 'together' },
  verificationRequests: { limit: 30, seconds: 86_400, per: 'organization', counted: 'database' },
  /** Moving the days of a captcha to another time zone holds up the statistics of all captchas for some seconds. */
  changeTimeZone: { limit: 5, seconds: 3600, per: 'solution', counted: 'together' },
  invitationMails: { limit: 20, seconds: 3600, per: 'account', counted: 'database' },
  /** Sending an invitation again. */
  invitationPause: { limit: 1, seconds: 60, per: 'invitation', counted: 'database' },
} as const satisfies RateLimits
