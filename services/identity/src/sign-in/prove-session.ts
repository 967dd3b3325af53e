import { ProblemError } from '@bollard/http'
import type { Caller, IdentityContext, WithCookies } from '../identity-context.ts'
import { matchPassword } from '../credentials/password.ts'
import { recordAudit } from '../users/audit.ts'
import { checkSecondFactor } from '../second-factor/check.ts'
import { tryGuess } from '../limits/try-guess.ts'
import { type Actor, requireActor } from '../session/actor.ts'
import type { Proof } from './proof.ts'
import { repeatProof } from './repeat-proof.ts'
import { provenUntil } from '../session/require-proof.ts'
import { rotateSession } from '../session/rotate.ts'

type Proven = WithCookies<{ provenUntil: string }>

/**
 * Proves once more who is there: sensitive calls are open for 10 minutes, and the session gets a new token. A proof that is sent
 * twice gets the same answer twice.
 */
export async function proveSession(context: IdentityContext, caller: Caller, proof: Proof): Promise<Proven> {
  const repeated = await repeatProof(context, caller, proof)
  if (repeated) return repeated
  const actor = await requireActor(context, caller)
  try {
    return await prove(context, caller, actor, proof)
  } catch (error) {
    // The other one of the two was not yet through a moment ago.
    const meanwhile = error instanceof ProblemError ? await repeatProof(context, caller, proof) : null
    if (meanwhile) return meanwhile
    throw error
  }
}

async function prove(context: IdentityContext, caller: Caller, actor: Actor, proof: Proof): Promise<Proven> {
  if (proof.kind === 'PASSWORD') await checkPassword(context, caller, actor, proof.password)
  else await checkSecondFactor(context, caller, actor.userId, proof)
  const now = context.now()
  const { userId, sessionId } = actor
  const cookies = await context.db.transaction(async (tx) => {
    const rotated = await rotateSession(tx, context, caller, {
      at: now,
      secondFactorAt: proof.kind === 'PASSWORD' ? null : now,
      proof,
    })
    await recordAudit(tx, caller, now, {
      userId,
      action: 'session.proven',
      target: { kind: 'session', id: sessionId },
      after: { by: proof.kind },
    })
    return rotated
  })
  return { body: { provenUntil: (provenUntil({ provenAt: now }, now) ?? now).toISOString() }, cookies }
}

/** Throws `credentials-invalid`; guesses count together with those at the sign-in. */
export async function checkPassword(
  context: IdentityContext,
  caller: Caller,
  { userId, email }: Actor,
  password: string,
): Promise<string> {
  const passwordHash = await tryGuess(context, caller, { email, userId }, (inTurn) =>
    matchPassword(context.db, userId, password, inTurn),
  )
  if (passwordHash === null) throw new ProblemError('credentials-invalid', 'The password is wrong.')
  return passwordHash
}
