import { maskEmails } from '@bollard/audit'
import { ProblemError } from '@bollard/http'
import { forgetSecondFactorAnswers } from '../browser/trusted-device.ts'
import type { Call } from '../browser/read-call.ts'
import { endPassword } from '../credentials/password.ts'
import { createResetLink } from '../credentials/send-reset.ts'
import { cancelFactorRemoval } from '../factor-removal/cancel.ts'
import { startWait } from '../factor-removal/wait.ts'
import { hasSecondFactor } from '../factors/protection.ts'
import type { IdentityContext } from '../identity-context.ts'
import type { Actor } from '../session/actor.ts'
import { endSessions } from '../session/end.ts'
import { proveAddress } from '../sign-up/confirm-sign-up.ts'
import { writeMoment } from '../users/send-mail.ts'
import { changePerson, securityLink } from './change-person.ts'

/** Takes an address as proven on other evidence than the mail; `state-conflict` where it is. The links and the code of the sign-up end. */
export async function verifyPersonEmail(
  context: IdentityContext,
  actor: Actor,
  { userId, evidence }: { readonly userId: string; readonly evidence: string },
  call: Call,
): Promise<void> {
  await changePerson(context, actor, userId, call, async ({ tx, user, at, record, tell }) => {
    if (user.emailVerified) throw new ProblemError('state-conflict', 'The address is confirmed already.')
    await proveAddress(tx, userId, at)
    await record('email.verified', { after: { by: 'OPERATOR', evidence: maskEmails(evidence) } })
    await tell('address-confirmed-by-operator', { link: `${context.identityUrl}/${user.language}/sign-in` })
  })
}

/**
 * Ends the password, all sessions and the trust in devices, and mails a link for a new password; nobody here ever sets one. A link that
 * has ended is asked for anew at the sign-in. `state-conflict` while the address is not confirmed.
 */
export async function resetPersonPassword(
  context: IdentityContext,
  actor: Actor,
  { userId, reason }: { readonly userId: string; readonly reason: string },
  call: Call,
): Promise<void> {
  await changePerson(context, actor, userId, call, async ({ tx, user, record, tell }) => {
    if (!user.emailVerified) throw new ProblemError('state-conflict', 'Nobody has confirmed the address yet.')
    await endPassword(tx, userId)
    const sessionsEnded = await endSessions(tx, userId)
    await forgetSecondFactorAnswers(tx, userId)
    await cancelFactorRemoval(tx, context, call, user, 'PASSWORD')
    await record('password-reset.forced', { after: { reason: maskEmails(reason), sessionsEnded } })
    await tell('password-reset-by-operator', { link: await createResetLink(tx, context, user), reason })
  })
}

/** Ends one session of a person, or `not-found`. */
export async function endPersonSession(
  context: IdentityContext,
  actor: Actor,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
  call: Call,
): Promise<void> {
  await changePerson(context, actor, userId, call, async ({ tx, user, at, record, tell }) => {
    const ended = await tx.query(
      'identity-session-delete',
      'delete from identity.sessions where id = $1 and user_id = $2 returning id',
      [sessionId, userId],
    )
    if (ended.length === 0) throw new ProblemError('not-found')
    await record('session.ended', { target: { kind: 'session', id: sessionId } })
    await tell('sessions-ended-by-operator', { link: securityLink(context, user), when: writeMoment(user, at) })
  })
}

/** Ends all sessions of a person and the trust in their devices. Answers how many ended. */
export async function endPersonSessions(
  context: IdentityContext,
  actor: Actor,
  userId: string,
  call: Call,
): Promise<{ ended: number }> {
  return changePerson(context, actor, userId, call, async ({ tx, user, at, record, tell }) => {
    const ended = await endSessions(tx, userId)
    await forgetSecondFactorAnswers(tx, userId)
    await record('sessions.ended', { after: { count: ended } })
    await tell('sessions-ended-by-operator', { link: securityLink(context, user), when: writeMoment(user, at) })
    return { ended }
  })
}

/**
 * Starts the removal of all second factors, as the link does that a person gets who has lost them: 72 hours, a mail on each day, and
 * each of them stops it, since an operator can be deceived. Throws `not-set-up` without a factor, and `state-conflict` for
 * administrators, whose factors are removed on the machine itself, and where the removal is under way.
 */
export async function removePersonFactors(
  context: IdentityContext,
  actor: Actor,
  { userId, evidence }: { readonly userId: string; readonly evidence: string },
  call: Call,
): Promise<{ removalAt: string }> {
  return changePerson(context, actor, userId, call, async ({ tx, user, at, record }) => {
    if (user.isAdmin)
      throw new ProblemError(
        'state-conflict',
        'Second factors of administrators are removed on the machine: npm start -- remove-factors.',
      )
    if (!(await hasSecondFactor(tx, userId))) throw new ProblemError('not-set-up', 'There is no second factor.')
    const [waiting] = await tx.query(
      'identity-factor-removal-waits',
      'select 1 as one from identity.factor_removals where user_id = $1 and next_at is not null',
      [userId],
    )
    if (waiting) throw new ProblemError('state-conflict', 'The removal is under way already.')
    const removalAt = (await startWait(tx, context, user, at)).toISOString()
    await record('factor-removal.started', { after: { removalAt, evidence: maskEmails(evidence) } })
    return { removalAt }
  })
}
