import { randomUUIDv7 } from 'node:crypto'
import { maskEmails } from '@bollard/audit'
import type { OperatorRequest, User } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import type { Call } from '../browser/read-call.ts'
import { findBlockers, refuseBlocked } from '../deletion/preview.ts'
import { planEnd } from '../deletion/request.ts'
import type { IdentityContext } from '../identity-context.ts'
import type { Actor } from '../session/actor.ts'
import { endSessions } from '../session/end.ts'
import { writeMoment } from '../users/send-mail.ts'
import { lockUser, normaliseEmail, refuseSuspended } from '../users/user.ts'
import { changeOf, type PersonChange, securityLink } from './change-person.ts'

const openHours = 24

interface OperatorRequestNew {
  readonly kind: OperatorRequest['kind']
  readonly userId: string
  readonly confirmEmail: string
  readonly reason: string
}

/**
 * Asks for what takes two operators. Throws what would keep it from being carried out now, and `state-conflict` where the same is asked
 * for already.
 */
export async function createOperatorRequest(
  context: IdentityContext,
  actor: Actor,
  { kind, userId, confirmEmail, reason }: OperatorRequestNew,
  call: Call,
): Promise<OperatorRequest> {
  if (kind === 'DELETE_ACCOUNT') refuseBlocked(findBlockers(await context.belongings.list(userId)))
  const id = randomUUIDv7()
  await context.db.transaction(async (tx) => {
    const user = await enter(tx, userId)
    if (normaliseEmail(confirmEmail) !== user.email)
      throw new ProblemError('validation-failed', 'This is not the address of the account.', {
        errors: [{ pointer: '/confirmEmail', code: 'invalid-value' }],
      })
    await refuseImpossible(tx, kind, user)
    const at = context.now()
    const expiresAt = new Date(at.getTime() + openHours * 3_600_000)
    await tx.query('identity-requests-lapse', lapseSql, [userId, kind, at])
    const made = await tx.query('identity-request-create', createSql, [
      id,
      kind,
      userId,
      actor.userId,
      reason,
      at,
      expiresAt,
    ])
    if (made.length === 0) throw new ProblemError('state-conflict', 'Somebody has asked for this already.')
    await changeOf(tx, context, actor, user, call).record('account.request-made', {
      target: { kind: 'operator-request', id },
      after: { kind, reason: maskEmails(reason) },
    })
  })
  const { items } = await listOperatorRequests(context, actor)
  const request = items.find((item) => item.id === id)
  if (!request) throw new ProblemError('state-conflict', 'Somebody has settled it meanwhile.')
  return request
}

/** What waits for a second operator, newest first. */
export async function listOperatorRequests(
  { db, now }: Pick<IdentityContext, 'db' | 'now'>,
  actor: Pick<Actor, 'userId'>,
): Promise<{ items: OperatorRequest[] }> {
  const rows = await db.query('identity-requests', listSql, [now()])
  return {
    items: rows.map(({ id, kind, userId, email, givenName, askedBy, askedByEmail, reason, askedAt, expiresAt }) => ({
      id,
      kind,
      person: { id: userId, email, givenName },
      askedBy: { id: askedBy, email: askedByEmail },
      reason,
      askedAt: askedAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      mayConfirm: actor.userId !== askedBy && actor.userId !== userId,
    })),
  }
}

/**
 * Carries out what another operator has asked for. Of any number of confirmations one counts. Throws `second-person-needed` for the
 * operator who asked and for the person concerned, and `state-conflict` once it is settled or 24 hours old.
 */
export async function confirmOperatorRequest(
  context: IdentityContext,
  actor: Actor,
  requestId: string,
  call: Call,
): Promise<void> {
  const [known] = await context.db.query('identity-request', requestSql, [requestId])
  if (!known) throw new ProblemError('not-found')
  if (known.kind === 'DELETE_ACCOUNT') refuseBlocked(findBlockers(await context.belongings.list(known.userId)))
  await context.db.transaction(async (tx) => {
    const user = await enter(tx, known.userId)
    await requireAdministrator(tx, actor)
    const [request] = await tx.query('identity-request-lock', `${requestSql} for update`, [requestId])
    if (!request) throw new ProblemError('not-found')
    const at = context.now()
    if (request.settledAt !== null || request.expiresAt <= at)
      throw new ProblemError('state-conflict', 'It is settled, or older than 24 hours.')
    if (actor.userId === request.askedBy || actor.userId === user.id)
      throw new ProblemError('second-person-needed', 'Neither who asked nor the person concerned can confirm it.')
    await refuseImpossible(tx, request.kind, user)
    await tx.query('identity-request-settle', settleSql, [requestId, at])
    const change = changeOf(tx, context, actor, user, call)
    const target = { kind: 'operator-request', id: requestId }
    await carryOut[request.kind](context, change, { target, after: { askedBy: request.askedBy } })
  })
}

/** Declines or withdraws what waits; `not-found` where nothing does. */
export async function declineOperatorRequest(
  context: IdentityContext,
  actor: Actor,
  requestId: string,
  call: Call,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const [declined] = await tx.query('identity-request-decline', declineSql, [requestId, context.now()])
    const user = declined && (await lockUser(tx, declined.userId))
    if (!user) throw new ProblemError('not-found')
    await changeOf(tx, context, actor, user, call).record('account.request-declined', {
      target: { kind: 'operator-request', id: requestId },
      after: { kind: declined.kind },
    })
  })
}

type Facts = NonNullable<Parameters<PersonChange['record']>[1]>
type CarryOut = (context: IdentityContext, change: PersonChange, facts: Facts) => Promise<void>

const carryOut: Readonly<Record<OperatorRequest['kind'], CarryOut>> = {
  async GRANT_ADMIN(context, { tx, user, at, record, tell }, facts) {
    await tx.query('identity-admin-set', setAdminSql, [user.id, true, at])
    // Sessions of administrators are shorter, and begin with a second factor.
    await endSessions(tx, user.id)
    await record('account.made-admin', facts)
    await tell('administrator-added', { link: securityLink(context, user), when: writeMoment(user, at) })
  },
  async REVOKE_ADMIN(context, { tx, user, at, record, tell }, facts) {
    await tx.query('identity-admin-set', setAdminSql, [user.id, false, at])
    await endSessions(tx, user.id)
    await record('account.admin-removed', facts)
    await tell('administrator-removed', { link: securityLink(context, user), when: writeMoment(user, at) })
  },
  async DELETE_ACCOUNT(context, { tx, user, at, record }, facts) {
    const deletionAt = await planEnd(tx, context, user, at)
    await record('account.deletion-planned', {
      ...facts,
      after: { ...facts.after, deletionAt: deletionAt.toISOString() },
    })
  },
}

/** Lets decisions about administrators take turns, before any row of theirs is locked; then locks the account. */
async function enter(tx: Queries, userId: string): Promise<User> {
  await lockAdministrators(tx)
  const user = await lockUser(tx, userId)
  if (!user) throw new ProblemError('not-found')
  return user
}

/** Until the transaction ends, nobody else makes an administrator or takes one away. */
export async function lockAdministrators(tx: Queries): Promise<void> {
  await tx.query(
    'identity-administrators-lock',
    `select pg_advisory_xact_lock(hashtext('identity.administrators'))::text`,
  )
}

/** Somebody may have taken it from them while this call waited. */
async function requireAdministrator(tx: Queries, { userId }: Actor): Promise<void> {
  const [admin] = await tx.query(
    'identity-is-administrator',
    'select 1 as one from identity.users where id = $1 and is_admin and suspended_at is null',
    [userId],
  )
  if (!admin) throw new ProblemError('forbidden')
}

/** Throws what keeps a request from being carried out, when it is made and again when it is confirmed. */
async function refuseImpossible(tx: Queries, kind: OperatorRequest['kind'], user: User): Promise<void> {
  if (kind === 'REVOKE_ADMIN') {
    if (!user.isAdmin) throw new ProblemError('state-conflict', 'This is no administrator.')
    if ((await countAdministrators(tx)) < 2)
      throw new ProblemError('last-admin', 'An installation keeps its last administrator.')
    return
  }
  if (user.isAdmin)
    throw new ProblemError(
      'state-conflict',
      kind === 'GRANT_ADMIN' ? 'This is an administrator already.' : 'Take the administrator’s rights away first.',
    )
  await refuseEnding(tx, user.id)
  if (kind === 'DELETE_ACCOUNT') return
  if (!user.emailVerified) throw new ProblemError('email-not-verified', 'Nobody has confirmed the address yet.')
  await refuseSuspended(tx, user.id).catch(() => {
    throw new ProblemError('state-conflict', 'The account is suspended.')
  })
}

async function refuseEnding(tx: Queries, userId: string): Promise<void> {
  const [ending] = await tx.query(
    'identity-user-ending',
    'select 1 as one from identity.users where id = $1 and deletion_at is not null',
    [userId],
  )
  if (ending) throw new ProblemError('state-conflict', 'The deletion of the account is planned already.')
}

export async function countAdministrators(db: Queries): Promise<number> {
  const [row] = await db.query(
    'identity-administrators-count',
    'select count(*)::int as count from identity.users where is_admin',
  )
  return row?.count ?? 0
}

const lapseSql =
  'update identity.operator_requests set settled_at = $3 where user_id = $1 and kind = $2 and settled_at is null and expires_at <= $3'
const createSql = `insert into identity.operator_requests (id, kind, user_id, asked_by, reason, asked_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning id`
const requestSql = `select kind, user_id as "userId", asked_by as "askedBy", expires_at as "expiresAt", settled_at as "settledAt"
  from identity.operator_requests where id = $1`
const settleSql = 'update identity.operator_requests set settled_at = $2 where id = $1'
const declineSql = `update identity.operator_requests set settled_at = $2 where id = $1 and settled_at is null and expires_at > $2
  returning user_id as "userId", kind`
const listSql = `select r.id, r.kind, r.user_id as "userId", r.reason, r.asked_at as "askedAt", r.expires_at as "expiresAt", r.asked_by as "askedBy",
    u.email, u.given_name as "givenName", a.email as "askedByEmail"
  from identity.operator_requests r join identity.users u on u.id = r.user_id join identity.users a on a.id = r.asked_by
  where r.settled_at is null and r.expires_at > $1 order by r.id desc limit 200`
export const setAdminSql =
  'update identity.users set is_admin = $2, updated_at = $3, version = version + 1 where id = $1'
