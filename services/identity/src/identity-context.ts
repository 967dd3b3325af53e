import type { Database } from '@bollard/database'
import type { Forwarding, GuardedScope } from '@bollard/http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AdvertisingProvider } from './advertising/provider.ts'
import type { Call } from './browser/read-call.ts'
import type { PasswordCost } from './credentials/password-hash.ts'
import type { BelongingsPort } from './deletion/belongings.ts'
import type { FairQueue } from './limits/fair-queue.ts'
import type { NetworkCounts } from './limits/network-counts.ts'
import type { RateLimiter } from './limits/rate-limit.ts'
import type { CaptchaPort } from './limits/require-captcha.ts'
import type { Actor } from './session/actor.ts'
import type { EnqueueMail } from './users/send-mail.ts'
import type { WeeklyFigures } from './weekly-report/send-weekly-reports.ts'

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
  /** Keys for each purpose are derived from it, see `secrets/derive-key.ts`. */
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

/** Where the routes of the service are mounted. */
export interface Scopes {
  /** For everybody. */
  readonly open: FastifyInstance
  /** Whoever the contract's `access` does not let in is refused before the verb runs. */
  readonly guarded: GuardedScope
}

/** What the routes of an area need besides. */
export interface RouteOptions {
  readonly context: IdentityContext
  readonly callOf: (request: FastifyRequest) => Call
  /** Who sends a request to the guarded scope. */
  readonly actorOf: (request: FastifyRequest) => Actor
  /** How a request was forwarded; see `createForwardingOf` of @bollard/http. */
  readonly forwardingOf: (request: FastifyRequest) => Forwarding
}
