import { maskEmails } from '@bollard/audit'
import { ProblemError } from '@bollard/http'
import { forgetSecondFactorAnswers } from '../browser/trusted-device.ts'
import type { Call } from '../browser/read-call.ts'
import type { IdentityContext } from '../identity-context.ts'
import type { Actor } from '../session/actor.ts'
import { endSessions } from '../session/end.ts'
import { changePerson } from './change-person.ts'

/**
 * Refuses the sign-in of a person from now on and ends their sessions. Solutions and API keys of theirs keep working: visitors of a
 * website have done nothing, and a solution is locked by itself. Throws `state-conflict` for administrators, of whom two people take
 * that away first, and where the account is suspended.
 */
export async function suspendPerson(
  context: IdentityContext,
  actor: Actor,
  { userId, reason }: { readonly userId: string; readonly reason: string },
  call: Call,
): Promise<void> {
  await changePerson(context, actor, userId, call, async ({ tx, user, at, record, tell }) => {
    if (user.isAdmin)
      throw new ProblemError(
        'state-conflict',
        'Administrators are not suspended. Take that away first, with a second operator.',
      )
    const [suspended] = await tx.query(
      'identity-suspend',
      'update identity.users set suspended_at = $2, suspension_reason = $3, updated_at = $2 where id = $1 and suspended_at is null returning id',
      [userId, at, reason],
    )
    if (!suspended) throw new ProblemError('state-conflict', 'The account is suspended already.')
    const sessionsEnded = await endSessions(tx, userId)
    await forgetSecondFactorAnswers(tx, userId)
    await record('account.suspended', { after: { reason: maskEmails(reason), sessionsEnded } })
    await tell('account-suspended', { reason })
  })
}

/** Lets a person sign in again, or throws `state-conflict` where nothing keeps them from it. */
export async function liftSuspension(
  context: IdentityContext,
  actor: Actor,
  userId: string,
  call: Call,
): Promise<void> {
  await changePerson(context, actor, userId, call, async ({ tx, user, at, record, tell }) => {
    const [lifted] = await tx.query(
      'identity-suspension-lift',
      'update identity.users set suspended_at = null, suspension_reason = null, updated_at = $2 where id = $1 and suspended_at is not null returning id',
      [userId, at],
    )
    if (!lifted) throw new ProblemError('state-conflict', 'The account is not suspended.')
    await record('account.suspension-lifted')
    await tell('account-suspension-lifted', { link: `${context.identityUrl}/${user.language}/sign-in` })
  })
}
