import type { Queries } from '@bollard/database'
import type { Mail } from '@bollard/mail'
import type { PublicAnswer, PublicRequest } from '@bollard/webhooks'

/** What channels need of the rest of the product. */
export interface ChannelPorts {
  /** Puts a mail into the outbox, in the transaction of `tx`; once for a key. */
  readonly enqueueMail: (tx: Queries, mail: Mail, key: string) => Promise<void>
  /**
   * A member of a solution by their confirmed address; null for everybody else. `unsubscribeUrl` ends mails of alerts by one POST, and is null
   * for those who have ended them.
   */
  readonly memberOf: (email: string, solutionId: string) => Promise<{ readonly unsubscribeUrl: string | null } | null>
  /** Whether the server of an address has refused mails for good. */
  readonly isBounced: (address: string) => Promise<boolean>
  /** What a solution is called; null for one that is gone. */
  readonly nameOf: (solutionId: string) => Promise<string | null>
  /** Origins without a slash at the end. */
  readonly dashboardUrl: string
  readonly identityUrl: string
  readonly apiUrl: string
  /** Whether the operator lets channels reach private networks. */
  readonly allowPrivate: boolean
  /** Makes one request; `requestPublic` but for tests. Never throws. */
  readonly request?: (call: PublicRequest) => Promise<PublicAnswer>
}
