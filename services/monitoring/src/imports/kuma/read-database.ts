/**
 * Reads a database of Uptime Kuma from standard input and writes what is wanted of it to standard output, as JSON. It runs as a process of
 * its own, without rights on files, network and processes: whoever sends a file may have made it to harm what reads it.
 */
import { constants, DatabaseSync } from 'node:sqlite'
import { argv, stdin, stdout } from 'node:process'
import { LogError, withLog } from './write-ahead-log.ts'

/** What lies on standard input, one after the other. */
interface Input {
  readonly databaseBytes: number
  readonly bytesMax: number
  readonly wanted: readonly Wanted[]
}

/** What is wanted: tables with their columns, how many rows, and in which order. */
interface Wanted {
  readonly table: string
  readonly columns: readonly string[]
  readonly rowsMax: number
  readonly where?: string
  readonly orderBy: string
}

/** No single value may be larger. */
const valueBytesMax = 262_144

function open(bytes: Uint8Array): DatabaseSync {
  // A database in write-ahead mode can't be opened in memory; the two bytes say the mode, and what is read stays the same.
  if (bytes[18] === 2) bytes.set([1, 1], 18)
  const database = new DatabaseSync(':memory:', {
    defensive: true,
    allowExtension: false,
    limits: { length: 2 * valueBytesMax, sqlLength: 100_000, attach: 0, triggerDepth: 1 },
  })
  database.deserialize(bytes)
  database.exec('pragma trusted_schema = off; pragma cell_size_check = on; pragma query_only = on')
  // Whatever the schema would have evaluated: nothing but reading plain columns is let through.
  const allowed = new Set([constants.SQLITE_SELECT, constants.SQLITE_READ, constants.SQLITE_PRAGMA])
  database.setAuthorizer((action, name) => {
    if (action === constants.SQLITE_PRAGMA && name !== 'table_xinfo') return constants.SQLITE_DENY
    return allowed.has(action) ? constants.SQLITE_OK : constants.SQLITE_DENY
  })
  return database
}

/** Rows of a real table: views, virtual tables and columns that are computed would run what somebody wrote. */
function rowsOf(database: DatabaseSync, { table, columns, rowsMax, where, orderBy }: Wanted): unknown[] {
  const known = database.prepare('select type, sql from sqlite_schema where name = ?').get(table)
  if (known === undefined || known['type'] !== 'table' || /^\s*create\s+virtual/iu.test(String(known['sql']))) return []
  const there = new Set(
    database
      .prepare(`pragma table_xinfo("${table}")`)
      .all()
      .filter((column) => column['hidden'] === 0)
      .map((column) => String(column['name'])),
  )
  const taken = columns.filter((column) => there.has(column))
  if (taken.length === 0) return []
  const names = taken.map((column) => `"${column}"`).join(', ')
  const condition = where === undefined ? '' : ` where ${where}`
  const statement = database.prepare(`select ${names} from "${table}"${condition} order by ${orderBy} limit ${rowsMax}`)
  return statement
    .all()
    .map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)])))
}

function plain(value: unknown): string | number | null {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || value.length > valueBytesMax) return null
  return value
}

const chunks: Buffer[] = []
for await (const chunk of stdin) chunks.push(chunk as Buffer)
const input = new Uint8Array(Buffer.concat(chunks))
const { databaseBytes, bytesMax, wanted } = JSON.parse(argv[2] ?? '') as Input
try {
  const bytes = withLog(input.slice(0, databaseBytes), input.subarray(databaseBytes), bytesMax)
  const database = open(bytes)
  stdout.write(JSON.stringify(Object.fromEntries(wanted.map((one) => [one.table, rowsOf(database, one)]))))
} catch (error) {
  if (!(error instanceof LogError)) throw error
  stdout.write(JSON.stringify({ fault: error.code }))
}
