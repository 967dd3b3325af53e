import { createHash, timingSafeEqual } from 'node:crypto'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import type { Actor } from '../solution-context.ts'
import type { Solution } from '@bollard/contracts'

const keptMs = 24 * 3_600_000

/** A call that its caller may repeat: hashes of its idempotency key and of its body. */
export interface Repeatable {
  readonly keyHash: Buffer
  readonly bodyHash: Buffer
}

/** An answer without the key that is told only once. */
export type KeptAnswer = Solution & { siteKey: string }

/** Reads the `idempotency-key` header; null without one. `body` is the parsed one, whose fields have a fixed order. */
export function readRepeatable(header: string | string[] | undefined, body: unknown): Repeatable | null {
  if (header === undefined) return null
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,200}$/u.test(header)) {
    const detail = 'The Idempotency-Key header takes 1 to 200 visible ASCII characters.'
    throw new ProblemError('invalid-parameter', detail, { errors: [{ pointer: '/idempotency-key', code: 'invalid-format' }] })
  }
  return { keyHash: sha256(header), bodyHash: sha256(JSON.stringify(body)) }
}

/** The answer of the same call within the last 24 hours. Throws when the key came with another body. */
export async function findAnswer(tx: Queries, actor: Actor, call: Repeatable, at: Date): Promise<KeptAnswer | null> {
  await tx.query('solution-answer-sweep', 'delete from solution.answers where user_id = $1 and created_at < $2', [
    actor.userId,
    new Date(at.getTime() - keptMs),
  ])
  const [row] = await tx.query<{ bodyHash: Buffer; answer: KeptAnswer }>('solution-answer-find', findSql, [actor.userId, call.keyHash])
  if (!row) return null
  if (!timingSafeEqual(row.bodyHash, call.bodyHash)) throw new ProblemError('idempotency-mismatch')
  return row.answer
}

export async function keepAnswer(tx: Queries, actor: Actor, call: Repeatable, answer: KeptAnswer, at: Date): Promise<void> {
  await tx.query('solution-answer-keep', 'insert into solution.answers (user_id, key_hash, body_hash, answer, created_at) values ($1, $2, $3, $4, $5)', [
    actor.userId,
    call.keyHash,
    call.bodyHash,
    JSON.stringify(answer),
    at,
  ])
}

const findSql = 'select body_hash as "bodyHash", answer from solution.answers where user_id = $1 and key_hash = $2'

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
