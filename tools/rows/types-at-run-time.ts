/** What the driver makes of each type of PostgreSQL; `types-at-run-time.test.ts` asks it. */
const single: Readonly<Record<string, string>> = {
  boolean: 'boolean',
  smallint: 'number',
  integer: 'number',
  real: 'number',
  'double precision': 'number',
  oid: 'number',
  bigint: 'string',
  numeric: 'string',
  text: 'string',
  'character varying': 'string',
  name: 'string',
  uuid: 'string',
  inet: 'string',
  cidr: 'string',
  bytea: 'Buffer',
  date: 'Date',
  'timestamp without time zone': 'Date',
  'timestamp with time zone': 'Date',
  json: 'unknown',
  jsonb: 'unknown',
  void: 'string',
}

/** Lists, where they aren't lists of what a single one is. */
const lists: Readonly<Record<string, string>> = { name: 'string', numeric: 'number[]' }

/** The type in TypeScript of a value that isn't null. Throws for a type that no statement has had yet. */
export function typeAtRunTime(type: string): string {
  const element = type.endsWith('[]') ? type.slice(0, -2) : undefined
  const found = element === undefined ? single[type] : (lists[element] ?? (single[element] && `${single[element]}[]`))
  if (found === undefined) throw new Error(`tools/rows/types-at-run-time.ts does not know ${type}`)
  return found
}

/** All types that are known, such as `bigint` and `bigint[]`. */
export const knownTypes: readonly string[] = Object.keys(single).flatMap((one) =>
  one === 'void' ? [one] : [one, `${one}[]`],
)
