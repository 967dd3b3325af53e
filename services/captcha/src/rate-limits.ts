import type { RateLimits } from '@bollard/http'

/**
 * Everything that is limited here. The operator's manual lists it, see `content/en/docs/operate/settings.mdx`. Visitors are not limited: what many of
 * them cost is the work by volume, see `edge/volume`.
 */
export const rateLimits = {
  /** All calls of a person or an API key together. */
  signedIn: { limit: 200, seconds: 10, per: 'account', counted: 'together' },
  exportDirectly: { limit: 10, seconds: 60, per: 'account', counted: 'together' },
  /** Trying a change on the visitors of the last days. */
  tryChange: { limit: 10, seconds: 60, per: 'solution', counted: 'together' },
  /** Reading the body of such a call, which costs a good part of a second where it is large. */
  readChange: { limit: 30, seconds: 60, per: 'account', counted: 'together' },
  alertLinks: { limit: 30, seconds: 900, per: 'address', counted: 'process' },
  /** People type any address, so few strangers are asked whether they want alerts. */
  alertAddressesOfSolution: { limit: 20, seconds: 86_400, per: 'solution', counted: 'database' },
  alertMailsToAddress: { limit: 3, seconds: 86_400, per: 'e-mail address', counted: 'database' },
  redeliverWebhook: { limit: 10, seconds: 60, per: 'webhook', counted: 'together' },
  pingWebhook: { limit: 10, seconds: 60, per: 'webhook', counted: 'database' },
  /** Visitors who pass by failover: somebody who wants to use an outage gets no more. */
  failover: { limit: 60, seconds: 60, per: 'solution', counted: 'database' },
  /** Blocked visitors in the log; all of them are counted. */
  loggedBlocks: { limit: 120, seconds: 60, per: 'solution', counted: 'together' },
  /** New names of actions that visitors teach a site. Declared actions are beside that. */
  newActions: { limit: 30, seconds: 3600, per: 'solution', counted: 'database' },
  newActionsOfNetwork: { limit: 10, seconds: 3600, per: 'network', counted: 'database' },
} as const satisfies RateLimits
