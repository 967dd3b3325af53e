import type { Limit, RateLimits as Table } from '@bollard/http'

/**
 * Everything that is limited here. The operator's manual lists it, see `content/en/docs/operate/settings.mdx`. Each limit ends by itself: nobody can be
 * locked out permanently.
 */
export const rateLimits = {
  signUpPerIp: { limit: 5, seconds: 3600, per: 'address', counted: 'database' },
  /** While nobody can say whether a captcha was passed. */
  signUpPerIpWithoutCaptcha: { limit: 2, seconds: 3600, per: 'address', counted: 'database' },
  /**
   * Mails of one kind to one address that one network asks for, whether or not it has an account; and all mails to it, no
   * matter who asks. See `attempts/count-mail.ts`.
   */
  mailPerAddressAndIp: { limit: 5, seconds: 3600, per: 'e-mail address and address', counted: 'database' },
  mailPerAddress: { limit: 40, seconds: 3600, per: 'e-mail address', counted: 'database' },
  /** The pause before a verification mail that one network asks for again. */
  resendPause: { limit: 1, seconds: 60, per: 'e-mail address and address', counted: 'database' },
  /** Failed attempts. Above these three a sign-in gets harder, see `attempts/try-guess.ts`. */
  signInPerAccountAndIp: { limit: 5, seconds: 900, per: 'account and address', counted: 'database' },
  signInPerIp: { limit: 20, seconds: 3600, per: 'address', counted: 'database' },
  signInPerAccount: { limit: 100, seconds: 3600, per: 'account', counted: 'database' },
  /** Failures of wider networks and of everybody: above them strangers pass a captcha first. See `limits/network-counts.ts`. */
  signInPerSite: { limit: 60, seconds: 3600, per: 'network', counted: 'database' },
  signInPerProvider: { limit: 300, seconds: 3600, per: 'network operator', counted: 'database' },
  signInOfAll: { limit: 300, seconds: 600, per: 'everybody', counted: 'database' },
  resendPerIp: { limit: 20, seconds: 3600, per: 'address', counted: 'database' },
  verifyPerIp: { limit: 30, seconds: 900, per: 'address', counted: 'database' },
  /** Wrong codes over all sign-ups with one address, so that signing up anew buys no more tries than these. */
  codePerAddress: { limit: 20, seconds: 86_400, per: 'e-mail address', counted: 'database' },
  emailChangePerUser: { limit: 5, seconds: 3600, per: 'account', counted: 'database' },
  /** Links that start the removal of all second factors. */
  factorRemovalPerUser: { limit: 3, seconds: 86_400, per: 'account', counted: 'database' },
  /** Wrong second factors; of those of an app also over all networks. */
  codePerAccountAndIp: { limit: 10, seconds: 900, per: 'account and address', counted: 'database' },
  codePerAccount: { limit: 20, seconds: 3600, per: 'account', counted: 'database' },
  passkeyPerIp: { limit: 30, seconds: 900, per: 'address', counted: 'database' },
  passkeyOptionsPerIp: { limit: 300, seconds: 900, per: 'address', counted: 'database' },
  passwordResetPerIp: { limit: 20, seconds: 3600, per: 'address', counted: 'database' },
  /** Tokens of links for a new password that were wrong. */
  resetTokenPerIp: { limit: 30, seconds: 900, per: 'address', counted: 'database' },
  unsubscribePerIp: { limit: 30, seconds: 900, per: 'address', counted: 'database' },
  firstAdminPerIp: { limit: 10, seconds: 3600, per: 'address', counted: 'database' },
  advertisingPerIp: { limit: 30, seconds: 3600, per: 'address', counted: 'database' },
  exportPerUser: { limit: 3, seconds: 86_400, per: 'account', counted: 'database' },
} as const satisfies Table

export type LimitName = keyof typeof rateLimits
/** What they are in one deployment or test. */
export type RateLimits = Readonly<Record<LimitName, Limit>>
