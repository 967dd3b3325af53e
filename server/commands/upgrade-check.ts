import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Database, type MigrationPlan, stalls } from '@bollard/database'
import { postgresMajor } from '@bollard/database/embedded'
import { type Config, listSettings } from '../config.ts'
import { schemas, schemasOfCell } from '../migrate-every-schema.ts'
import { StartupFault } from '../startup-fault.ts'
import { checkMachine } from './doctor/check-machine.ts'
import { describeFindings, exitCodeOf } from './doctor/doctor.ts'
import { cellFault, databaseFault, fault, type Finding, ofCell, ok, skipped, warning } from './doctor/finding.ts'
import { askFurtherCells } from './each-cell.ts'
import { readPlans } from './migrate-plan.ts'
import { hasDatabase, withDatabase } from './with-database.ts'

const dayMs = 86_400_000
const oldestVersion = 15
const nodeMajor = 26

/** Says whether this release can take over the installation; changes nothing. Answers 0 for yes, 1 for yes but, 2 for no. */
export async function checkUpgrade(
  config: Config,
  args: readonly string[],
  say: (line: string) => void,
  { environment, now }: { environment: NodeJS.ProcessEnv; now: () => Date } = {
    environment: process.env,
    now: () => new Date(),
  },
): Promise<number> {
  refuseOtherArgs(args)
  const findings = [
    checkNode(process.versions.node),
    checkNames(environment),
    // A running Bollard has its ports; what is checked here is what a start in its place needs.
    ...(await checkMachine(config, true, now())).filter(({ code }) => code !== 'ports'),
    ...(await askDatabase(config, now())),
  ]
  for (const line of describeFindings(findings)) say(line)
  return exitCodeOf(findings)
}

function checkNode(version: string): Finding {
  return Number(version.split('.')[0]) >= nodeMajor
    ? ok('node', `This release runs on its own Node, ${version}.`)
    : fault(
        'node',
        `This is Node ${version}.`,
        `Use "npm start -- upgrade --check", which runs on the Node ${nodeMajor} of the release.`,
      )
}

/** Variables that are no setting of this release and look much like one: a name that has changed, or a slip. */
export function checkNames(environment: NodeJS.ProcessEnv): Finding {
  const names = listSettings().map(({ name }) => name)
  const strange = Object.keys(environment).flatMap((name) => {
    if (names.includes(name) || name.length < 6) return []
    const like = names.find((one) => distance(one, name) <= 2)
    return like === undefined ? [] : [`${name} (did you mean ${like}?)`]
  })
  return strange.length === 0
    ? ok('settings', 'All settings are valid in this release.')
    : warning(
        'settings',
        `These variables are no settings of this release: ${strange.join(', ')}.`,
        'Correct or remove them; "npm start -- --help" lists all.',
      )
}

/** How many letters have to be changed, added or taken away. */
function distance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return 3
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1]
    for (const [at, against] of [...other].entries())
      next.push(Math.min((row[at] ?? 0) + Number(letter !== against), (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1))
    row = next
  }
  return row.at(-1) ?? 0
}

async function askDatabase(config: Config, now: Date): Promise<Finding[]> {
  if (config.ROLE === 'sites' || config.ROLE === 'edge')
    return [skipped('database', 'Run this where the database is brought up to date: with ROLE=all, api or worker.')]
  const kept = checkKeptData(config)
  if (kept !== null) return [kept]
  let findings: Finding[] = []
  try {
    await withDatabase(
      config,
      async (db) => void (findings = [...(await look(db, schemas)), await checkBackup(db, now)]),
    )
  } catch (error) {
    return [databaseFault(error)]
  }
  const ofCells = await askFurtherCells(
    config,
    async (db, _address, cell) => ofCell(cell, await look(db, schemasOfCell)),
    (error, cell) => ofCell(cell, [cellFault(error)]),
  )
  return [...findings, ...ofCells.flat()]
}

/** The built-in database of this release reads the files of one version alone. Null where it will. */
function checkKeptData(config: Config): Finding | null {
  if (config.DATABASE_URL !== undefined) return null
  if (!hasDatabase(config)) return ok('database', 'There is none yet; the first start makes it.')
  const file = join(config.DATA_DIR, 'postgres', 'cluster', 'PG_VERSION')
  const found = existsSync(file) ? readFileSync(file, 'utf8').trim() : 'of an unknown version'
  return found === postgresMajor
    ? null
    : fault(
        'database',
        `The data were written by PostgreSQL ${found}; this release brings ${postgresMajor}.`,
        'Back up with the release before, and restore into this one.',
      )
}

async function look(db: Database, those: typeof schemas): Promise<Finding[]> {
  const { rows } = await db.pool.query<{ version: number }>(
    `select current_setting('server_version_num')::int / 10000 as version`,
  )
  const version = rows[0]?.version ?? 0
  if (version < oldestVersion)
    return [fault('database', `The server is PostgreSQL ${version}.`, `Upgrade it to ${oldestVersion} or newer.`)]
  const plans = await readPlans(db, those)
  return [ok('database', `PostgreSQL ${version} is new enough, and no extension is needed.`), judgePlans(plans)]
}

function judgePlans(plans: readonly MigrationPlan[]): Finding {
  const unfit = plans.find((plan) => plan.fault !== null)
  if (unfit) return fault('migrations', unfit.fault ?? '', 'Start the release that fits, or restore a backup.')
  const pending = plans.flatMap((plan) => plan.pending)
  if (pending.length === 0) return ok('migrations', 'None is pending.')
  const slow = pending.filter(({ effects }) => effects.some(stalls)).length
  return slow === 0
    ? ok('migrations', `${pending.length} are pending; calls go on meanwhile.`)
    : warning(
        'migrations',
        `${pending.length} are pending, and calls may wait for ${slow} of them.`,
        'See what they do and to how many rows: npm start -- migrate --plan',
      )
}

/** As far as the installation writes its backups down. */
async function checkBackup({ pool }: Database, now: Date): Promise<Finding> {
  const how = 'Back up first: there is no other way back from a migration.'
  const { rows } = await pool.query<{ known: boolean }>(`select to_regclass('operations.backups') is not null as known`)
  if (!rows[0]?.known) return warning('backup', 'No backup is on record.', how)
  const made = await pool.query<{ at: Date | null }>(
    `select max(ended_at) as at from operations.backups where kind = 'BACKUP' and ok`,
  )
  const at = made.rows[0]?.at ?? null
  if (at === null) return warning('backup', 'No backup is on record.', how)
  const days = (now.getTime() - at.getTime()) / dayMs
  const said = `The last backup ended ${at.toISOString()}.`
  return days > 1 ? warning('backup', said, how) : ok('backup', said)
}

function refuseOtherArgs(args: readonly string[]): void {
  try {
    if (parseArgs({ args: [...args], options: { check: { type: 'boolean' } } }).values.check) return
  } catch {
    // Told below.
  }
  throw new StartupFault(
    'Usage: npm start -- upgrade --check\nTo upgrade, replace the source and run: npm start -- reload',
  )
}
