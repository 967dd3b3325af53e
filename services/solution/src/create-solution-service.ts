import type { Language } from '@bollard/i18n'
import type { Actor, CallOrigin, Entity, Person } from '@bollard/access'
import type { ExportPart } from '@bollard/export-file'
import type { Database } from '@bollard/database'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { randomBytes as cryptoRandomBytes, randomUUIDv7 } from 'node:crypto'
import { reconcile } from './change/notify-captcha.ts'
import { countIncidents, listIncidents, measureNotices } from './lock/list-incidents.ts'
import { createQueue } from './few-at-once.ts'
import { countLocks } from './lock/count-locks.ts'
import { openLock, setLock, type SystemLock } from './lock/lock-by-system.ts'
import type { Opening } from './lock/open-locks.ts'
import { noteVisit } from './access/note-visit.ts'
import { type Belonging, countMembers, leaveAll, listBelongings } from './member/belongings.ts'
import { partsOfPerson } from './member/parts-of-person.ts'
import {
  findOrganizationAdmins,
  findOrganizationRole,
  type PayoutTerms,
  payoutTermsOf,
} from './organization/find-facts.ts'
import { countFrozen } from './organization/count-frozen.ts'
import { findReferrer, type Referrer } from './organization/find-referrer.ts'
import { runDueOrganizations } from './organization/run-due.ts'
import { findAdmins } from './people/notify.ts'
import { solutionPlugin } from './routes.ts'
import { runDue } from './run-due.ts'
import type { FindRole, SolutionContext } from './solution-context.ts'
import {
  findFirstSolutions,
  findLabel,
  findOwnedLabel,
  shareOwner,
  solutionsOfOwner,
  findLanguage,
  findLifecycles,
  findRole,
  findTimeZone,
  type FoundLifecycle,
  isSecondFactorDue,
  secondFactorFrom,
} from './solution/find-facts.ts'
import { followPaid } from './solution/follow-paid.ts'

export interface SolutionServiceOptions extends Omit<SolutionContext, 'queue' | 'newId' | 'newToken' | 'randomBytes'> {
  /** The database as work that nobody waits for may use it; by default `db`. */
  readonly workerDb?: Database | undefined
  readonly newId?: () => string
  readonly newToken?: () => string
  readonly randomBytes?: (size: number) => Buffer
  /** Address of the person behind a request, for the audit log. */
  readonly clientIp: (request: FastifyRequest) => string
  /** Origins whose pages may make changing calls by themselves; none by default, as our sites call from server to server. */
  readonly allowedOrigins?: readonly string[]
}

export interface SolutionService {
  /** All routes of `/solution/v1`. */
  readonly routes: FastifyPluginAsync
  /** Locks that hold now, by their reason. */
  readonly countLocks: (max?: number) => ReturnType<typeof countLocks>
  /** Organizations whose payouts are frozen now, `max` at most. */
  readonly countFrozen: (now: Date, max: number) => Promise<number>
  /** Run these with `migrate` before the first request, after those of the audit log and the outbox. The database user needs the right to create a role. */
  readonly schema: 'solution'
  readonly migrations: URL
  /** The role of a person in a solution; null for a stranger. */
  readonly findRole: FindRole
  /** Writes into its audit log that an operator looks at a solution or an organization, once in a quarter of an hour. */
  readonly noteVisit: (operator: Pick<Actor, 'userId'>, entity: Entity, from: CallOrigin) => Promise<void>
  /** What its owner calls a solution; null when there is none. */
  readonly findLabel: (solutionId: string) => Promise<string | null>
  /** The same with the name of its organization, for operators. */
  readonly findOwnedLabel: (solutionId: string) => ReturnType<typeof findOwnedLabel>
  /** Whether two solutions belong to the same owner: see `shareOwner`. */
  readonly shareOwner: (one: string, other: string) => Promise<boolean>
  /** The solutions of the owner of a solution: see `solutionsOfOwner`. */
  readonly solutionsOfOwner: (solutionId: string) => Promise<string[]>
  /** The language that was chosen for a solution; null when there is none. */
  readonly findLanguage: (solutionId: string) => Promise<Language | null>
  /** In which mails about a solution name days, such as `Europe/Berlin`; null when there is none. */
  readonly findTimeZone: (solutionId: string) => Promise<string | null>
  /** The first solution that each of these people created; those who never created any are left out. */
  readonly findFirstSolutions: (userIds: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** How far the lives of solutions are, for services that must know what goes on, ends or is gone; unknown ids are left out. */
  readonly findLifecycles: (solutionIds: readonly string[]) => Promise<ReadonlyMap<string, FoundLifecycle>>
  /** Locks a solution for a job; false when there is an open lock with the reason. Reasons of billing need notice of 14 days. */
  readonly setLock: (lock: SystemLock) => Promise<boolean>
  /** Opens a solution's locks with a reason for a job; how many those were. */
  readonly openLock: (opening: Opening & { solutionId: string; at: Date }) => Promise<number>
  /** What time brings: call it every minute or so, in any number of processes. Answers how many things it did. */
  readonly runDue: (now: Date) => Promise<number>
  /** The role of a person in an organization; null for a stranger. */
  readonly findOrganizationRole: FindRole
  /** Ends verifications of organizations whose time is over; call it every few minutes, in any number of processes. */
  readonly runDueOrganizations: (now: Date) => Promise<{ expired: number }>
  /** Whether and where to commissions of an organization can be paid out; null when there is none, or it was deleted. */
  readonly payoutTermsOf: (organizationId: string) => Promise<PayoutTerms | null>
  /** The organization that earns by what is paid for a solution; null where there is none. */
  readonly findReferrer: (solutionId: string, payerId: string) => Promise<Referrer | null>
  /** The admins of an organization, for mails to them. */
  readonly findOrganizationAdmins: (organizationId: string) => Promise<Person[]>
  /** The admins of a solution, for mails to them. */
  readonly findAdmins: (solutionId: string) => Promise<Person[]>
  /** Members and pending invitations. */
  readonly countMembers: (solutionId: string) => Promise<number>
  /** Everything that a person is a member of. */
  readonly listBelongings: (userId: string) => Promise<Belonging[]>
  /** What is kept of a person. */
  readonly partsOfPerson: (person: { readonly userId: string; readonly email: string }) => Promise<ExportPart[]>
  /** Takes a person out of everything; rejects with `last-admin`, having changed nothing, where they are the only admin. */
  readonly leaveAll: (userId: string) => Promise<void>
  /** Keeps since when something is paid for, and tells its admins that they need a second factor; call it every few minutes, in any number of processes. */
  readonly followPaid: () => Promise<void>
  /** Whether what only admins of a solution may do asks for a second factor by now. */
  readonly isSecondFactorDue: (solutionId: string) => Promise<boolean>
  /** From when somebody needs a second factor somewhere; null where they do not. */
  readonly secondFactorFrom: (userId: string) => Promise<Date | null>
  /** Tells the captcha what it was not told; call it every few seconds, in any number of processes. */
  readonly reconcile: () => Promise<number>
  /** What the captcha has not been told of yet; for operators. */
  readonly measureNotices: () => ReturnType<typeof measureNotices>
  /** Solutions with an open lock because of a security incident, the latest first. */
  readonly listIncidents: (since: Date, limit: number) => ReturnType<typeof listIncidents>
  readonly countIncidents: (since: Date) => ReturnType<typeof countIncidents>
}

/** A creation holds one connection while provisioning takes another; with few of them the pool can never run dry. */
const creationsAtOnce = 2

/** Solutions and their members. Touches the database on first use only. */
export function createSolutionService({
  allowedOrigins = [],
  clientIp,
  newId = randomUUIDv7,
  newToken = randomToken,
  randomBytes = cryptoRandomBytes,
  workerDb,
  ...ports
}: SolutionServiceOptions): SolutionService {
  const context: SolutionContext = { ...ports, newId, newToken, randomBytes, queue: createQueue(creationsAtOnce) }
  const jobs: SolutionContext = { ...context, db: workerDb ?? context.db }
  return {
    routes: solutionPlugin(context, { allowedOrigins, clientIp }),
    countLocks: (max) => countLocks(jobs.db, jobs.now(), max),
    countFrozen: (now, max) => countFrozen(jobs.db, now, max),
    schema: 'solution',
    migrations: new URL('./migrations/', import.meta.url),
    findRole: (actor, solutionId) => findRole(context, actor, solutionId),
    noteVisit: (operator, entity, from) => noteVisit(context, operator, entity, from),
    findLabel: (solutionId) => findLabel(context, solutionId),
    findOwnedLabel: (solutionId) => findOwnedLabel(context, solutionId),
    shareOwner: (one, other) => shareOwner(context, one, other),
    solutionsOfOwner: (solutionId) => solutionsOfOwner(context, solutionId),
    measureNotices: () => measureNotices(context.db, context.now()),
    listIncidents: (since, limit) => listIncidents(context.db, since, limit),
    countIncidents: (since) => countIncidents(context.db, since),
    findLanguage: (solutionId) => findLanguage(context, solutionId),
    findTimeZone: (solutionId) => findTimeZone(context, solutionId),
    findFirstSolutions: (userIds) => findFirstSolutions(context.db, userIds),
    findLifecycles: (solutionIds) => findLifecycles(context, solutionIds),
    setLock: (lock) => setLock(context, lock),
    openLock: (opening) => openLock(context, opening),
    runDue: (now) => runDue(jobs, now),
    reconcile: () => reconcile(jobs),
    followPaid: () => followPaid(jobs, jobs.now()),
    isSecondFactorDue: (solutionId) => isSecondFactorDue(context, solutionId),
    secondFactorFrom: (userId) => secondFactorFrom(context.db, userId),
    findReferrer: (solutionId, payerId) => findReferrer(context.db, solutionId, payerId),
    findOrganizationAdmins: (organizationId) => findOrganizationAdmins(context, organizationId),
    findAdmins: (solutionId) => findAdmins(context, solutionId),
    countMembers: (solutionId) => countMembers(context.db, solutionId, context.now()),
    listBelongings: (userId) => listBelongings(context.db, userId),
    partsOfPerson: (person) => partsOfPerson(context.db, person),
    leaveAll: (userId) => leaveAll(context, userId),
    findOrganizationRole: (actor, organizationId) => findOrganizationRole(context, actor, organizationId),
    runDueOrganizations: (now) => runDueOrganizations(jobs, now),
    payoutTermsOf: (organizationId) => payoutTermsOf(context, organizationId),
  }
}

const randomToken = () => cryptoRandomBytes(32).toString('base64url')
