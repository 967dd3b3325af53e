import type { AuditOrigin } from '@bollard/audit'
import type { Database, Queries } from '@bollard/database'
import type { Mail } from '@bollard/mail'
import type { AdvertisingProvider } from './advertising/provider.ts'
import type { FairQueue } from './limits/fair-queue.ts'
import type { PasswordCost } from './credentials/password-hash.ts'
import type { BelongingsPort } from './deletion/belongings.ts'
import type { NetworkCounts } from './limits/network-counts.ts'
import type { RateLimiter } from './limits/rate-limit.ts'
import type { WeeklyFigures } from './weekly-report/send-weekly-reports.ts'

/** What a deployment asks to tell people from bots at its own forms. */
export interface CaptchaPort {
  /** Redeems the token of a form, which works once. `unavailable`: nobody can say at the moment. */
  verify(token: string, ip: string): Promise<'passed' | 'refused' | 'unavailable'>
}

/** Puts a mail into the outbox, in the transaction of the caller: either both stay or neither. A mail with the same key is sent once. */
export type EnqueueMail = (tx: Queries, mail: Mail, key?: string) => Promise<void>

/** What every use case gets. */
export interface IdentityContext {
  readonly db: Database
  readonly enqueueMail: EnqueueMail
  readonly limiter: RateLimiter
  readonly networkCounts: NetworkCounts
  /** Null where the deployment does not protect its forms. */
  readonly captcha: CaptchaPort | null
  /** Where conversions are sent; null where none is set up, and they are exported as a file. */
  readonly advertising: AdvertisingProvider | null
  /** What other services hold of a person. */
  readonly belongings: BelongingsPort
  readonly weeklyFigures: WeeklyFigures
  /** Whether mails to an address came back. */
  readonly isBounced: (address: string) => Promise<boolean>
  /** Keys for each purpose are derived from it, see `request/derive-key.ts`. */
  readonly secret: string
  /** Of hashes that are made from now on. */
  readonly passwordCost: PasswordCost
  /** Through it goes every hash of a password, so that no flood of them stops the others. */
  readonly hashQueue: FairQueue
  /** Through it goes every check of a token of the captcha, for the same reason. */
  readonly captchaQueue: FairQueue
  /** Origins without a slash at the end; links in mails start with them. */
  readonly apiUrl: string
  readonly identityUrl: string
  readonly dashboardUrl: string
  readonly cookieDomain: string | undefined
  /** True when browsers reach the sites over https. */
  readonly secure: boolean
  readonly now: () => Date
  readonly log: (message: string, error?: unknown) => void
  /** For work whose outcome and duration the caller must not learn. */
  readonly inBackground: (work: () => Promise<void>) => void
}

/** What a use case may know of the caller. */
export interface Caller {
  /** From the trusted chain only, see `createClientIp` of @bollard/http. */
  readonly ip: string
  /** Random id of the browser, from its cookie on our sites; null when it sent none. */
  readonly browserId: string | null
  /** The caller's `cookie` and `user-agent`, nothing else. */
  readonly headers: Headers
  /** For the audit log. */
  readonly from: AuditOrigin
}

/** An answer that also sets cookies: whole `set-cookie` values, to be passed on unchanged. */
export interface WithCookies<Body> {
  readonly body: Body
  readonly cookies: string[]
}
