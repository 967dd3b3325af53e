import type { Database } from '@bollard/database'
import { maskText } from './mask-text.ts'

/** What a database tells about itself: names of our own tables, counts, sizes and times. No value of a row of anybody's. */
export async function readDatabase({ pool }: Database, schemas: readonly string[]): Promise<Record<string, unknown>> {
  const ask = async (text: string, values: unknown[] = []) => (await pool.query(text, values)).rows
  const migrations = []
  for (const schema of schemas)
    if ((await ask('select from pg_class where oid = to_regclass($1)', [`${schema}.migrations`])).length > 0)
      migrations.push(
        ...(await ask(
          `select '${schema}' as schema, name, applied_at as at from ${schema}.migrations order by number`,
        )),
      )
  const mails = await ask(mailsSql).catch(() => [])
  return {
    version: await ask(
      `select current_setting('server_version') as version, pg_database_size(current_database())::text as bytes`,
    ),
    settings: await ask(settingsSql),
    migrations,
    tables: await ask(tablesSql, [schemas]),
    invalidIndexes: await ask(indexesSql, [schemas]),
    connections: await ask(connectionsSql),
    queues: {
      rollups: await ask(`select count(*)::int as rows from captcha.pending_rollups`).catch(() => []),
      mails: mails.map((row) => ({ ...row, error: typeof row.error === 'string' ? maskText(row.error) : null })),
      auditChains: await ask(
        `select count(*)::int as checked, count(broken_number)::int as broken, min(verified_at) as oldest from audit.checks`,
      ).catch(() => []),
    },
  }
}

const settingsSql = `select name, setting, unit from pg_settings where name in ('max_connections', 'shared_buffers', 'work_mem', 'wal_level',
  'archive_mode', 'synchronous_commit', 'fsync', 'full_page_writes', 'data_checksums', 'max_wal_size', 'autovacuum', 'timezone')`
const tablesSql = `select schemaname as schema, relname as table, n_live_tup::text as rows, n_dead_tup::text as dead, last_autovacuum as vacuumed,
  pg_total_relation_size(relid)::text as bytes from pg_stat_user_tables where schemaname = any ($1::text[]) order by pg_total_relation_size(relid) desc`
const indexesSql = `select n.nspname as schema, c.relname as index from pg_index i join pg_class c on c.oid = i.indexrelid
  join pg_namespace n on n.oid = c.relnamespace where not i.indisvalid and n.nspname = any ($1::text[])`
const connectionsSql = `select usename as role, state, wait_event_type as waits, count(*)::int as connections,
  max(extract(epoch from now() - xact_start))::int as "oldestSeconds"
  from pg_stat_activity where datname = current_database() and usename like 'bollard%' group by 1, 2, 3`
const mailsSql = `select state, count(*)::int as mails, min(created_at) as oldest, max(attempts) as attempts, max(error) as error
  from mail.outbox group by state`
