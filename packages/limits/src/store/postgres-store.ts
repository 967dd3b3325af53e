import { bytesOfKey, type LimitKey } from '../key/limit-key.ts'
import { ceilingOf, type Charge, type LimitStore, type Outcome } from './charge.ts'
import { inGroups } from './in-groups.ts'
import { outcomeOfRow } from './taken-row.ts'

/** What a pool of node-postgres offers. */
export interface PostgresPool {
  query: (config: { name: string; text: string; values: unknown[] }) => Promise<{ rows: unknown[] }>
}

/** Whose clock counts. `CALLER` is for those who play a time: all who share the store then have to agree. */
export type Clock = 'STORE' | 'CALLER'

export interface StoreOptions {
  readonly clock?: Clock
}

export interface PostgresStoreOptions extends StoreOptions {
  /** What has waited so long for the statement before is not counted any more, in milliseconds: as long as `guardStore` waits. 1,000 by default. */
  readonly waitMsMax?: number
}

export interface PostgresStore extends LimitStore {
  /**
   * Deletes what has expired among the next `most` keys after `after`; answers where to begin the next time,
   * null at the end. A job calls it; no request waits for it.
   */
  readonly sweep: (after: Buffer | null, most: number, now: number) => Promise<Buffer | null>
  /** Deletes notes that nobody took out in time, at most so many; answers how many. */
  readonly sweepNotes: (most: number, now: number) => Promise<number>
}

/**
 * Counts exactly for all processes that share a database with `limitMigrations`: one statement for a request, whatever
 * the number of its limits, and for all requests that came while the statement before was under way. It waits while
 * another process counts one of its keys. The clock is that of the database, so those of the processes need not agree.
 * Rejects where the database fails: see `guardStore`.
 */
export function createPostgresStore(
  pool: PostgresPool,
  { clock = 'STORE', waitMsMax = 1_000 }: PostgresStoreOptions = {},
): PostgresStore {
  const take = inGroups((requests: readonly Request[]) => takeAll(pool, requests, clock), {
    most: 64,
    waitMsMax,
  })
  /** Null asks for the moment by the database's own clock. */
  const momentOf = (now: number): number | null => (clock === 'STORE' ? null : now)
  return {
    take: (charges, now, lease) => (charges.length === 0 ? [] : take({ charges, now, lease })),
    async giveBack(charges, takenAt, lease, now) {
      await pool.query({
        name: 'limits-give-back',
        text: 'select protection_limits.give_back($1, $2, $3, $4, $5, $6, protection_limits.moment_of($7), $8)',
        values: [
          charges.map(({ rule }) => rule.kind),
          charges.map(({ key }) => bytesOfKey(key)),
          charges.map(({ cost }) => cost),
          ...numbersOf(charges),
          takenAt,
          momentOf(now),
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
    async keep(key, note, until, now) {
      await pool.query({
        name: 'limits-keep',
        text: `insert into protection_limits.notes (key, note, expires_at) values ($1, $2, protection_limits.moment_of($4) + $3)
          on conflict do nothing`,
        values: [bytesOfKey(key), note, until - now, momentOf(now)],
      })
    },
    async takeOut(key, now) {
      const { rows } = await pool.query({
        name: 'limits-take-out',
        text: `delete from protection_limits.notes where key = $1
          returning case when expires_at > protection_limits.moment_of($2) then note end as note`,
        values: [bytesOfKey(key), momentOf(now)],
      })
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The column that the statement names.
      return (rows as { note: string | null }[])[0]?.note ?? null
    },
    async sweepNotes(most, now) {
      const { rows } = await pool.query({
        name: 'limits-sweep-notes',
        text: `delete from protection_limits.notes where key in (select key from protection_limits.notes where expires_at <= (select protection_limits.moment_of($2))
          order by expires_at limit $1 for update skip locked) returning 1 as one`,
        values: [most, momentOf(now)],
      })
      return rows.length
    },
    async sweep(after, most, now) {
      const { rows } = await pool.query({
        name: 'limits-sweep',
        text: 'select protection_limits.sweep($1, $2, protection_limits.moment_of($3)) as next',
        values: [after ?? Buffer.alloc(0), most, momentOf(now)],
      })
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The column that the statement names.
      return (rows as { next: Buffer | null }[])[0]?.next ?? null
    },
  }
}

interface Request {
  readonly charges: readonly Charge[]
  readonly now: number
  readonly lease: string
}

const kinds = ['COUNTER', 'LOG', 'SLOTS', 'BUCKET', 'LEASES'] as const satisfies readonly Charge['rule']['kind'][]
const modes = ['LIMIT', 'WATCH', 'METER'] as const satisfies readonly Charge['mode'][]
/** A row may be swept while it is about to be locked; then the statement has done nothing, and is run again. */
const triesMax = 3

/** Counts requests, one after the other, in one statement. Numbers go as one text: arrays are slow to write in this process. */
async function takeAll(
  pool: PostgresPool,
  requests: readonly Request[],
  clock: Clock,
): Promise<readonly (readonly Outcome[])[]> {
  const keys = sortedKeys(requests)
  const places = new Map(keys.map((key, index) => [key, index + 1]))
  const asked = requests.flatMap(({ charges }, index) =>
    charges.map((charge) => {
      const { key, rule, mode, cost } = charge
      const place = places.get(textOfKey(key))
      const [kind, how] = [kinds.indexOf(rule.kind) + 1, modes.indexOf(mode) + 1]
      return `{${index + 1},${place},${kind},${how},${cost},${ceilingOf(charge)},${rule.limit},${rule.span},${rule.origin}}`
    }),
  )
  const values = [
    Buffer.from(keys.join(''), 'latin1'),
    `{${asked.join(',')}}`,
    // Where it names no moments, the statement takes its own once it has its rows, and says which.
    clock === 'STORE' ? '{}' : `{${requests.map(({ now }) => now).join(',')}}`,
    `{${requests.map(({ lease }) => lease).join(',')}}`,
  ]
  for (let tries = 0; tries < triesMax; tries++) {
    const { rows } = await pool.query({
      name: 'limits-charge',
      text: 'select protection_limits.charge_all($1, $2, $3, $4) as line',
      values,
    })
    if (rows.length > 0) return outcomesOf(requests, rows as { line: string }[], clock)
  }
  throw new Error('rows were swept again and again before they could be counted')
}

/** The different keys in the order of their bytes, each as a text of one character for each byte. */
function sortedKeys(requests: readonly Request[]): string[] {
  return [...new Set(requests.flatMap(({ charges }) => charges.map(({ key }) => textOfKey(key))))].toSorted(
    (one, other) => (one < other ? -1 : 1),
  )
}

function textOfKey(key: LimitKey): string {
  return bytesOfKey(key).toString('latin1')
}

function outcomesOf(
  requests: readonly Request[],
  rows: readonly { readonly line: string }[],
  clock: Clock,
): Outcome[][] {
  let next = 0
  return requests.map(({ charges, now: asked }) =>
    charges.map((charge) => {
      const numbers = (rows[next++]?.line ?? '').split(' ').map(Number)
      const now = clock === 'STORE' ? (numbers.shift() ?? asked) : asked
      const [fits, counted, at = 0, step = 0, since = 0, owed = 0, ...slots] = numbers
      const standing = [step, since, owed]
      return outcomeOfRow(charge, { now, fits: fits === 1, counted: counted === 1, at, slots, standing })
    }),
  )
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
