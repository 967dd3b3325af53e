import { createCell, slotsOfCell } from '../limit/cell.ts'
import { ceilingOf, type Charge, type LimitStore, type Outcome, outcomeOf, outcomeOfLeases } from './charge.ts'

/** Schema and folder of the tables and functions that `createPostgresStore` calls. */
export const limitMigrations = { schema: 'limits', directory: new URL('./migrations/', import.meta.url) } as const

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

/** What `take` answers for each charge. */
interface TakenRow {
  readonly number: number
  readonly fits: boolean
  readonly counted: boolean
  readonly at: number
  readonly slots: readonly number[]
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
        text: 'select number, fits, counted, at, slots from limits.take($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
        values: [
          charges.map(({ rule }) => rule.kind),
          charges.map(({ key }) => key),
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
      return (rows as TakenRow[]).map((row) => read(charges[row.number - 1], row, now))
    },
    async giveBack(charges, takenAt, lease, now) {
      await pool.query({
        name: 'limits-give-back',
        text: 'select limits.give_back($1, $2, $3, $4, $5, $6, $7, $8)',
        values: [
          charges.map(({ rule }) => rule.kind),
          charges.map(({ key }) => key),
          charges.map(({ cost }) => cost),
          ...numbersOf(charges),
          takenAt,
          now,
          lease,
        ],
      })
    },
    async sweep(after, most, now) {
      const { rows } = await pool.query({
        name: 'limits-sweep',
        text: 'select limits.sweep($1, $2, $3) as next',
        values: [after ?? Buffer.alloc(0), most, now],
      })
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The column that the statement names.
      return (rows as { next: Buffer | null }[])[0]?.next ?? null
    },
  }
}

function numbersOf(charges: readonly Charge[]): number[][] {
  return [charges.map(({ rule }) => rule.span), charges.map(({ rule }) => rule.origin)]
}

/** The row as the cell that a store in memory would have. */
function read(charge: Charge | undefined, { at, slots, fits, counted }: TakenRow, now: number): Outcome {
  if (charge === undefined) throw new RangeError('the database answered for a charge that was not asked for')
  if (charge.rule.kind === 'LEASES') return outcomeOfLeases(charge, slots, now, { fits, counted })
  const cell = createCell()
  cell.at = at
  if (charge.rule.kind === 'LOG') {
    cell.at = slots[0] ?? now
    for (let index = 0; index < Math.min(slots.length, slotsOfCell); index++)
      cell.slots[index] = (slots[index] ?? 0) - cell.at + 1
  } else if (charge.rule.kind === 'BUCKET') {
    cell.slots[0] = Math.floor((slots[0] ?? 0) / 2 ** 32)
    cell.slots[1] = (slots[0] ?? 0) % 2 ** 32
  } else cell.slots.set(slots)
  return outcomeOf(charge, cell, now, { fits, counted })
}
