import type { Queries } from '@bollard/database'
import type { Statement } from './find-statements.ts'
import { inferColumns, type ResultColumn } from './infer-columns.ts'
import type { Catalogue } from './read-catalogue.ts'
import { nodesOf, readNodeTree, type TreeNode } from './read-node-tree.ts'

export interface DescribedColumn extends ResultColumn {
  /** As PostgreSQL writes it, such as `timestamp with time zone` or `text[]`. */
  readonly type: string
}

export interface DescribedStatement extends Statement {
  /** Empty where the statement yields no rows. */
  readonly columns: readonly DescribedColumn[]
}

/**
 * Asks the database what the rows of each statement are, without running it: `prepare` tells types, and the body of a function of it,
 * which PostgreSQL keeps as it has understood it, tells what may be null. To be called in a transaction that is rolled back.
 * Throws where PostgreSQL refuses a statement.
 */
export async function describeStatements(
  tx: Queries,
  catalogue: Catalogue,
  statements: readonly Statement[],
): Promise<DescribedStatement[]> {
  const described: DescribedStatement[] = []
  const faults: string[] = []
  for (const statement of statements) {
    try {
      const columns = await describe(tx, statement.text, (query) => inferColumns(catalogue, query))
      described.push({ ...statement, columns })
    } catch (error) {
      await tx.query('', 'rollback to savepoint described')
      faults.push(`${statement.place}: ${statement.name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  if (faults.length > 0) throw new Error(`PostgreSQL refuses\n${faults.join('\n')}`)
  return described
}

async function describe(
  tx: Queries,
  text: string,
  infer: (query: TreeNode) => ResultColumn[],
): Promise<DescribedColumn[]> {
  // Other commands yield no rows and cannot be prepared by name.
  if (/^\s*(?:alter|listen|lock|notify|set)\b/iu.test(text)) return []
  await tx.query('', 'savepoint described')
  await tx.query('', `prepare described as ${text}`)
  const [types] = await tx.query<{ parameters: string; results: string[] | null }>('', typesSql)
  await tx.query('', 'deallocate described')
  if (types?.results == null) return []
  await tx.query(
    '',
    `create function pg_temp.described(${types.parameters}) returns void language sql begin atomic ${text}; end`,
  )
  const [body] = await tx.query<{ tree: string }>('', bodySql)
  await tx.query('', 'rollback to savepoint described')
  const [query] = nodesOf([readNodeTree(body?.tree ?? '')].flat(2))
  const columns = query === undefined ? [] : infer(query)
  if (columns.length !== types.results.length)
    throw new Error(`${columns.length} columns were understood of ${types.results.length}`)
  return columns.map((column, index) => ({ ...column, type: types.results?.[index] ?? '' }))
}

const typesSql = `select array_to_string(parameter_types, ', ') as parameters, result_types::text[] as results from pg_prepared_statements where name = 'described'`
const bodySql = `select prosqlbody as tree from pg_proc where proname = 'described' and pronamespace = pg_my_temp_schema()`
