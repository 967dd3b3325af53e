import type { Queries } from '@bollard/database'
import type { Actor } from './find-actor.ts'

/**
 * Whoever has just set a second factor up has shown it in this session. The token stays: setting up asks for a proof of the last
 * ten minutes, and that made a new one.
 */
export async function markSecondFactor(tx: Queries, { sessionId }: Pick<Actor, 'sessionId'>, at: Date): Promise<void> {
  await tx.query('identity-session-second-factor', 'UPDATE identity.sessions SET second_factor_at = $2 WHERE id = $1', [sessionId, at])
}
