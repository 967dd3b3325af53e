import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '@bollard/database'
import { expect } from 'vitest'
import type { RunningApi } from './start-api.ts'

/** What the services write by themselves while calls are made. */
export const written: ReadonlySet<string> = new Set([
  'captcha.edge_heartbeats',
  'captcha.network_history',
  'captcha.volume_counts',
])

/** Every row of every table of the product, in all cells, as `schema.table` and text. */
export async function dumpTables(cells: readonly Database[]): Promise<Set<string>> {
  const rows = await Promise.all(cells.map(dumpCell))
  return new Set(rows.flat())
}

async function dumpCell(db: Database): Promise<string[]> {
  const { rows: tables } = await db.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('solution', 'billing', 'captcha', 'monitoring', 'identity', 'contact', 'telemetry', 'operations', 'mail', 'audit') order by 1`,
  )
  const all: string[] = []
  for (const { name } of tables) {
    const { rows } = await db.pool.query<{ row: string }>(`select t::text as row from ${name} t`)
    all.push(...rows.map(({ row }) => `${name} ${row}`))
  }
  return all
}

/** A row that changed is among those that went and those that came. */
export function compareDumps(
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
): { gone: string[]; come: string[] } {
  return { gone: [...before].filter((row) => !after.has(row)), come: [...after].filter((row) => !before.has(row)) }
}

export const tableOf = (row: string): string => row.slice(0, row.indexOf(' '))

/** Waits until what earlier calls began in the background is done, and nothing else is written either. */
export async function untilSettled({ db, cells, services }: RunningApi): Promise<void> {
  await services.identity.drain()
  const ofCells = `select from captcha.erasures where status = 'RUNNING' union all select from captcha.exports where status in ('QUEUED', 'RUNNING')`
  const ofPeople = `select from identity.account_exports where status = 'PENDING'`
  const running = async () => {
    const open = [db.pool.query(ofPeople), ...cells.map((cell) => cell.pool.query(ofCells))]
    return (await Promise.all(open)).flatMap(({ rows }) => rows)
  }
  await expect.poll(running, { timeout: 20_000 }).toEqual([])
  const writing = async () => {
    const before = await dumpTables(cells)
    await pause(200)
    const { gone, come } = compareDumps(before, await dumpTables(cells))
    return [...gone, ...come].filter((row) => !written.has(tableOf(row)))
  }
  await expect.poll(writing, { timeout: 20_000 }).toEqual([])
}
