import type { Queries } from '@bollard/database'
import type { Mail, MailLanguage } from '@bollard/mail'
import type { PostOutcome, WebhookPost } from '@bollard/webhooks'

/** An admin of a solution. */
export interface Admin {
  readonly userId: string
  readonly email: string
  readonly givenName: string
  readonly language: MailLanguage
}

/** What status pages and their subscribers need of the rest of the installation. */
export interface StatusPorts {
  /** Origins without a slash at the end. */
  readonly statusUrl: string
  readonly apiUrl: string
  /** Host names of the installation, which no customer's page can have. */
  readonly ownHosts: ReadonlySet<string>
  /** Puts a mail on its way in the transaction that it reports; a second one with the same key is none. */
  readonly enqueueMail: (tx: Queries, mail: Mail, key: string) => Promise<void>
  /** Who is told that a page loses its host. */
  readonly findAdmins: (solutionId: string) => Promise<readonly Admin[]>
  /** Whether a server has refused an address for good. */
  readonly isBounced: (address: string) => Promise<boolean>
  readonly captcha: {
    /** Of the installation's own captcha; null where there is none. */
    readonly siteKey: () => string | null
    /** Redeems the token of a form, which works once. `unavailable`: nobody can say at the moment. */
    readonly verify: (token: string, ip: string) => Promise<'passed' | 'refused' | 'unavailable'>
  }
  /** Sends one message to an address on the internet; never throws. */
  readonly postWebhook: (post: WebhookPost) => Promise<PostOutcome>
  readonly allowPrivateWebhooks: boolean
  /** 0 … 1. */
  readonly random: () => number
}
