import type { RateLimits } from '@bollard/http'

/** Everything that is limited here. The operator's manual lists it, see `content/en/docs/operate/settings.mdx`. */
export const rateLimits = {
  /** All calls of a person or an API key together. */
  signedIn: { limit: 200, seconds: 10, per: 'account', counted: 'together' },
  /** Each makes a request to an address that its owner names. */
  tryCheck: { limit: 20, seconds: 60, per: 'account', counted: 'together' },
  /** Each sends something to an address that its owner names. */
  testChannel: { limit: 10, seconds: 60, per: 'account', counted: 'together' },
  /** New addresses of people who are no members, each with a mail that asks. */
  alertAddressesOfSolution: { limit: 20, seconds: 3_600, per: 'solution', counted: 'database' },
  /** Such mails to one address, of all solutions. */
  alertMailsToAddress: { limit: 3, seconds: 86_400, per: 'e-mail address', counted: 'database' },
  /** Also what guesses at links of those mails. */
  alertLinks: { limit: 60, seconds: 3_600, per: 'address', counted: 'process' },
  /** Each reads and compares everything that a solution monitors. */
  files: { limit: 10, seconds: 60, per: 'account', counted: 'together' },
  /** Each asks DNS for names that its owner chooses. */
  hostProofs: { limit: 10, seconds: 60, per: 'account', counted: 'together' },
  /** Also what guesses at addresses of heartbeats. */
  heartbeats: { limit: 600, seconds: 60, per: 'address', counted: 'process' },
  /** Status pages: the sites ask for visitors, and keep what they are told. */
  statusPages: { limit: 300, seconds: 60, per: 'address', counted: 'process' },
  /** Passwords of status pages. */
  statusPasswords: { limit: 10, seconds: 600, per: 'address', counted: 'together' },
  /** Forms of status pages: each sends a link to a destination that anybody can enter. */
  statusSubscriptions: { limit: 5, seconds: 600, per: 'address', counted: 'together' },
  statusSubscriptionNetworks: { limit: 30, seconds: 3600, per: 'network', counted: 'together' },
  statusSubscriptionDestinations: { limit: 3, seconds: 86_400, per: 'e-mail address', counted: 'together' },
  /** Calls with the token of a link in those messages. */
  statusLinks: { limit: 60, seconds: 3600, per: 'address', counted: 'process' },
  /** One-click unsubscribing: providers do it for many people. */
  statusEnds: { limit: 600, seconds: 60, per: 'address', counted: 'process' },
  /** Also what guesses at keys of probes. */
  probes: { limit: 900, seconds: 60, per: 'address', counted: 'process' },
} as const satisfies RateLimits
