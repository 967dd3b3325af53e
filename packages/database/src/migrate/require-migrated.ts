import type { Queries } from '../open-database.ts'
import { SchemaBehindError, SchemaTooNewError } from './migration-errors.ts'
import { readMigrations } from './read-migrations.ts'

/**
 * Makes sure that another process has brought `schema` up to date with the files of `directory`, for one that may not do so itself. Asks
 * for the right to read `number` of its table of migrations.
 * @throws SchemaBehindError, SchemaTooNewError
 */
export async function requireMigrated(db: Queries, options: { schema: string; directory: URL }): Promise<void> {
  const { numbered } = await readMigrations(options.directory)
  const wanted = numbered.at(-1)?.number ?? 0
  const [row] = await db.query<{ newest: number }>(
    `${options.schema}-migrated`,
    `select coalesce(max(number), 0)::int as newest from ${options.schema}.migrations`,
  )
  const newest = row?.newest ?? 0
  if (newest > wanted) throw new SchemaTooNewError(options.schema, newest)
  if (newest < wanted) throw new SchemaBehindError(options.schema, newest, wanted)
}
