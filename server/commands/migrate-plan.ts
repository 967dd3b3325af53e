import { parseArgs } from 'node:util'
import { type Database, type MigrationPlan, planMigrations, stalls } from '@bollard/database'
import type { Config } from '../config.ts'
import { schemas, schemasOfCell } from '../migrate-every-schema.ts'
import { StartupFault } from '../startup-fault.ts'
import { askFurtherCells } from './each-cell.ts'
import { reasonOf } from './doctor/finding.ts'
import { withDatabase } from './with-database.ts'

const usage = 'Usage: npm start -- migrate --plan\nMigrations themselves run when Bollard starts or reloads.'

/** Says what a start of this release would change. Answers 1 where this release cannot use the database, else 0. */
export async function planEverySchema(
  config: Config,
  args: readonly string[],
  say: (line: string) => void,
): Promise<number> {
  if (!isPlan(args)) throw new StartupFault(usage)
  let plans: MigrationPlan[] = []
  await withDatabase(config, async (db) => void (plans = await readPlans(db)))
  for (const line of describePlans(plans)) say(line)
  const ofCells = await askFurtherCells<MigrationPlan[] | string>(
    config,
    async (db) => readPlans(db, schemasOfCell),
    (error) => reasonOf(error),
  )
  for (const [index, found] of ofCells.entries()) {
    const lines = typeof found === 'string' ? [`It does not answer, and is left out: ${found}`] : describePlans(found)
    for (const line of lines) say(`Cell ${index + 1}: ${line}`)
  }
  const all = [...plans, ...ofCells.flatMap((found) => (typeof found === 'string' ? [] : found))]
  return all.some(({ fault }) => fault !== null) ? 1 : 0
}

/** One schema after the other: each plan is a few small questions. */
export async function readPlans(db: Database, those = schemas): Promise<MigrationPlan[]> {
  const plans: MigrationPlan[] = []
  for (const one of those) plans.push(await planMigrations(db, one))
  return plans
}

/** Lines for a terminal. */
export function describePlans(plans: readonly MigrationPlan[]): string[] {
  const lines = plans.flatMap(({ schema, newest, pending, renews, fault }) => {
    if (fault !== null) return [fault]
    if (pending.length === 0) return renews ? [`${schema}: functions and rights are written anew, which is brief.`] : []
    if (newest === 0) return [`${schema}: is new here, and is made.`]
    return pending.flatMap(({ file, effects }) => [`${schema}/${file}`, ...effects.map(describeEffect)])
  })
  if (lines.length === 0) return ['Nothing: the database is as this release needs it.']
  const isStalling = plans.some(({ pending }) => pending.some(({ effects }) => effects.some(stalls)))
  const summary = isStalling
    ? 'Calls of the running release may wait at the lines marked "!" for as long as the table is large.'
    : 'The running release goes on meanwhile: nothing of this keeps its calls waiting for more than a moment.'
  return plans.some(({ fault }) => fault !== null) ? lines : [...lines, summary]
}

const locks = {
  none: 'locks nothing',
  changes: 'keeps out other changes of the table',
  writes: 'keeps out writing',
  everything: 'keeps out everything',
} as const
const works = {
  brief: 'for a moment',
  scan: 'while it reads the table',
  build: 'while it builds an index',
  rewrite: 'while it writes the table anew',
  rows: 'while it changes rows',
  unknown: 'for an unknown time',
} as const

function describeEffect(effect: MigrationPlan['pending'][number]['effects'][number]): string {
  const { statement, lock, work, rows } = effect
  const counted = rows === null ? '' : `, about ${rows.toLocaleString('en')} rows`
  const short = statement.length > 100 ? `${statement.slice(0, 99)}…` : statement
  return `${stalls(effect) ? '!' : ' '} ${short}\n    ${locks[lock]} ${works[work]}${counted}`
}

function isPlan(args: readonly string[]): boolean {
  try {
    return parseArgs({ args: [...args], options: { plan: { type: 'boolean' } } }).values.plan === true
  } catch {
    return false
  }
}
