import { createHmac, timingSafeEqual } from 'node:crypto'
import { ProblemError } from '@bollard/http'
import { matchPassword } from '../credentials/password.ts'
import type { Caller, IdentityContext, WithCookies } from '../identity-context.ts'
import { tryGuess } from '../limits/try-guess.ts'
import { checkSecondFactor, type SecondFactorAnswer } from '../second-factor/check.ts'
import { keyedHash } from '../secrets/derive-key.ts'
import { hashToken } from '../secrets/token.ts'
import { type Actor, provenUntil, requireActor } from '../session/actor.ts'
import { readSessionToken, sessionCookie } from '../session/cookie.ts'
import { isLiving, livingAt } from '../session/lifetime.ts'
import { rotateSession } from '../session/rotate.ts'
import { recordAudit } from '../users/audit.ts'

/** What proves once more who is there. A recovery code is for signing in alone. */
export type Proof =
  | { readonly kind: 'PASSWORD'; readonly password: string }
  | Exclude<SecondFactorAnswer, { kind: 'RECOVERY_CODE' }>

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

const repeatSeconds = 10

/** What a rotation keeps of the proof that led to it, and the token that it leads to. */
export interface Rotation {
  readonly token: string
  readonly proofHash: string
}

/**
 * The token after a proof. Whoever sends the same proof with the same token once more gets the same one, and nobody else can know it:
 * neither the token before nor the key of the service lies in the database beside the salt.
 */
export function rotationOf(
  { secret }: Pick<IdentityContext, 'secret'>,
  oldToken: string,
  salt: string,
  proof: Proof,
): Rotation {
  const derive = (about: string) =>
    createHmac('sha256', keyedHash(secret, 'session-rotation', `${oldToken}\0${salt}`))
      .update(about)
      .digest('base64url')
  return { token: derive('token'), proofHash: derive(`proof ${JSON.stringify(proof)}`) }
}

/**
 * The answer to a proof that this session gave up to ten seconds ago: a form that is sent twice carries the old token the second
 * time, and the browser drops the first answer with the new one. The old token is good for that and for nothing else, and another
 * proof ends even that, so that nobody tries passwords here. Null: there is no such proof.
 */
export async function repeatProof(
  context: IdentityContext,
  caller: Caller,
  proof: Proof,
): Promise<WithCookies<{ provenUntil: string }> | null> {
  const [old, now] = [readSessionToken(context, caller.headers.get('cookie') ?? undefined), context.now()]
  if (!old) return null
  const earliest = new Date(now.getTime() - repeatSeconds * 1000)
  const [kept] = await context.db.query<KeptRotation>('identity-session-rotated', findSql, [
    ...livingAt(now),
    hashToken(old),
    earliest,
  ])
  if (!kept) return null
  const { token, proofHash } = rotationOf(context, old, kept.salt, proof)
  if (timingSafeEqual(Buffer.from(proofHash), Buffer.from(kept.proofHash)))
    return {
      body: { provenUntil: (provenUntil(kept, now) ?? now).toISOString() },
      cookies: [sessionCookie(context, token)],
    }
  await context.db.query(
    'identity-session-rotated-end',
    'update identity.sessions set rotated_from = null where rotated_from = $1',
    [hashToken(old)],
  )
  return null
}

interface KeptRotation {
  readonly salt: string
  readonly proofHash: string
  readonly provenAt: Date
}

const findSql = `select sessions.rotation_salt as salt, sessions.rotation_proof as "proofHash", sessions.proven_at as "provenAt"
  from identity.sessions join identity.users on users.id = sessions.user_id
  where sessions.rotated_from = $5 and sessions.proven_at > $6 and ${isLiving}`
