import { ProblemError } from '@bollard/http'
import type { Call } from '../browser/read-call.ts'
import { createTotpSecret } from '../factors/totp.ts'
import type { IdentityContext } from '../identity-context.ts'
import type { Actor } from '../session/actor.ts'
import { recordAudit } from '../users/audit.ts'
import { lockUser } from '../users/user.ts'

/** A new secret for an authenticator app, in place of one that was started and not confirmed. */
export async function startTotp(
  context: IdentityContext,
  actor: Actor,
  call: Call,
): Promise<{ secret: string; uri: string }> {
  const now = context.now()
  const { userId } = actor
  const { secret, uri, sealed } = createTotpSecret(context, { id: userId, email: actor.email })
  await context.db.transaction(async (tx) => {
    await lockUser(tx, userId)
    const started = await tx.query('identity-totp-start', startSql, [userId, sealed, now])
    if (started.length === 0) throw new ProblemError('already-set-up')
    await recordAudit(tx, call, now, { userId, action: 'totp.started' })
  })
  return { secret, uri }
}

const startSql = `insert into identity.totp_secrets as kept (user_id, sealed_secret, created_at) values ($1, $2, $3)
  on conflict (user_id) do update set sealed_secret = excluded.sealed_secret, created_at = excluded.created_at, last_step = 0
  where kept.confirmed_at is null returning user_id`
