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

/** Leaves the database as the last version before the squash did. */
export async function migrateAsBefore(db: Database, folder: string): Promise<void> {
  const former = await readFormerMigrations()
  for (const schema of order) {
    const directory = join(folder, schema)
    await mkdir(directory, { recursive: true })
    for (const [name, text] of Object.entries(former[schema] ?? {})) await writeFile(join(directory, name), text)
    await migrate(db, { schema, directory: pathToFileURL(`${directory}/`) })
    // That version had no such table.
    await db.query(`former-${schema}`, `drop table ${schema}.current_files`)
  }
}
