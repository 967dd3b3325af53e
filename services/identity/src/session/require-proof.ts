import { ProblemError } from '@bollard/http'
import type { Actor } from './actor.ts'

const proofMinutes = 10

/** Until when a session counts as just proven; null when it does not. */
export function provenUntil({ provenAt }: Pick<Actor, 'provenAt'>, now: Date): Date | null {
  const until = provenAt && new Date(provenAt.getTime() + proofMinutes * 60_000)
  return until && until >= now ? until : null
}

/** Throws `step-up-required` unless the session proved who is there within the last 10 minutes. */
export function requireProof(actor: Pick<Actor, 'provenAt'>, now: Date): void {
  if (provenUntil(actor, now) === null) throw new ProblemError('step-up-required')
}
