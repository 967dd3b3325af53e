import type { Database } from '@bollard/database'
import type { Mailbox, MailTransport } from '@bollard/mail'
import type { FastifyPluginAsync } from 'fastify'
import { createFirstAdminToken } from './account/first-admin-token.ts'
import { createAuth } from './auth/create-auth.ts'
import type { IdentityContext } from './identity-context.ts'
import { createClientIp } from './request/client-ip.ts'
import { createRateLimiter, defaultRateLimits, type RateLimits } from './request/rate-limit.ts'
import { identityPlugin } from './routes.ts'
import { type Actor, findActor } from './session/find-actor.ts'
import { sweep } from './sweep.ts'

export interface IdentityDeps {
  readonly db: Database
  /** Where mails go. */
  readonly mail: MailTransport
  /** The local mailbox when `mail` is one; null with SMTP. Its two routes answer `not-found` then. */
  readonly mailbox: Mailbox | null
  /** Signs session cookies and keys the limits; at least 32 characters. Changing it signs everybody out. */
  readonly secret: string
  /** Known to our own sites, whose word about the visitor's address is believed; at least 32 characters. */
  readonly internalSecret: string
  /** Origins without a slash at the end. */
  readonly apiUrl: string
  readonly identityUrl: string
  readonly dashboardUrl: string
  /** Parent domain of all sites, e.g. `bollard.example`; leave out on localhost. */
  readonly cookieDomain?: string | undefined
  /** True when browsers reach the sites over https. */
  readonly secure: boolean
  /** Addresses or CIDR ranges of reverse proxies whose `x-forwarded-for` is believed. */
  readonly trustedProxies?: readonly string[]
  readonly rateLimits?: Partial<RateLimits>
  readonly now?: () => Date
  readonly log?: (message: string, error?: unknown) => void
}

export interface IdentityService {
  /** All routes of `/identity/v1`. */
  readonly routes: FastifyPluginAsync
  /** Run these with `migrate` before the first request. */
  readonly schema: 'identity'
  readonly migrations: URL
  /** Who a `cookie` header belongs to; null when nobody is signed in. One prepared statement, no write. */
  findActor(cookieHeader: string | undefined): Promise<Actor | null>
  /** A fresh token for the first administrator, which ends earlier ones; null when there is an administrator. */
  createFirstAdminToken(): Promise<string | null>
  /** Deletes what has ended; call it about once an hour. */
  sweep(): Promise<void>
  /** Resolves when mails that nobody waits for are sent; call it before the database closes. */
  drain(): Promise<void>
}

/** Accounts and sessions. Touches the database on first use only, so migrations may run after this. */
export function createIdentityService(deps: IdentityDeps): IdentityService {
  for (const name of ['secret', 'internalSecret'] as const) if (deps[name].length < 32) throw new Error(`identity: "${name}" needs at least 32 characters`)
  const now = deps.now ?? (() => new Date())
  const log = deps.log ?? (() => {})
  const limiter = createRateLimiter({ db: deps.db, secret: deps.secret, limits: { ...defaultRateLimits, ...deps.rateLimits }, now })
  let starting: Promise<IdentityContext> | undefined
  const start = async (): Promise<IdentityContext> => {
    const { db, mail, identityUrl, secret, apiUrl, cookieDomain, secure } = deps
    return { db, mail, identityUrl, now, log, limiter, auth: await createAuth({ db, secret, apiUrl, cookieDomain, secure, log }) }
  }
  const context = () => (starting ??= start())

  const pending = new Set<Promise<void>>()
  const inBackground = (work: () => Promise<void>): void => {
    const running: Promise<void> = work()
      .catch((error: unknown) => log('Work after an answer failed', error))
      .finally(() => pending.delete(running))
    pending.add(running)
  }

  return {
    routes: identityPlugin({
      context,
      clientIp: createClientIp({ internalSecret: deps.internalSecret, trustedProxies: deps.trustedProxies ?? [] }),
      ownOrigins: [deps.apiUrl, deps.identityUrl, deps.dashboardUrl].map((url) => new URL(url).origin),
      mailboxAccess: { mailbox: deps.mailbox, identityUrl: deps.identityUrl },
      inBackground,
    }),
    schema: 'identity',
    migrations: new URL('./migrations/', import.meta.url),
    findActor: async (cookieHeader) => findActor(await context(), cookieHeader),
    createFirstAdminToken: () => createFirstAdminToken(deps.db),
    sweep: () => sweep(deps.db, now()),
    drain: async () => {
      while (pending.size > 0) await Promise.all(pending)
    },
  }
}
