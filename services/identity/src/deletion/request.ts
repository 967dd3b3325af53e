import { maskEmails } from '@bollard/audit'
import type { User } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { writeMail } from '@bollard/mail'
import type { Call } from '../browser/read-call.ts'
import type { IdentityContext } from '../identity-context.ts'
import { createToken, hashToken } from '../secrets/token.ts'
import type { Actor } from '../session/actor.ts'
import { endSessions } from '../session/end.ts'
import { canUndoAddress } from '../users/address.ts'
import { recordAudit } from '../users/audit.ts'
import { sendMail, writeDay } from '../users/send-mail.ts'
import { lockUser, normaliseEmail, readUser } from '../users/user.ts'
import { eraseAccount } from './delete-account.ts'
import { findBlockers, refuseBlocked } from './preview.ts'

const graceDays = 30

export interface DeletionRequest {
  /** The address of the account, typed again. */
  readonly confirmEmail: string
  readonly when: 'IN_30_DAYS' | 'IMMEDIATELY'
  readonly comment?: string | undefined
}

/**
 * Plans the end of the account, or ends it at once. All sessions end; until the day comes the link of the mail undoes it.
 * Throws `last-admin`, naming what needs another admin first, `in-use` for what needs another payer, and `state-conflict` while something that they administrate is
 * locked by law, or for an end at once while a change of the address can be undone: a thief could otherwise destroy what its owner is
 * about to recover. An end at once rejects as unavailable while something that may keep anything of them cannot be reached. A refusal changes nothing.
 */
export async function requestDeletion(
  context: IdentityContext,
  actor: Actor,
  request: DeletionRequest,
  call: Call,
): Promise<{ deletionAt: string }> {
  const at = context.now()
  if (normaliseEmail(request.confirmEmail) !== actor.email)
    throw new ProblemError('validation-failed', 'This is not the address of the account.', {
      errors: [{ pointer: '/confirmEmail', code: 'invalid-value' }],
    })
  refuseBlocked(findBlockers(await context.belongings.list(actor.userId)))
  if (request.when === 'IN_30_DAYS') return planDeletion(context, call, actor, request)

  if (await canUndoAddress(context.db, actor.userId, at))
    throw new ProblemError(
      'state-conflict',
      'The address was changed a short time ago, and its former owner can still undo that. Choose 30 days.',
    )
  // Before anything is written: where either is refused, the account stays as it was.
  await context.belongings.requireAll()
  await context.belongings.leaveAll(actor.userId)
  await context.belongings.forget(actor.userId)
  await context.db.transaction(async (tx) => {
    if ((await findEnd(tx, actor, at)) !== null) return
    await plan(tx, actor.userId, { at, deletionAt: at, undoHash: null })
    await recordPlan(tx, call, actor, request, at, at)
    await eraseAccount(tx, context, actor.userId)
  })
  return { deletionAt: at.toISOString() }
}

/** Writes the day down and mails a link that undoes it. */
async function planDeletion(
  context: IdentityContext,
  call: Call,
  actor: Actor,
  request: DeletionRequest,
): Promise<{ deletionAt: string }> {
  const at = context.now()
  const planned = await context.db.transaction(async (tx) => {
    const end = await findEnd(tx, actor, at)
    if (end !== null) return end
    const deletionAt = await planEnd(tx, context, await readUser(tx, actor.userId), at)
    await recordPlan(tx, call, actor, request, at, deletionAt)
    return deletionAt
  })
  return { deletionAt: planned.toISOString() }
}

/** Plans the end of an account in 30 days, ends its sessions, and mails its owner the link that undoes it. Answers the day. */
export async function planEnd(tx: Queries, context: IdentityContext, user: User, at: Date): Promise<Date> {
  const deletionAt = new Date(at.getTime() + graceDays * 86_400_000)
  const token = createToken()
  await plan(tx, user.id, { at, deletionAt, undoHash: hashToken(token) })
  const { language, givenName, email } = user
  const date = writeDay(user, deletionAt)
  const link = `${context.identityUrl}/${language}/deletion/undo?token=${token}`
  await sendMail(
    context,
    tx,
    writeMail('account-deletion-planned', { language, to: email, givenName, values: { link, date } }),
  )
  return deletionAt
}

interface Plan {
  readonly at: Date
  readonly deletionAt: Date
  readonly undoHash: string | null
}

/**
 * Lets requests of one account take turns. When the account ends by a request that came with the same session a moment ago, as
 * where a button is pressed twice: one plan, one mail, and the link in it stays good. Null while the session lives.
 */
async function findEnd(tx: Queries, { userId, sessionId }: Actor, at: Date): Promise<Date | null> {
  const user = await lockUser(tx, userId)
  const [session] = await tx.query('identity-deletion-session', 'select id from identity.sessions where id = $1', [
    sessionId,
  ])
  if (session) return null
  if (!user) return at
  const [planned] = await tx.query('identity-deletion-day', daySql, [userId])
  if (!planned?.deletionAt) throw new ProblemError('unauthenticated', 'The session has ended.')
  return planned.deletionAt
}

async function plan(tx: Queries, userId: string, { at, deletionAt, undoHash }: Plan): Promise<void> {
  await tx.query('identity-deletion-plan', planSql, [userId, deletionAt, undoHash, at])
  await endSessions(tx, userId)
}

async function recordPlan(
  tx: Queries,
  call: Call,
  { userId }: Actor,
  { comment }: DeletionRequest,
  at: Date,
  deletionAt: Date,
): Promise<void> {
  const after = { deletionAt: deletionAt.toISOString(), ...(comment ? { comment: maskEmails(comment) } : {}) }
  await recordAudit(tx, call, at, { userId, action: 'account.deletion-planned', after })
}

const daySql = 'select deletion_at as "deletionAt" from identity.users where id = $1'
const planSql = 'update identity.users set deletion_at = $2, deletion_undo_hash = $3, updated_at = $4 where id = $1'
