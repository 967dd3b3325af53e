import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { createToken, hashToken } from '../secrets/token.ts'
import type { Caller, IdentityContext } from '../identity-context.ts'
import { readSessionToken, sessionCookie } from './cookie.ts'
import type { Proof } from '../sign-in/proof.ts'
import { rotationOf } from '../sign-in/repeat-proof.ts'

interface Reason {
  readonly at: Date
  /** When a second factor was given just now; null: none was. */
  readonly secondFactorAt: Date | null
  /** The proof whose answer may be repeated; null where there is nothing to repeat. */
  readonly proof: Proof | null
}

/**
 * Gives a session that was proven anew another token, so that a copy of the old one is worth nothing. Answers the cookies to
 * set. Of two at the same moment one is `unauthenticated`.
 */
export async function rotateSession(
  tx: Queries,
  context: IdentityContext,
  caller: Caller,
  { at, secondFactorAt, proof }: Reason,
): Promise<string[]> {
  const old = readSessionToken(context, caller.headers.get('cookie') ?? undefined) ?? ''
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

const rotateSql = `update identity.sessions
  set token_hash = $2, proven_at = $3, last_active_at = $3, updated_at = $3, second_factor_at = coalesce($4, second_factor_at),
    rotated_from = $5, rotation_salt = $6, rotation_proof = $7
  where token_hash = $1 returning id`
