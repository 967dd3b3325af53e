import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { KeepAnswer, Statements } from '@bollard/access'
import { ProblemError, type Route } from '@bollard/contracts'

const keptMs = 24 * 3_600_000
/** How long a call waits for the first one with its key. */
const patienceMs = 30_000
/** For so long an attempt has its key to itself. Far more than any of these calls takes; a slower one is undone, not doubled. */
const defaultLeaseMs = 15_000
/** Between two looks at a call that another process is answering. */
const lookAgainMs = 200

/** A call that its caller may repeat: hashes of its idempotency key and of its body. */
export interface Repeatable {
  readonly keyHash: Buffer
  readonly bodyHash: Buffer
}

interface RepeatedCallsOptions {
  readonly db: Statements
  /** Its table `repeated_calls` has `caller, key_hash, body_hash, holder, taken_at, status, answer, created_at`, the first two unique. */
  readonly schema: string
  readonly now: () => Date
  /** How long an attempt without an answer keeps its key to itself. */
  readonly leaseMs?: number
}

type RepeatableRoute = Pick<Route, 'response' | 'repeatable'>

/** The answer of an earlier call with the same key. */
export interface KeptAnswer {
  readonly status: number
  /** JSON; null where the call answers without a body. */
  readonly text: string | null
}

/** The one attempt at a call that is under way. */
export interface RunningAttempt {
  readonly keepAnswer: KeepAnswer
  /** Whether the answer lies with the effect. */
  readonly isKept: () => boolean
  /** Gives the key back where it has no answer. Waits for a transaction that is about to give it one, also where nobody hears of its end any more. */
  readonly release: () => Promise<void>
  /** Lets those who wait in this process look again. Call it at the very end. */
  readonly done: () => void
}

/** Remembers calls by their caller and idempotency key, so that of those with one key within 24 hours, over all processes, one has an effect. */
export interface RepeatedCalls {
  /**
   * Takes a key, or waits for the call that has it and answers what that one kept. Throws `idempotency-mismatch` where the key came with
   * another call or body, and `state-conflict` where the other call does not end.
   */
  readonly begin: (
    caller: string,
    repeatable: Repeatable,
    route: RepeatableRoute,
  ) => Promise<{ readonly attempt: RunningAttempt } | { readonly kept: KeptAnswer }>
}

/** A row of the table, as later calls see it. */
interface Row {
  readonly bodyHash: Buffer
  /** Null until there is an answer. */
  readonly status: number | null
  readonly answer: string | null
}

/**
 * A handler keeps its answer in the transaction of the effect, on condition that the key is still its own. So whoever finds a key
 * without an answer knows that there is no effect: the attempt was killed or is slow, and after its lease it may be made again. A slow one
 * that comes back finds that the key is another's and undoes its transaction. Both change the row of the key, which the database lets only
 * one at a time do. A refusal is not kept, and throws nothing away.
 */
export function createRepeatedCalls({
  db,
  schema,
  now,
  leaseMs = defaultLeaseMs,
}: RepeatedCallsOptions): RepeatedCalls {
  const sql = statementsOf(schema)
  const running = new Map<string, Promise<void>>()

  return {
    async begin(caller, { keyHash, bodyHash }, route) {
      const holder = randomUUID()
      const place = `${caller} ${keyHash.toString('hex')}`
      const until = performance.now() + patienceMs
      for (;;) {
        const at = now()
        const [expired, lost] = [new Date(at.getTime() - keptMs), new Date(at.getTime() - leaseMs)]
        const taken = [caller, keyHash, bodyHash, holder, at, expired, lost]
        if ((await db.query(`${schema}-repeat-take`, sql.take, taken)).length > 0)
          return { attempt: start(caller, keyHash, holder, place, route) }
        const [row] = await db.query<Row>(`${schema}-repeat-find`, sql.find, [caller, keyHash])
        if (row !== undefined && !row.bodyHash.equals(bodyHash)) throw new ProblemError('idempotency-mismatch')
        if (row !== undefined && row.status !== null) return { kept: { status: row.status, text: row.answer } }
        if (performance.now() > until)
          throw new ProblemError('state-conflict', 'Another call with this key is still under way.')
        const ended = running.get(place)
        await Promise.race([
          ...(ended === undefined ? [] : [ended]),
          pause(ended === undefined ? lookAgainMs : leaseMs, undefined, { ref: false }),
        ])
      }
    },
  }

  function start(
    caller: string,
    keyHash: Buffer,
    holder: string,
    place: string,
    { response: { status, schema: answerSchema }, repeatable }: RepeatableRoute,
  ): RunningAttempt {
    const { promise, resolve } = Promise.withResolvers<void>()
    running.set(place, promise)
    let isKept = false
    return {
      async keepAnswer(tx, answer) {
        const text =
          answerSchema === null ? null : withoutSecrets(answerSchema.parse(answer), repeatable?.secrets ?? [])
        const values = [caller, keyHash, holder, status, text]
        if ((await tx.query(`${schema}-repeat-keep`, sql.keep, values)).length === 0)
          throw new ProblemError('state-conflict', 'Another call with this key took over.')
        isKept = true
        return answer
      },
      isKept: () => isKept,
      async release() {
        await db.query(`${schema}-repeat-release`, sql.release, [caller, keyHash, holder])
      },
      done() {
        // A slow attempt in this process may be over after the one that took over from it began.
        if (running.get(place) === promise) running.delete(place)
        resolve()
      },
    }
  }
}

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

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** Forgets the answers of calls that are older than a day. Nothing depends on it but space: who takes a key looks at its age. */
export async function sweepRepeatedCalls(db: Statements, schema: string, now: Date): Promise<void> {
  await db.query(`${schema}-repeat-sweep`, `delete from ${schema}.repeated_calls where created_at < $1`, [
    new Date(now.getTime() - keptMs),
  ])
}

/** A secret that there was none of is still none. */
function withoutSecrets(answer: unknown, secrets: readonly string[]): string {
  return JSON.stringify(answer, (name, value: unknown) => (secrets.includes(name) && value !== null ? '' : value))
}

function statementsOf(schema: string) {
  const table = `${schema}.repeated_calls`
  return {
    // The key is free, older than a day, or who had it gave no answer for as long as the lease.
    take: `insert into ${table} as kept (caller, key_hash, body_hash, holder, taken_at, created_at) values ($1, $2, $3, $4, $5, $5)
      on conflict (caller, key_hash) do update set body_hash = excluded.body_hash, holder = excluded.holder, taken_at = excluded.taken_at,
        created_at = excluded.created_at, status = null, answer = null
      where kept.created_at < $6 or (kept.status is null and kept.taken_at < $7 and kept.body_hash = excluded.body_hash)
      returning 1 as one`,
    find: `select body_hash as "bodyHash", status, answer from ${table} where caller = $1 and key_hash = $2`,
    keep: `update ${table} set status = $4, answer = $5 where caller = $1 and key_hash = $2 and holder = $3 and status is null returning 1 as one`,
    release: `delete from ${table} where caller = $1 and key_hash = $2 and holder = $3 and status is null`,
  }
}
