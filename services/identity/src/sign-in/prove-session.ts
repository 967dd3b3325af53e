import { provenUntil } from '@bollard/access'
import { ProblemError } from '@bollard/http'
import type { Call, WithCookies } from '../browser/read-call.ts'
import { checkPassword } from '../credentials/password.ts'
import type { IdentityContext } from '../identity-context.ts'
import { checkSecondFactor, type SecondFactorAnswer } from '../second-factor/check.ts'
import { allSecrets } from '../secrets/derive-key.ts'
import { hashToken, isSameText } from '../secrets/token.ts'
import { type Actor, repeatSeconds, requireActor } from '../session/actor.ts'
import { readSessionToken, sessionCookie } from '../session/cookie.ts'
import { isLiving, livingAt } from '../session/lifetime.ts'
import { rotateSession, rotationOf } from '../session/rotate.ts'
import { recordAudit } from '../users/audit.ts'

/** What re-authenticates somebody. A recovery code only signs in. */
export type Proof =
  | { readonly kind: 'PASSWORD'; readonly password: string }
  | Exclude<SecondFactorAnswer, { kind: 'RECOVERY_CODE' }>

type Proven = WithCookies<{ provenUntil: string }>

/**
 * Re-authenticates the person: sensitive calls are open for 10 minutes, and the session gets a new token. A proof that is sent
 * twice gets the same answer twice.
 */
export async function proveSession(context: IdentityContext, proof: Proof, call: Call): Promise<Proven> {
  const repeated = await repeatProof(context, call, proof)
  if (repeated) return repeated
  try {
    return await prove(context, call, await requireActor(context, call), proof)
  } catch (error) {
    // The other one of the two was not yet through a moment ago. It may have ended the token at any step since, the first included.
    const meanwhile = error instanceof ProblemError ? await repeatProof(context, call, proof) : null
    if (meanwhile) return meanwhile
    throw error
  }
}

async function prove(context: IdentityContext, call: Call, actor: Actor, proof: Proof): Promise<Proven> {
  if (proof.kind === 'PASSWORD') await checkPassword(context, call, actor, proof.password)
  else await checkSecondFactor(context, call, actor.userId, proof)
  const now = context.now()
  const { userId, sessionId } = actor
  const cookies = await context.db.transaction(async (tx) => {
    const rotated = await rotateSession(tx, context, call, {
      at: now,
      secondFactorAt: proof.kind === 'PASSWORD' ? null : now,
      proof,
    })
    await recordAudit(tx, call, now, {
      userId,
      action: 'session.proven',
      target: { kind: 'session', id: sessionId },
      after: { by: proof.kind },
    })
    return rotated
  })
  return { body: { provenUntil: (provenUntil({ provenAt: now }, now) ?? now).toISOString() }, cookies }
}

/**
 * The answer to a proof that this session gave up to ten seconds ago: a form that is sent twice carries the old token the second
 * time, and the browser drops the first answer with the new one. The old token is good for that and for nothing else, and another
 * proof ends even that, so that nobody tries passwords here. Null: there is no such proof.
 */
export async function repeatProof(
  context: IdentityContext,
  call: Call,
  proof: Proof,
): Promise<WithCookies<{ provenUntil: string }> | null> {
  const [old, now] = [readSessionToken(context, call.cookie), context.now()]
  if (!old) return null
  const earliest = new Date(now.getTime() - repeatSeconds * 1000)
  const [kept] = await context.db.query('identity-session-rotated', findSql, [
    ...livingAt(now),
    hashToken(old),
    earliest,
  ])
  if (!kept) return null
  const repeated = allSecrets(context.secret)
    .map((secret) => rotationOf({ secret }, old, kept.salt, proof))
    .find(({ proofHash }) => isSameText(proofHash, kept.proofHash))
  if (repeated)
    return {
      body: { provenUntil: (provenUntil(kept, now) ?? now).toISOString() },
      cookies: [sessionCookie(context, repeated.token)],
    }
  await context.db.query(
    'identity-session-rotated-end',
    'update identity.sessions set rotated_from = null where rotated_from = $1',
    [hashToken(old)],
  )
  return null
}

const findSql = `select sessions.rotation_salt as salt, sessions.rotation_proof as "proofHash", sessions.proven_at as "provenAt"
  from identity.sessions join identity.users on users.id = sessions.user_id
  where sessions.rotated_from = $5 and sessions.proven_at > $6 and ${isLiving}`
