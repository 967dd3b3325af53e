import type { Database } from '@bollard/database'
import type { MailTransport } from '@bollard/mail'
import type { Auth } from './auth/create-auth.ts'
import type { RateLimiter } from './request/rate-limit.ts'

/** What every use case gets. */
export interface IdentityContext {
  readonly db: Database
  readonly auth: Auth
  readonly mail: MailTransport
  readonly limiter: RateLimiter
  /** Origin of the identity site, without a slash at the end; links in mails start with it. */
  readonly identityUrl: string
  readonly now: () => Date
  readonly log: (message: string, error?: unknown) => void
}

/** What a use case may know of the caller. */
export interface Caller {
  /** From the trusted chain only, see `request/client-ip.ts`. */
  readonly ip: string
  /** Random id of the browser, from its cookie on our sites; null when it sent none. */
  readonly browserId: string | null
  /** The caller's `cookie` and `user-agent`, nothing else. */
  readonly headers: Headers
}

/** An answer that also sets cookies: whole `set-cookie` values, to be passed on unchanged. */
export interface WithCookies<Body> {
  readonly body: Body
  readonly cookies: string[]
}
