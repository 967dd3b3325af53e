import { createHmac } from 'node:crypto'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import type { Call } from '../browser/read-call.ts'
import type { IdentityContext } from '../identity-context.ts'
import { keyedHash } from '../secrets/derive-key.ts'
import { createToken, hashToken } from '../secrets/token.ts'
import type { Actor } from './actor.ts'
import { readSessionToken, sessionCookie } from './cookie.ts'

interface Reason {
  readonly at: Date
  /** When a second factor was given just now; null: none was. */
  readonly secondFactorAt: Date | null
  /** The proof whose answer may be repeated; null where there is nothing to repeat. */
  readonly proof: object | null
}

/**
 * Gives a re-authenticated session a new token, so that a copy of the old one is worthless. Answers the cookies to
 * set. Of two at the same moment one is `unauthenticated`.
 */
export async function rotateSession(
  tx: Queries,
  context: IdentityContext,
  call: Call,
  { at, secondFactorAt, proof }: Reason,
): Promise<string[]> {
  const old = readSessionToken(context, call.cookie) ?? ''
  const salt = createToken()
  const { token, proofHash } = proof ? rotationOf(context, old, salt, proof) : { token: createToken(), proofHash: null }
  const kept = proof ? [hashToken(old), salt, proofHash] : [null, null, null]
  const rotated = await tx.query('identity-session-rotate', rotateSql, [
    hashToken(old),
    hashToken(token),
    at,
    secondFactorAt,
    ...kept,
  ])
  if (rotated.length === 0) throw new ProblemError('unauthenticated', 'The session has ended.')
  return [sessionCookie(context, token)]
}

/** What a rotation keeps of the proof that led to it, and the token that it leads to. */
interface Rotation {
  readonly token: string
  readonly proofHash: string
}

/**
 * The token after a proof. Sending the same proof with the same token again gives the same one, and nobody else can know it:
 * neither the token before nor the key of the service lies in the database beside the salt.
 */
export function rotationOf(
  { secret }: Pick<IdentityContext, 'secret'>,
  oldToken: string,
  salt: string,
  proof: object,
): Rotation {
  const derive = (about: string) =>
    createHmac('sha256', keyedHash(secret, 'session-rotation', `${oldToken}\0${salt}`))
      .update(about)
      .digest('base64url')
  return { token: derive('token'), proofHash: derive(`proof ${JSON.stringify(proof)}`) }
}

/**
 * Setting a second factor up shows it in this session. The token stays: setting up asks for a proof of the last
 * ten minutes, and that made a new one. Throws `unauthenticated` when the session has ended while this call waited: its owner may have
 * just thrown a thief out.
 */
export async function markSecondFactor(tx: Queries, { sessionId }: Pick<Actor, 'sessionId'>, at: Date): Promise<void> {
  const marked = await tx.query(
    'identity-session-second-factor',
    'update identity.sessions set second_factor_at = $2 where id = $1 returning id',
    [sessionId, at],
  )
  if (marked.length === 0) throw new ProblemError('unauthenticated', 'The session has ended.')
}

const rotateSql = `update identity.sessions
  set token_hash = $2, proven_at = $3, last_active_at = $3, updated_at = $3, second_factor_at = coalesce($4, second_factor_at),
    rotated_from = $5, rotation_salt = $6, rotation_proof = $7
  where token_hash = $1 returning id`
