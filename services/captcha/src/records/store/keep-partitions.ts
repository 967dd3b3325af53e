import type { Database, Queries } from '@bollard/database'
import { keepLabelledEvidence } from './feedback-evidence.ts'

const dayMs = 86_400_000
const tables = ['verifications', 'redemptions', 'feedback'] as const
type PartitionedTable = (typeof tables)[number]

interface PartitionOptions {
  readonly daysAhead: number
  readonly retentionDays: number
  /** Whether the log of a day (`2026-11-01`) may be dropped; every day may when left out. */
  readonly mayDrop?: ((day: string) => Promise<boolean>) | undefined
}

/**
 * Makes the daily partitions from yesterday to `daysAhead` days ahead, moving rows that meanwhile
 * went into the default partition, and drops those whose last day is older than `retentionDays`, once `mayDrop` lets their day go. Of
 * labelled verifications a count of their evidence stays, see `keepLabelledEvidence`.
 * Safe to run in several processes at once, and while a backup runs: where a lock is not to be had at once, it ends with
 * `'later'`, as it does while a day may not go yet, and nothing is lost, since rows without a partition of their own go into the default one.
 */
export async function keepPartitions(db: Database, now: number, options: PartitionOptions): Promise<'done' | 'later'> {
  try {
    return (await changePartitions(db, now, options)) ? 'done' : 'later'
  } catch (error) {
    if (!isLockWait(error)) throw error
    return 'later'
  }
}

/** PostgreSQL's code for a lock that was not to be had in time. */
function isLockWait(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03'
}

/** Whether all is dropped that is too old. */
async function changePartitions(
  db: Database,
  now: number,
  { daysAhead, retentionDays, mayDrop = async () => true }: PartitionOptions,
): Promise<boolean> {
  const held = new Set<string>()
  const today = Math.floor(now / dayMs) * dayMs
  for (const table of tables) {
    const existing = await partitionsOf(db, table)
    for (let day = today - dayMs; day <= today + daysAhead * dayMs; day += dayMs) {
      if (!existing.has(partitionName(table, day))) await makePartition(db, table, day)
    }
    const oldest = partitionName(table, today - retentionDays * dayMs)
    for (const name of existing) {
      if (!isDaily(table, name) || name >= oldest) continue
      const day = dateOf(dayOf(name))
      // All tables of a day go together, for the archive reads them together.
      if (held.has(day) || !(await mayDrop(day))) held.add(day)
      else await dropPartition(db, table, name)
    }
  }
  return held.size === 0
}

async function partitionsOf(db: Database, table: PartitionedTable): Promise<Set<string>> {
  const rows = await db.query(
    'captcha-partitions',
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = $1::text::regclass`,
    [`captcha.${table}`],
  )
  return new Set(rows.map((row) => row.name))
}

async function makePartition(db: Database, table: PartitionedTable, day: number): Promise<void> {
  await db.transaction(async (tx) => {
    await lockPartitions(tx)
    await tx.query('captcha-partition-make', 'select captcha.make_partition($1, $2)', [table, dateOf(day)])
  })
}

async function dropPartition(db: Database, table: PartitionedTable, name: string): Promise<void> {
  const from = dayOf(name)
  await db.transaction(async (tx) => {
    // Always: of two drops at once PostgreSQL refuses one with an internal error, even with `if exists`.
    await lockPartitions(tx)
    // Once: whoever comes second finds the day gone, and must not count its labels again.
    if (!(await isThere(tx, name))) return
    if (table === 'verifications') await keepLabelledEvidence(tx, { from: new Date(from), to: new Date(from + dayMs) })
    await tx.query('captcha-partition-drop', 'select captcha.drop_partition($1, $2)', [table, dateOf(from)])
  })
}

/** Partitions are made and dropped by one at a time; held until the end of the transaction. */
export async function lockPartitions(tx: Queries): Promise<void> {
  await tx.query('captcha-partition-lock', `select pg_advisory_xact_lock(hashtext('captcha.partitions'))`)
}

async function isThere(tx: Queries, name: string): Promise<boolean> {
  const [known] = await tx.query('captcha-partition-known', `select to_regclass($1::text) is not null as known`, [
    `captcha.${name}`,
  ])
  return known?.known === true
}

function partitionName(table: PartitionedTable, day: number): string {
  return `${table}_${dateOf(day).replaceAll('-', '')}`
}

/** The day in UTC, such as `2026-03-01`. */
function dateOf(day: number): string {
  return new Date(day).toISOString().slice(0, 10)
}

/** Milliseconds at which the day of a daily partition begins. */
function dayOf(name: string): number {
  const [, year, month, day] = /_(\d{4})(\d\d)(\d\d)$/u.exec(name) ?? []
  return Date.UTC(Number(year), Number(month) - 1, Number(day))
}

function isDaily(table: PartitionedTable, name: string): boolean {
  return new RegExp(`^${table}_\\d{8}$`, 'u').test(name)
}
