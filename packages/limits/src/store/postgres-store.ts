import { bytesOfKey } from '../key/limit-key.ts'
import { ceilingOf, type Charge, type LimitStore } from './charge.ts'
import { outcomeOfRow, type TakenRow } from './taken-row.ts'

/** Schema and folder of the tables and functions that `createPostgresStore` calls, for `migrate` of packages/database. */
export const limitMigrations = {
  schema: 'protection_limits',
  directory: new URL('./migrations/', import.meta.url),
} as const

/** What a pool of node-postgres offers. */
export interface PostgresPool {
  query: (config: { name: string; text: string; values: unknown[] }) => Promise<{ rows: unknown[] }>
}

export interface PostgresStore extends LimitStore {
  /**
   * Deletes what has expired by `now` among the next `most` keys after `after`; answers where to begin the next time,
   * null at the end. A job calls it; no request waits for it.
   */
  readonly sweep: (after: Buffer | null, most: number, now: number) => Promise<Buffer | null>
}

/**
 * Counts exactly for all processes that share a database with `limitMigrations`: one statement for a request, whatever
 * the number of its limits. A request waits while another one with a key of it is counted. Rejects where the database
 * fails: see `guardStore`.
 */
export function createPostgresStore(pool: PostgresPool): PostgresStore {
  return {
    async take(charges, now, lease) {
      const { rows } = await pool.query({
        name: 'limits-take',
        text:
          'select number, fits, counted, at, slots, standing from ' +
          'protection_limits.take($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
        values: [
          charges.map(({ rule }) => rule.kind),
          charges.map(({ key }) => bytesOfKey(key)),
          charges.map(({ mode }) => mode),
          charges.map(({ cost }) => cost),
          charges.map(ceilingOf),
          charges.map(({ rule }) => rule.limit),
          ...numbersOf(charges),
          now,
          lease,
        ],
      })
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The columns that the statement names.
      return (rows as (TakenRow & { number: number })[]).map(({ number, ...row }) =>
        outcomeOfRow(charges[number - 1], row, now),
      )
    },
    async giveBack(charges, takenAt, lease, now) {
      await pool.query({
        name: 'limits-give-back',
        text: 'select protection_limits.give_back($1, $2, $3, $4, $5, $6, $7, $8)',
        values: [
          charges.map(({ rule }) => rule.kind),
          charges.map(({ key }) => bytesOfKey(key)),
          charges.map(({ cost }) => cost),
          ...numbersOf(charges),
          takenAt,
          now,
          lease,
        ],
      })
    },
    async stand(key, { step, since, owed, until }) {
      await pool.query({
        name: 'limits-stand',
        text: 'select protection_limits.stand($1, $2, $3, $4, $5)',
        values: [bytesOfKey(key), step, since, owed, until],
      })
    },
    async sweep(after, most, now) {
      const { rows } = await pool.query({
        name: 'limits-sweep',
        text: 'select protection_limits.sweep($1, $2, $3) as next',
        values: [after ?? Buffer.alloc(0), most, now],
      })
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The column that the statement names.
      return (rows as { next: Buffer | null }[])[0]?.next ?? null
    },
  }
}

/**
 * The job that deletes what has expired, a slice of keys at a time. Any number of processes may run it at once, and one
 * that is killed leaves nothing undone that the next run doesn't do. Answers how many slices it looked at.
 */
export async function sweepLimits(
  { sweep }: Pick<PostgresStore, 'sweep'>,
  now: number,
  slice = 1_000,
): Promise<number> {
  let after: Buffer | null = null
  let slices = 0
  do {
    after = await sweep(after, slice, now)
    slices++
  } while (after !== null)
  return slices
}

function numbersOf(charges: readonly Charge[]): number[][] {
  return [charges.map(({ rule }) => rule.span), charges.map(({ rule }) => rule.origin)]
}
