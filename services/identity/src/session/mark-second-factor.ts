import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import type { Actor } from './actor.ts'

/**
 * Whoever has just set a second factor up has shown it in this session. The token stays: setting up asks for a proof of the last
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
