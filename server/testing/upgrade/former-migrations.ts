import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { type Database, migrate } from '@bollard/database'

/** The files that `0100-tables.sql` of each schema replaced, in the order in which the schemas need each other. */
export async function readFormerMigrations(): Promise<Record<string, Record<string, string>>> {
  const packed = await readFile(new URL('former-migrations.json.gz', import.meta.url))
  return JSON.parse(String(await promisify(gunzip)(packed)))
}

const order = ['server', 'audit', 'mail', 'identity', 'solution', 'billing', 'captcha']

/**
 * Numbers of the last files that commit 5c36d67 had, where they were not those of the last version before the squash.
 * `compare-with-commit.ts` shows that the packed files up to there are its own.
 */
export const lastOf5c36d67: Readonly<Record<string, number>> = { captcha: 18 }

/** Leaves the database as the last version before the squash did, or an earlier one whose last files are named by schema. */
export async function migrateAsBefore(
  db: Database,
  folder: string,
  last: Readonly<Record<string, number>> = {},
): Promise<void> {
  const former = await readFormerMigrations()
  for (const schema of order) {
    const directory = join(folder, `${schema}-${last[schema] ?? 'all'}`)
    await mkdir(directory, { recursive: true })
    const files = Object.entries(former[schema] ?? {}).filter(
      ([name]) => Number.parseInt(name, 10) <= (last[schema] ?? 99),
    )
    for (const [name, text] of files) await writeFile(join(directory, name), text)
    await migrate(db, { schema, directory: pathToFileURL(`${directory}/`) })
    // That version had no such table.
    await db.query(`former-${schema}`, `drop table ${schema}.current_files`)
  }
}
