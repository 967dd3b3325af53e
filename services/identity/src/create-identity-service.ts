import type { Person } from '@bollard/access'
import type { SignUpSource, SignUpSourceKind } from '@bollard/contracts'
import { createBinding, type Database } from '@bollard/database'
import type { Forwarding } from '@bollard/http'
import type { Mailbox } from '@bollard/mail'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import {
  type ConversionNew,
  judgeConversions,
  listOpenClicks,
  type OpenClick,
  recordConversion,
} from './advertising/record-conversion.ts'
import { sendDueConversions } from './advertising/send-conversion.ts'
import { deleteDueAccounts } from './deletion/delete-account.ts'
import { runDueExports } from './export/make-export.ts'
import { runDueFactorRemovals } from './factor-removal/run-due.ts'
import type {
  AdvertisingProvider,
  BelongingsPort,
  CaptchaPort,
  EnqueueMail,
  ExportParts,
  IdentityContext,
  SecondFactorFrom,
  SignUpsPort,
  WeeklyFigures,
} from './identity-context.ts'
import { createFairQueue, type FairQueue } from './limits/fair-queue.ts'
import { hashesAtOnce, thisMachine } from './limits/hashes-at-once.ts'
import { createNetworkCounts } from './limits/network-counts.ts'
import { createAttemptLimiter } from './limits/attempt-limiter.ts'
import { rateLimits, type RateLimits } from './rate-limits.ts'
import { mailAllowed, type MailCategory } from './preferences/preferences.ts'
import { unsubscribeUrl } from './preferences/unsubscribe.ts'
import { identityRoutes } from './routes.ts'
import { allSecrets, newestSecret, type Secrets } from './secrets/derive-key.ts'
import { type PasswordCost, usualCost } from './secrets/password-hash.ts'
import { type Actor, findActor } from './session/actor.ts'
import { countSignUps } from './sign-up/count-sign-ups.ts'
import { createFirstAdminToken } from './sign-up/create-first-admin.ts'
import { sweep } from './upkeep/sweep.ts'
import { type AccountCounts, countAccounts } from './users/count-accounts.ts'
import { countNewAccounts, countSuspended } from './users/count-new-accounts.ts'
import { findOperators, findPeople, findPersonByEmail, findUnprotected } from './users/people.ts'
import { sendWeeklyReports } from './weekly-report/send-weekly-reports.ts'

export interface IdentityServiceOptions {
  readonly db: Database
  /** The database as work that nobody waits for may use it; by default `db`. */
  readonly workerDb?: Database | undefined
  readonly enqueueMail: EnqueueMail
  /** Whether a mail server has permanently rejected an address. */
  readonly isBounced: (address: string) => Promise<boolean>
  /** What operators have changed about sign-ups for a while; nothing when left out. */
  readonly signUps?: SignUpsPort
  /** The local mailbox where mails end up in one; null with SMTP. Its two routes answer `not-found` then. */
  readonly mailbox: Mailbox | null
  /** What opens the local mailbox besides being an administrator; see `openMailbox`. */
  readonly mailboxKey: string | null
  /** What sign-up, and sign-in after failures, ask for; null where the deployment does not protect its forms. */
  readonly captcha: CaptchaPort | null
  /** Where conversions of advertisements are sent; left out, they are exported as a file. */
  readonly advertising?: AdvertisingProvider | undefined
  /** Version of the operator's terms, which everybody accepts who signs up; left out where there are none. */
  readonly termsVersion?: string | undefined
  readonly belongings: BelongingsPort
  readonly exportParts: ExportParts
  readonly secondFactorFrom: SecondFactorFrom
  /** What happened on somebody's solutions, for the weekly report. */
  readonly weeklyFigures: WeeklyFigures
  /**
   * Signs session cookies and links, and keys the limits; at least 32 characters. Changing it signs everybody out, and codes of
   * authenticator apps are refused from then on; passkeys and recovery codes stay.
   */
  readonly secret: Secrets
  /** Address of the person behind a request; see `createClientIp` of @bollard/http. */
  readonly clientIp: (request: FastifyRequest) => string
  /** How that person's request was forwarded; see `createForwardingOf` of @bollard/http. */
  readonly forwardingOf: (request: FastifyRequest) => Forwarding
  /** Origins without a slash at the end. */
  readonly apiUrl: string
  readonly identityUrl: string
  readonly dashboardUrl: string
  /** Parent domain of all sites, e.g. `bollard.example`; leave out on localhost. */
  readonly cookieDomain?: string | undefined
  /** True when browsers reach the sites over https. */
  readonly secure: boolean
  readonly rateLimits?: Partial<RateLimits>
  /** Of hashes of passwords; the usual one when left out. */
  readonly passwordCost?: PasswordCost | undefined
  /** In which hashes of passwords wait for their turn; one for this machine when left out. */
  readonly hashQueue?: FairQueue | undefined
  /** In which checks of captchas wait for theirs; one of `captchasAtOnce` when left out. */
  readonly captchaQueue?: FairQueue | undefined
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
  /** People by their ids; unknown ids and addresses that nobody has confirmed are left out. */
  findPeople(userIds: readonly string[]): Promise<Person[]>
  /** The administrators of the deployment. */
  findOperators(): Promise<Person[]>
  /** Those of the people who have no second factor. */
  findUnprotected(userIds: readonly string[]): Promise<ReadonlySet<string>>
  /** Whose confirmed address this is; null when it is nobody's. */
  findPersonByEmail(email: string): Promise<Person | null>
  /** Whether somebody gets mails of a category; false for an unknown id. */
  mailAllowed(userId: string, category: MailCategory): Promise<boolean>
  /** For the `List-Unsubscribe` header of a mail: a POST to it switches the category off, a GET only shows a page (RFC 8058). */
  unsubscribeUrl(userId: string, category: MailCategory): string
  /** People whose sign-up followed an advertisement and whose click still counts. */
  listOpenClicks(): Promise<OpenClick[]>
  /** Writes down that an advertisement led to something; once for each kind and reference. */
  recordConversion(conversion: ConversionNew): Promise<void>
  /** Deletes accounts whose 30 days are over, takes removals of second factors a step on, and mends exports that were left behind; call it every few minutes. */
  runDue(): Promise<void>
  /** Mails the weekly reports that are due; call it every few minutes, in any number of processes. */
  sendWeeklyReports(): Promise<void>
  /** Sends again what the advertising network may take now; call it about every ten minutes. */
  sendDueConversions(): Promise<void>
  /** A fresh token for the first administrator, which ends earlier ones; null when there is an administrator. */
  createFirstAdminToken(): Promise<string | null>
  /** New accounts since a moment by where they came from, the most first; for operators. */
  countSignUps(by: SignUpSourceKind, since: Date, limit: number): Promise<SignUpSource[]>
  /** Deletes what has ended; call it about once an hour. */
  sweep(): Promise<void>
  /** How many accounts there are. */
  countAccounts(): Promise<AccountCounts>
  /** Accounts of a period, `max` at most; for operators. */
  countNewAccounts(period: Parameters<typeof countNewAccounts>[1]): ReturnType<typeof countNewAccounts>
  /** Suspended accounts, `max` at most. */
  countSuspended(max: number): Promise<number>
  /** Resolves when work that nobody waits for is done; call it before the database closes. */
  drain(): Promise<void>
}

/** A check is short, unless the captcha hangs: then eight at a time find out. */
export const captchasAtOnce = 8

/** Accounts and sessions. Touches the database on first use only, so migrations may run after this. */
export function createIdentityService(options: IdentityServiceOptions): IdentityService {
  if (allSecrets(options.secret).some(({ length }) => length < 32))
    throw new Error('identity: "secret" needs at least 32 characters')
  const {
    db,
    workerDb = db,
    enqueueMail,
    captcha,
    secret,
    apiUrl,
    identityUrl,
    dashboardUrl,
    cookieDomain,
    secure,
  } = options
  const now = options.now ?? (() => new Date())
  const advertising = options.advertising ?? null
  const passwordCost = options.passwordCost ?? usualCost
  const hashQueue = options.hashQueue ?? createFairQueue({ atOnce: hashesAtOnce(thisMachine()) })
  const log = options.log ?? (() => {})
  const limits = { ...rateLimits, ...options.rateLimits }
  const counting = { db, secret: allSecrets(secret).at(-1) ?? newestSecret(secret), limits, now }
  const limiter = createAttemptLimiter(counting)
  const networkCounts = createNetworkCounts({
    ...counting,
    onError: (error) => log('Failed sign-ins of networks are counted in this process alone', error),
  })
  const pending = new Set<Promise<void>>()
  const inBackground = (work: () => Promise<void>): void => {
    const running: Promise<void> = work()
      .catch((error: unknown) => log('Work after an answer failed', error))
      .finally(() => pending.delete(running))
    pending.add(running)
  }

  const context: IdentityContext = {
    db,
    workerDb,
    enqueueMail,
    limiter,
    networkCounts,
    captcha,
    advertising,
    termsVersion: options.termsVersion ?? null,
    belongings: options.belongings,
    exportParts: options.exportParts,
    secondFactorFrom: options.secondFactorFrom,
    weeklyFigures: options.weeklyFigures,
    isBounced: options.isBounced,
    signUps: options.signUps ?? { areClosed: () => false, perHour: () => null },
    secret,
    passwordCost,
    hashQueue,
    captchaQueue: options.captchaQueue ?? createFairQueue({ atOnce: captchasAtOnce }),
    apiUrl,
    identityUrl,
    dashboardUrl,
    cookieDomain,
    secure,
    now,
    log,
    inBackground,
  }
  /** What nobody waits for. */
  const jobs: IdentityContext = { ...context, db: workerDb }

  return {
    routes: identityRoutes({
      context,
      binding: createBinding(db, 'bollard_identity'),
      clientIp: options.clientIp,
      forwardingOf: options.forwardingOf,
      ownOrigins: [apiUrl, identityUrl, dashboardUrl].map((url) => new URL(url).origin),
      mailboxAccess: { mailbox: options.mailbox, identityUrl, key: options.mailboxKey },
    }),
    schema: 'identity',
    migrations: new URL('./migrations/', import.meta.url),
    findActor: (cookieHeader) => findActor(context, cookieHeader),
    findPeople: (userIds) => findPeople(db, userIds),
    findOperators: () => findOperators(db),
    findUnprotected: (userIds) => findUnprotected(db, userIds),
    findPersonByEmail: (email) => findPersonByEmail(db, email),
    mailAllowed: (userId, category) => mailAllowed(db, userId, category),
    unsubscribeUrl: (userId, category) => unsubscribeUrl({ apiUrl, secret }, userId, category),
    listOpenClicks: () => listOpenClicks(workerDb, now()),
    async recordConversion(conversion) {
      await recordConversion(workerDb, conversion)
      await judgeConversions(workerDb)
    },
    runDue: async () => {
      await runDueExports(jobs)
      await runDueFactorRemovals(jobs)
      await deleteDueAccounts(jobs)
    },
    sendWeeklyReports: () => sendWeeklyReports(jobs),
    sendDueConversions: async () => {
      await judgeConversions(jobs.db)
      if (advertising) await sendDueConversions(jobs.db, advertising, now)
    },
    createFirstAdminToken: () => createFirstAdminToken(db),
    countSignUps: (by, since, limit) => countSignUps(context, by, since, limit),
    sweep: () => sweep(jobs.db, now()),
    countAccounts: () => countAccounts(jobs.db, now()),
    countNewAccounts: (period) => countNewAccounts(db, period),
    countSuspended: (max) => countSuspended(db, max),
    drain: async () => {
      while (pending.size > 0) await Promise.all(pending)
    },
  }
}
