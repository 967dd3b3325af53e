import { createHash, timingSafeEqual } from 'node:crypto'
import { ProblemError } from '@bollard/contracts'

const keptMs = 24 * 3_600_000

/** A call that its caller may repeat: hashes of its idempotency key and of its body. */
export interface Repeatable {
  readonly keyHash: Buffer
  readonly bodyHash: Buffer
}

/** The part of a transaction that `AnswerOnce` needs. */
interface Statements {
  query<Row extends object>(name: string, text: string, values?: readonly unknown[]): Promise<Row[]>
}

/**
 * Runs `make` once for an idempotency key of an actor within 24 hours, over all processes; later calls get what `keep` made
 * of the first answer, which holds no secret that is told only once. Without a key it just runs. Throws
 * `idempotency-mismatch` when the key came with another call or body. The calls of one actor wait for each other.
 */
export type AnswerOnce = <Answer extends object>(
  tx: Statements,
  actor: { readonly userId: string },
  call: { readonly repeatable: Repeatable | null; readonly at: Date },
  make: () => Promise<Answer>,
  keep?: (answer: Answer) => Answer,
) => Promise<{ answer: Answer; repeated: boolean }>

/**
 * Reads the `idempotency-key` header; null without one. `what` names the call, so that one key for two calls is refused;
 * `body` is the parsed one, whose fields have a fixed order.
 */
export function readRepeatable(header: string | string[] | undefined, what: string, body: unknown): Repeatable | null {
  if (header === undefined) return null
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,200}$/u.test(header)) {
    const detail = 'The Idempotency-Key header takes 1 to 200 visible ASCII characters.'
    throw new ProblemError('invalid-parameter', detail, {
      errors: [{ pointer: '/idempotency-key', code: 'invalid-format' }],
    })
  }
  return { keyHash: sha256(header), bodyHash: sha256(`${what}\n${JSON.stringify(body)}`) }
}

/** Keeps answers in the table `answers` of a service's schema: `user_id, key_hash, body_hash, answer, created_at`, the first two unique. */
export function createAnswerOnce(schema: string): AnswerOnce {
  const find = `select body_hash as "bodyHash", answer from ${schema}.answers where user_id = $1 and key_hash = $2`
  const insert = `insert into ${schema}.answers (user_id, key_hash, body_hash, answer, created_at) values ($1, $2, $3, $4, $5)`
  const sweep = `delete from ${schema}.answers where user_id = $1 and created_at < $2`
  const takeTurn = `select pg_advisory_xact_lock(hashtextextended('${schema}.answer ' || $1, 0))`

  return async (tx, actor, call, make, keep = (answer) => answer) => {
    if (call.repeatable === null) return { answer: await make(), repeated: false }
    const { keyHash, bodyHash } = call.repeatable
    await tx.query(`${schema}-answer-turn`, takeTurn, [actor.userId])
    await tx.query(`${schema}-answer-sweep`, sweep, [actor.userId, new Date(call.at.getTime() - keptMs)])
    const [known] = await tx.query<{ bodyHash: Buffer; answer: Awaited<ReturnType<typeof make>> }>(
      `${schema}-answer-find`,
      find,
      [actor.userId, keyHash],
    )
    if (known) {
      if (!timingSafeEqual(known.bodyHash, bodyHash)) throw new ProblemError('idempotency-mismatch')
      return { answer: known.answer, repeated: true }
    }
    const answer = await make()
    await tx.query(`${schema}-answer-keep`, insert, [
      actor.userId,
      keyHash,
      bodyHash,
      JSON.stringify(keep(answer)),
      call.at,
    ])
    return { answer, repeated: false }
  }
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
