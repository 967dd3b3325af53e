import type { Repeatable } from './repeatable.ts'

const keptMs = 24 * 3_600_000

/** What is asked of the database, inside a transaction or not. */
export interface Statements {
  query<Row extends object>(name: string, text: string, values?: readonly unknown[]): Promise<Row[]>
}

/** One attempt at a call: of those with the same key one at a time holds it. */
export interface Attempt {
  readonly caller: string
  readonly repeatable: Repeatable
  /** Names the attempt, so that another one that took over is told from it. */
  readonly holder: string
}

/** A row of the key, as later calls see it. */
export interface RepeatedCall {
  readonly bodyHash: Buffer
  /** Null until there is an answer. */
  readonly status: number | null
  readonly answer: string | null
}

/**
 * The table `repeated_calls` of a schema: `caller, key_hash, body_hash, holder, taken_at, status, answer, created_at`, the first two
 * unique. `leaseMs` is how long an attempt without an answer keeps its key to itself.
 */
export function repeatedCalls(schema: string, leaseMs: number) {
  const table = `${schema}.repeated_calls`
  const takeSql = `insert into ${table} as kept (caller, key_hash, body_hash, holder, taken_at, created_at) values ($1, $2, $3, $4, $5, $5)
    on conflict (caller, key_hash) do update set body_hash = excluded.body_hash, holder = excluded.holder, taken_at = excluded.taken_at,
      created_at = excluded.created_at, status = null, answer = null
    where kept.created_at < $6 or (kept.status is null and kept.taken_at < $7 and kept.body_hash = excluded.body_hash)
    returning 1 as one`
  const findSql = `select body_hash as "bodyHash", status, answer from ${table} where caller = $1 and key_hash = $2`
  const keepSql = `update ${table} set status = $4, answer = $5 where caller = $1 and key_hash = $2 and holder = $3 and status is null returning 1 as one`
  const releaseSql = `delete from ${table} where caller = $1 and key_hash = $2 and holder = $3 and status is null`
  return {
    /** Whether the key is this attempt's: nobody has it, it is older than a day, or who had it gave no answer for as long as the lease. */
    async take(db: Statements, { caller, repeatable, holder }: Attempt, now: Date): Promise<boolean> {
      const { keyHash, bodyHash } = repeatable
      const [expired, lost] = [new Date(now.getTime() - keptMs), new Date(now.getTime() - leaseMs)]
      return (
        (await db.query(`${schema}-repeat-take`, takeSql, [caller, keyHash, bodyHash, holder, now, expired, lost]))
          .length > 0
      )
    },
    async find(db: Statements, caller: string, { keyHash }: Repeatable): Promise<RepeatedCall | null> {
      const [row] = await db.query<RepeatedCall>(`${schema}-repeat-find`, findSql, [caller, keyHash])
      return row ?? null
    },
    /** Whether the key still was this attempt's and has its answer now. In the transaction of the effect: neither stays without the other. */
    async keep(
      tx: Statements,
      { caller, repeatable, holder }: Attempt,
      status: number,
      answer: string | null,
    ): Promise<boolean> {
      return (
        (await tx.query(`${schema}-repeat-keep`, keepSql, [caller, repeatable.keyHash, holder, status, answer]))
          .length > 0
      )
    },
    /** Gives a key back that has no answer. Waits for a transaction that is about to give it one, also where nobody hears of its end any more. */
    async release(db: Statements, { caller, repeatable, holder }: Attempt): Promise<void> {
      await db.query(`${schema}-repeat-release`, releaseSql, [caller, repeatable.keyHash, holder])
    },
  }
}

/** Forgets the answers of calls that are older than a day. Nothing depends on it but space: who takes a key looks at its age. */
export async function sweepRepeatedCalls(db: Statements, schema: string, now: Date): Promise<void> {
  await db.query(`${schema}-repeat-sweep`, `delete from ${schema}.repeated_calls where created_at < $1`, [
    new Date(now.getTime() - keptMs),
  ])
}
