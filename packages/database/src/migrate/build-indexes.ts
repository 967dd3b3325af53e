import type { Client } from 'pg'
import { splitStatements } from './split-statements.ts'

/** The first line of a file whose indexes are built while calls go on. Such a build cannot be in a transaction. */
const mark = /^-- concurrently\b/u

/** Whether a file builds or drops indexes while calls go on, and does nothing else. */
export const isConcurrent = (text: string): boolean => mark.test(text)

/**
 * Runs a file that is marked so. A build that was killed leaves an index that answers no query: it is dropped and built anew, and
 * what was finished stays, so that the next start goes on where this one ended.
 * @throws for any other statement, before one has run
 */
export async function buildIndexes(client: Pick<Client, 'query'>, schema: string, text: string): Promise<void> {
  const statements = splitStatements(text)
  const steps = statements.map((statement) => {
    const step = shape.exec(statement)
    if (!step)
      throw new Error(
        `Only "create index concurrently if not exists" and "drop index concurrently if exists" may be in a file marked so, not: ${statement}`,
      )
    return { statement, name: (step[1] ?? step[2] ?? '').replace(/^.*\./u, '') }
  })
  await client.query(`set search_path to ${schema}`)
  // It keeps no call waiting, so it may wait for those that run.
  await client.query('set lock_timeout to 0')
  for (const { statement, name } of steps) {
    const { rowCount } = await client.query(brokenSql, [schema, name])
    if (rowCount) await client.query(`drop index concurrently if exists ${schema}.${name}`)
    await client.query(statement)
  }
  await client.query('reset search_path')
}

const shape =
  /^(?:create (?:unique )?index concurrently if not exists ([\w.]+) on |drop index concurrently if exists ([\w.]+)$)/iu
const brokenSql = `select from pg_index i join pg_class c on c.oid = i.indexrelid
  where c.relnamespace = $1::regnamespace and c.relname = $2 and not i.indisvalid`
