import { proofLifetimeMs } from '@bollard/access'
import type { OperatorSession } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { Call, WithCookies } from '../browser/read-call.ts'
import type { IdentityContext } from '../identity-context.ts'
import { createToken, hashToken } from '../secrets/token.ts'
import type { Actor } from '../session/actor.ts'
import { recordAudit } from '../users/audit.ts'
import { operatorCookie } from '../operating/cookie.ts'
import { describeSession } from '../operating/describe.ts'

/**
 * Opens the admin site in the session of the caller. The contract asks for a fresh proof; here it has to be a second factor, since whoever
 * found an unlocked computer may know the password. Throws `step-up-required` where it was not.
 */
export async function openOperatorSession(
  context: IdentityContext,
  actor: Actor,
  call: Call,
): Promise<WithCookies<OperatorSession>> {
  const now = context.now()
  const { userId, sessionId } = actor
  const token = createToken()
  const opened = await context.db.transaction(async (tx) => {
    const earliest = new Date(now.getTime() - proofLifetimeMs)
    const [row] = await tx.query('identity-operator-open', openSql, [
      sessionId,
      userId,
      hashToken(token),
      now,
      earliest,
    ])
    if (row === undefined) throw new ProblemError('step-up-required', 'A second factor has to prove who is there.')
    await recordAudit(tx, call, now, {
      userId,
      action: 'operator-session.opened',
      target: { kind: 'session', id: sessionId },
    })
    return row
  })
  return { body: describeSession(opened, now), cookies: [operatorCookie(context, token)] }
}

const openSql = `insert into identity.operator_sessions (session_id, user_id, token_hash, opened_at, last_active_at)
  select id, user_id, $3, $4::timestamptz, $4::timestamptz from identity.sessions where id = $1 and user_id = $2 and second_factor_at >= $5
  on conflict (session_id) do update set token_hash = $3, opened_at = $4, last_active_at = $4,
    change_until = null, change_reason = null, change_ticket = null
  returning opened_at as "openedAt", change_until as "changeUntil", change_reason as "changeReason", change_ticket as "changeTicket"`
