import { countChains } from '@bollard/audit'
import { type Database, openDatabase } from '@bollard/database'
import { addressesOfRoles, loginRoleNames } from '@bollard/database/roles'
import type { Config } from '../../config.ts'
import { schemas } from '../../migrate-every-schema.ts'
import { keepSecrets } from '../../supervise/keep-secrets.ts'
import { readPlans } from '../migrate-plan.ts'
import { fault, type Finding, ok, reasonOf, skipped, warning } from './finding.ts'

const oldestVersion = 15
const daySeconds = 86_400

/** What the database itself tells, asked as its owner. `owner` is its address. */
export async function checkDatabase(
  config: Config,
  db: Database,
  owner: string,
  isRunning: boolean,
  now: () => Date,
): Promise<Finding[]> {
  const state = await checkState(db, now, 'DATABASE_URL')
  if (state.some(({ state: how }) => how === 'fault')) return state
  const schema = await checkSchema(db, schemas)
  const isMigrated = schema.state === 'ok'
  return [
    ...state,
    schema,
    ...(isMigrated ? [await checkRoles(config, owner), await checkAudit(db, now())] : []),
    ...(isMigrated && isRunning ? await checkQueues(db, now()) : []),
    ...(isRunning ? [] : [skipped('queues', 'Bollard does not run, so queues wait for it.')]),
  ]
}

/** Whether a server answers, is new enough, takes writes and has the time of this machine. `setting` names its address. */
export async function checkState({ pool }: Database, now: () => Date, setting: string): Promise<Finding[]> {
  try {
    const begun = now().getTime()
    const { rows } = await pool.query<{ version: number; at: Date; readonly: boolean }>(
      `select current_setting('server_version_num')::int / 10000 as version, clock_timestamp() as at, pg_is_in_recovery() as readonly`,
    )
    const { version = 0, at = now(), readonly = false } = rows[0] ?? {}
    if (version < oldestVersion)
      return [fault('database', `The server is PostgreSQL ${version}.`, `Upgrade it to ${oldestVersion} or newer.`)]
    if (readonly)
      return [fault('database', 'It is a standby, which takes no writes.', `Let ${setting} name the primary.`)]
    const apartSeconds = Math.abs(at.getTime() - (begun + now().getTime()) / 2) / 1_000
    return [
      ok('database', `PostgreSQL ${version} answers.`),
      apartSeconds > 5
        ? fault(
            'clock',
            `The clocks of this machine and of the database are ${apartSeconds.toFixed(0)} s apart.`,
            'Let both follow a time server, such as with chrony.',
          )
        : ok('clock', 'The clocks of this machine and of the database agree.'),
    ]
  } catch (error) {
    return [
      fault(
        'database',
        `It does not answer: ${reasonOf(error)}`,
        `Look at ${setting}, at the network, and at the log of PostgreSQL.`,
      ),
    ]
  }
}

/** Whether the schemas are as this release needs them. */
export async function checkSchema(db: Database, those: typeof schemas): Promise<Finding> {
  const plans = await readPlans(db, those)
  const unfit = plans.find((plan) => plan.fault !== null)
  if (unfit) return fault('schema', unfit.fault ?? '', 'Start the release that fits, or restore a backup.')
  const pending = plans.reduce((sum, plan) => sum + plan.pending.length, 0)
  return pending === 0
    ? ok('schema', 'The database is as this release needs it.')
    : warning(
        'schema',
        `${pending} migrations wait for the next start.`,
        'See what they do with "npm start -- migrate --plan", then start or reload.',
      )
}

/** Whether each role signs in and has its rights. */
export async function checkRoles(config: Config, owner: string): Promise<Finding> {
  const addresses = addressesOfRoles(owner, keepSecrets(config).encryptionKey)
  for (const role of loginRoleNames) {
    const db = openDatabase({ connectionString: addresses[role], max: 1, applicationName: 'bollard doctor' })
    try {
      const { rows } = await db.pool.query<{ mayUse: boolean }>(
        `select has_schema_privilege('captcha', 'usage') as "mayUse"`,
      )
      if (!rows[0]?.mayUse)
        return fault(
          'roles',
          `${role} may not use the schema of the captcha.`,
          'Start Bollard once: a start gives each role its rights.',
        )
    } catch (error) {
      return fault(
        'roles',
        `${role} cannot sign in: ${reasonOf(error)}`,
        'Start Bollard once. Where the owner may not make roles, run what "npm start -- database-roles" prints.',
      )
    } finally {
      await db.close()
    }
  }
  return ok('roles', 'Every role signs in and has its rights.')
}

/** Whether an audit log is broken, or was not looked at for long. */
export async function checkAudit(db: Database, now: Date): Promise<Finding> {
  const { broken, oldestSeconds } = await countChains(db, now)
  if (broken > 0)
    return fault(
      'audit-log',
      `${broken} audit logs have an entry that is missing or different.`,
      'Find out who could write to the database, and compare with a backup. The log of the worker names them.',
    )
  return oldestSeconds > 2 * daySeconds
    ? warning(
        'audit-log',
        'Some audit logs were not verified for two days.',
        'Look whether a process with ROLE=all, api or worker runs.',
      )
    : ok('audit-log', 'No audit log is broken.')
}

/** How long statistics and mails wait. */
export async function checkQueues({ pool }: Database, now: Date): Promise<Finding[]> {
  const { rows } = await pool.query<{ rollup: string | null; mail: Date | null }>(queuesSql)
  const seconds = (since: number | null) => (since === null ? 0 : Math.max(0, (now.getTime() - since) / 1_000))
  const rollup = seconds(rows[0]?.rollup == null ? null : Number(rows[0].rollup))
  const mail = seconds(rows[0]?.mail?.getTime() ?? null)
  return [
    late(
      'rollups',
      'What waits longest to be counted in statistics waits',
      rollup,
      120,
      900,
      'Look whether a process with ROLE=all, api or worker runs, and at the load of the database.',
    ),
    late(
      'mails',
      'The mail that waits longest waits',
      mail,
      900,
      7_200,
      'Look at the finding about the mail server, and at the outbox of the admin site.',
    ),
  ]
}

function late(
  code: string,
  what: string,
  seconds: number,
  warnFrom: number,
  failFrom: number,
  remedy: string,
): Finding {
  const said = `${what} ${Math.round(seconds)} s.`
  if (seconds >= failFrom) return fault(code, said, remedy)
  return seconds >= warnFrom ? warning(code, said, remedy) : ok(code, said)
}

const queuesSql = `select (select min(head.at) from generate_series(0, 8) part, lateral (
    select issued_ms[1] as at from captcha.pending_rollups p where p.part = part.part order by id limit 1) head)::text as rollup,
  (select min(created_at) from mail.outbox where state = 'PENDING') as mail`
