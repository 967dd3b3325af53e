import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

/** A file `NNNN-name.sql`: it runs once in each database and never changes after it has shipped. */
export interface Migration {
  readonly number: number
  readonly name: string
  readonly text: string
  /** SHA-256 of the text in base64url, whatever the line ends are. */
  readonly checksum: string
  /** Files that this one replaces, with their checksums; a database that has run all of them already is what this one makes. */
  readonly replaces: ReadonlyMap<string, string> | null
}

/** What the folder of a schema says. */
export interface Migrations {
  readonly numbered: readonly Migration[]
  /**
   * Files in `replaced.json`, by name: the last of those that the first numbered file replaces. A database that has run all of the others
   * runs these first.
   */
  readonly replaced: readonly Migration[]
  /**
   * What today's functions and triggers are, and who may do what: `functions.sql` and `access.sql`. Unlike the numbered files they
   * are edited in place, so that each function can be read in one place, and run again whenever they have changed.
   */
  readonly current: { readonly functions: string; readonly access: string; readonly checksum: string }
}

export async function readMigrations(directory: URL): Promise<Migrations> {
  const folder = directory.href.endsWith('/') ? directory : new URL(`${directory.href}/`)
  const files = (await readdir(folder)).toSorted()
  const read = async (name: string) => (files.includes(name) ? readFile(new URL(name, folder), 'utf8') : '')
  const replaces = readReplaced(await read('squashed.json'))
  const numbered = await readNumbered(folder, replaces)
  const late = numbered.find(({ replaces }) => replaces !== null)
  if (late !== undefined && late !== numbered[0])
    throw new Error(`Migration "${numbered[0]?.name}" comes before "${late.name}", which replaces all earlier ones`)
  const [functions = '', access = ''] = await Promise.all(currentFiles.map(read))
  const former: Record<string, string> = JSON.parse((await read('replaced.json')) || '{}')
  const replaced = Object.entries(former).map(([name, text]) => migrationOf(name, text, null))
  return { numbered, replaced, current: { functions, access, checksum: checksumOf(`${functions}\n${access}`) } }
}

const currentFiles = ['functions.sql', 'access.sql']

async function readNumbered(folder: URL, replaces: Map<string, ReadonlyMap<string, string>>): Promise<Migration[]> {
  const seen = new Set<number>()
  const numbered: Migration[] = []
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql') && !currentFiles.includes(file))
  for (const name of files.toSorted()) {
    const migration = migrationOf(name, await readFile(new URL(name, folder), 'utf8'), replaces.get(name) ?? null)
    if (seen.has(migration.number)) throw new Error(`Two migrations have the number ${migration.number}`)
    seen.add(migration.number)
    numbered.push(migration)
  }
  return numbered
}

function migrationOf(name: string, text: string, replaces: Migration['replaces']): Migration {
  const number = Number(/^(\d{4})-[a-z0-9-]+\.sql$/u.exec(name)?.[1] ?? Number.NaN)
  if (Number.isNaN(number)) throw new Error(`Migration "${name}" is not named NNNN-name.sql`)
  return { number, name, text, checksum: checksumOf(text), replaces }
}

function checksumOf(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('base64url')
}

function readReplaced(text: string): Map<string, ReadonlyMap<string, string>> {
  const given: Record<string, Record<string, string>> = text === '' ? {} : JSON.parse(text)
  return new Map(Object.entries(given).map(([name, files]) => [name, new Map(Object.entries(files))]))
}
