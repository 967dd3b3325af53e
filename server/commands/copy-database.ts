import type { Facts } from '@bollard/backup'
import { becomeCell } from '@bollard/captcha-service/cells'
import { type Database, openDatabase, RolesMissingError } from '@bollard/database'
import { type Copied, copyDatabase as copyRows } from '@bollard/database/copy-database'
import { compareCounts } from '../backup/compare-facts.ts'
import { measureFacts } from '../backup/measure-facts.ts'
import { usageFault, withCommandArgs } from '../backup/run-alone.ts'
import type { Config } from '../config.ts'
import { migrateEverySchema, schemas } from '../migrate-every-schema.ts'
import { StartupFault } from '../startup-fault.ts'
import { checkDatabase } from '../supervise/check-database.ts'
import { isRunning } from '../supervise/running-record.ts'
import { readPlans } from './migrate-plan.ts'
import { withDatabase } from './with-database.ts'

export const copyDatabaseUsage = 'copy-database --to <postgresql://…>'
/** Of one statement: a large table takes long. */
const statementMsMax = 86_400_000

/**
 * Copies the database of a stopped installation, mostly the built-in one, into an empty database of a server of any major version that Bollard
 * takes, and compares both. Its own is only read.
 */
export async function copyDatabase(
  config: Config,
  args: readonly string[],
  say: (line: string) => void,
): Promise<void> {
  const { to } = withCommandArgs(copyDatabaseUsage, args, { to: { type: 'string' } })
  if (to === undefined || !/^postgres(?:ql)?:\/\//u.test(to)) throw usageFault(copyDatabaseUsage)
  if (to === config.DATABASE_URL) throw new StartupFault('--to: this is the database of DATABASE_URL itself.')
  if (isRunning(config.DATA_DIR))
    throw new StartupFault('Bollard runs here. Stop it first: what it wrote meanwhile would be missing in the copy.')
  await checkDatabase(to, '--to')
  await withDatabase(config, async (one, address) => {
    const plans = await readPlans(one)
    if (plans.some(({ pending, renews, fault }) => fault !== null || pending.length > 0 || renews))
      throw new StartupFault(
        'This database was last used by another release. Start this release here once, stop it, and copy again.',
      )
    const [from, other] = [open(address), open(to)]
    try {
      await requireEmpty(other)
      const copied = await copyInto(address, to, other)
      say(`Copied ${copied.rows} rows of ${copied.tables} tables.`)
      const faults = await compare(from, other)
      if (faults.length > 0) throw new StartupFault(`The copy differs:\n${faults.join('\n')}`)
      say(
        'Both have the same rows, statistics and audit logs. Start Bollard with this DATABASE_URL and the same secrets.',
      )
    } finally {
      await from.close()
      await other.close()
    }
  })
}

const open = (connectionString: string): Database =>
  openDatabase({ connectionString, max: 2, applicationName: 'bollard copy', statementTimeoutMs: statementMsMax })

async function requireEmpty(other: Database): Promise<void> {
  const { rows } = await other.pool.query<{ encoding: string; found: string | null }>(
    `select current_setting('server_encoding') as encoding,
      (select string_agg(nspname, ', ' order by nspname) from pg_namespace where nspname = any($1::text[])) as found`,
    [schemas.map(({ schema }) => schema)],
  )
  const { encoding = '', found = null } = rows[0] ?? {}
  if (encoding !== 'UTF8') throw new StartupFault(`--to: its encoding is ${encoding}, and UTF8 is needed.`)
  if (found !== null)
    throw new StartupFault(
      `--to: this database isn't empty: it has ${found}. Drop it, create it anew, and repeat this.`,
    )
}

/** Leaves nothing behind if it fails, so that it can be repeated. */
async function copyInto(from: string, to: string, other: Database): Promise<Copied> {
  const names = schemas.map(({ schema }) => schema)
  try {
    await migrateEverySchema(other)
    await becomeCell(other, 0)
    const copied = await copyRows(from, to, names)
    await other.pool.query('analyze')
    return copied
  } catch (error) {
    await other.pool.query(`drop schema if exists ${names.join(', ')} cascade`).catch(() => undefined)
    if (error instanceof RolesMissingError)
      throw new StartupFault(`--to: ${error.message}\n"npm start -- database-roles" prints what makes them.`, {
        cause: error,
      })
    throw error
  }
}

async function compare(from: Database, other: Database): Promise<string[]> {
  const [facts, found] = [await factsOf(from), await factsOf(other)]
  const faults = compareCounts({ before: facts, after: facts }, found, 'at-point')
  if (JSON.stringify(facts.heads) !== JSON.stringify(found.heads)) faults.push('The newest entries of the audit logs.')
  return faults
}

async function factsOf(db: Database): Promise<Facts> {
  const session = await db.pool.connect()
  return measureFacts(session).finally(() => session.release())
}
