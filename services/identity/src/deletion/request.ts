import { writeMail } from '@bollard/mail'
import { ProblemError } from '@bollard/http'
import { createToken, hashToken } from '../auth/token.ts'
import { lockUser } from '../auth/lock-user.ts'
import { sendMail } from '../email/send.ts'
import type { Caller, IdentityContext } from '../identity-context.ts'
import { recordAudit } from '../record-audit.ts'
import { requireActor } from '../session/find-actor.ts'
import { requireProof } from '../session/require-proof.ts'
import { endSessions } from '../session/end.ts'
import { normaliseEmail } from '../user.ts'
import { deleteAccount } from './delete-account.ts'

const graceDays = 30

export interface DeletionRequest {
  /** The address of the account, typed once more. */
  readonly confirmEmail: string
  readonly when: 'IN_30_DAYS' | 'IMMEDIATELY'
  readonly comment?: string | undefined
}

/**
 * Plans the end of the account, or ends it at once. All sessions end; until the day comes the link of the mail undoes it.
 * Throws `last-admin`, naming what needs another admin first, and `state-conflict` for an end at once while a change of the address
 * can be undone: a thief could otherwise destroy what its owner is about to take back.
 */
export async function requestDeletion(context: IdentityContext, caller: Caller, request: DeletionRequest): Promise<{ deletionAt: string }> {
  const actor = await requireActor(context, caller)
  const at = context.now()
  requireProof(actor, at)
  if (normaliseEmail(request.confirmEmail) !== actor.email)
    throw new ProblemError('validation-failed', 'This is not the address of the account.', { errors: [{ pointer: '/confirmEmail', code: 'invalid-value' }] })
  const blockers = (await context.belongings.list(actor.userId)).filter(({ isSoleAdmin }) => isSoleAdmin)
  if (blockers.length > 0) throw lastAdmin(blockers)

  if (request.when === 'IMMEDIATELY' && (await canUndoAddress(context, actor.userId, at)))
    throw new ProblemError('state-conflict', 'The address was changed a short time ago, and its former owner can still undo that. Choose 30 days.')
  const deletionAt = request.when === 'IMMEDIATELY' ? at : new Date(at.getTime() + graceDays * 86_400_000)
  const token = createToken()
  await context.db.transaction(async (tx) => {
    await lockUser(tx, actor.userId)
    await tx.query('identity-deletion-plan', planSql, [actor.userId, deletionAt, hashToken(token), at])
    await endSessions(tx, actor.userId)
    const after = { deletionAt: deletionAt.toISOString(), ...(request.comment ? { comment: request.comment } : {}) }
    await recordAudit(tx, caller, at, { userId: actor.userId, action: 'account.deletion-planned', after })
    if (request.when === 'IMMEDIATELY') return
    const { language, givenName, email } = actor
    const date = new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(deletionAt)
    const link = `${context.identityUrl}/${language}/deletion/undo?token=${token}`
    await sendMail(context, tx, writeMail('account-deletion-planned', { language, to: email, givenName, values: { link, date } }))
  })
  if (request.when === 'IMMEDIATELY') await deleteAccount(context, actor.userId)
  return { deletionAt: deletionAt.toISOString() }
}

export function lastAdmin(blockers: readonly { kind: string; id: string; name: string }[]): ProblemError {
  const errors = blockers.map(({ kind, id, name }) => ({ pointer: `/${kind.toLowerCase()}s/${id}`, code: 'last-admin', params: { name } }))
  return new ProblemError('last-admin', 'Somebody else has to be an admin first, or it has to be deleted.', { errors })
}

async function canUndoAddress({ db }: IdentityContext, userId: string, at: Date): Promise<boolean> {
  return (
    (await db.query('identity-deletion-undo-open', 'SELECT 1 FROM identity.email_undos WHERE user_id = $1 AND expires_at > $2 LIMIT 1', [userId, at])).length >
    0
  )
}

const planSql = 'UPDATE identity.users SET deletion_at = $2, deletion_undo_hash = $3, updated_at = $4 WHERE id = $1'
