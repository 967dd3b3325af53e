import type { DescribedColumn, DescribedStatement } from './describe-statements.ts'
import type { Origin } from './infer-columns.ts'
import type { Catalogue } from './read-catalogue.ts'
import type { ToldTypes } from './read-told-types.ts'
import { typeAtRunTime } from './types-at-run-time.ts'

/**
 * The text of a file that declares the rows of these statements. `told` is what the file beside it says of columns; `use` is called
 * with each of its keys that the rows need. Formatted as `npm run format` does.
 */
export function writeRows(
  statements: readonly DescribedStatement[],
  catalogue: Catalogue,
  told: ToldTypes,
  use: (key: string) => void,
): string {
  const byName = new Map(statements.map((statement) => [statement.name, statement]))
  const names = [...byName.keys()].toSorted()
  const rows = names.flatMap((name) => rowOf(name, byName.get(name)?.columns ?? [], { catalogue, told, use }))
  const text = rows.join('\n')
  const needed = ['ColumnTypes', 'ResultTypes'].filter((one) => text.includes(`${one}[`))
  return [
    '// Rows of the named statements, as the migrated schema has them. `npm run rows` writes this file; see decisions/0057.',
    ...(needed.length === 0
      ? ['export {}']
      : [
          `import type { Narrowed } from '@bollard/database/statement-rows'`,
          `import type { ${needed.join(', ')} } from '../column-types.ts'`,
        ]),
    '',
    `declare module '@bollard/database/statement-rows' {`,
    '  interface StatementRows {',
    text,
    '  }',
    '}',
    '',
  ].join('\n')
}

interface Sources {
  readonly catalogue: Catalogue
  readonly told: ToldTypes
  readonly use: (key: string) => void
}

function rowOf(name: string, columns: readonly DescribedColumn[], sources: Sources): string[] {
  if (columns.length === 0) return [`    ${keyOf(name)}: Record<string, never>`]
  // The driver keeps the last one of two columns of one name.
  const byName = new Map(columns.map((column) => [column.name, column]))
  const members = [...byName.values()].map((column) => memberOf(keyOf(column.name), typesOf(name, column, sources)))
  return [`    ${keyOf(name)}: {`, ...members.flat(), '    }']
}

function memberOf(key: string, types: readonly string[]): string[] {
  const line = `      readonly ${key}: ${types.join(' | ')}`
  if (line.length <= 120) return [line]
  const [, schema, told] = (types.length === 1 && /^Narrowed<(.*), (\w+Types\[.*)>$/u.exec(types[0] ?? '')) || []
  if (schema !== undefined)
    return [`      readonly ${key}: Narrowed<`, `        ${schema},`, `        ${told}`, '      >']
  return [`      readonly ${key}:`, ...types.map((type) => `        | ${type}`)]
}

const keyOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/u.test(name) ? name : `'${name}'`)

/** The types that a column may be of. */
function typesOf(statement: string, column: DescribedColumn, { catalogue, told, use }: Sources): string[] {
  const base = typeAtRunTime(column.type)
  const typesOfOrigin = (origin: Origin): readonly string[] | undefined => {
    if ('literal' in origin) return [`'${origin.literal}'`]
    if (told.columns.has(origin.column)) {
      use(origin.column)
      return [`Narrowed<${boundOf([base])}, ColumnTypes['${origin.column}']>`]
    }
    return catalogue.columns.find(({ path }) => path === origin.column)?.oneOf?.map((one) => `'${one}'`)
  }
  const known = column.origins?.map(typesOfOrigin)
  const isKnown = known !== undefined && known.length > 0 && known.every((types) => types !== undefined)
  const types = [...new Set(isKnown ? known.flat() : [base])].filter((type) => type !== undefined)
  const all = column.nullable && !types.includes('unknown') ? [...types, 'null'] : types
  if (told.results.get(statement)?.has(column.name) !== true) return all
  use(`${statement} ${column.name}`)
  return [`Narrowed<${boundOf(all)}, ResultTypes['${statement}']['${column.name}']>`]
}

/** What is told of a list may say that nobody changes it. */
const boundOf = (types: readonly string[]): string =>
  types.map((type) => (type.endsWith('[]') ? `readonly ${type}` : type)).join(' | ')
