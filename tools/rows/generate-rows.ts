/**
 * `npm run rows`: writes the types of the rows of every named statement, as the migrated schema has them (0057). Also asked by
 * `generate-rows.test.ts`, which fails where a file is not what this would write.
 */
import { existsSync, readFileSync, writeFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openDatabase } from '@bollard/database'
import { startTestDatabase } from '@bollard/testing'
import { schemas } from '../../server/migrate-every-schema.ts'
import { describeStatements } from './describe-statements.ts'
import { findStatements, type Statement } from './find-statements.ts'
import { readCatalogue } from './read-catalogue.ts'
import { readToldTypes } from './read-told-types.ts'
import { statementsByHand } from './statements-by-hand.ts'
import { writeRows } from './write-rows.ts'

/** Answers the text of every file of row types, by its path from `root`. Throws where a statement is at fault. */
export async function generateRows(root: string): Promise<ReadonlyMap<string, string>> {
  const { statements, dynamic } = findStatements(root)
  const faults = [...findContradictions(statements), ...findUnlisted(dynamic)]
  const postgres = await startTestDatabase()
  const db = openDatabase({ connectionString: await postgres.createDatabase(...schemas), max: 1 })
  try {
    return await db.transaction(async (tx) => {
      const catalogue = await readCatalogue(tx)
      const described = await describeStatements(tx, catalogue, uniqueOf(statements))
      const files = new Map<string, string>()
      for (const [source, own] of Map.groupBy(described, ({ place }) => sourceOf(place))) {
        const told = readToldTypes(root, `${source}/column-types.ts`)
        const used = new Set<string>()
        files.set(
          `${source}/generated/rows.ts`,
          writeRows(own, catalogue, told, (key) => used.add(key)),
        )
        const results = [...told.results].flatMap(([name, columns]) =>
          [...columns].map((column) => `${name} ${column}`),
        )
        for (const key of [...told.columns, ...results])
          if (!used.has(key)) faults.push(`${source}/column-types.ts: no statement yields ${key}`)
      }
      if (faults.length > 0) throw new Error(faults.join('\n'))
      return files
    })
  } finally {
    await db.close()
    await postgres.stop()
  }
}

/** The source folder that a place is in: `services/billing/src`, or `server`. */
const sourceOf = (place: string): string => /^(?:[^/]+\/[^/]+\/src|server)(?=\/)/u.exec(place)?.[0] ?? ''

/** A connection knows one text by each name. */
function findContradictions(statements: readonly Statement[]): string[] {
  return [...Map.groupBy(statements, ({ name }) => name)].flatMap(([name, all]) =>
    all.every(({ text, place }) => text === all[0]?.text && sourceOf(place) === sourceOf(all[0].place))
      ? []
      : [`Different statements have the name ${name}: ${all.map(({ place }) => place).join(', ')}`],
  )
}

const uniqueOf = (statements: readonly Statement[]): Statement[] => [
  ...new Map(statements.map((one) => [one.name, one])).values(),
]

function findUnlisted(dynamic: readonly { readonly place: string; readonly why: string }[]): string[] {
  const listed = Object.keys(statementsByHand)
  const found = new Set(dynamic.map(({ place }) => place.replace(/:\d+$/u, '')))
  return [
    ...dynamic
      .filter(({ place }) => !listed.includes(place.replace(/:\d+$/u, '')))
      .map(
        ({ place, why }) => `${place}: a statement needs a name and a text that are constants, and no row type: ${why}`,
      ),
    ...listed
      .filter((file) => !found.has(file))
      .map((file) => `tools/rows/statements-by-hand.ts: ${file} needs no exception`),
  ]
}

if (import.meta.main) {
  const root = process.cwd()
  for (const [path, text] of await generateRows(root)) {
    const file = join(root, path)
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    console.log(path)
  }
}
