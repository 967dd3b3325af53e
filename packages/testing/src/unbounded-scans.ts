import type { Database } from '@bollard/database'

/**
 * The prepared statements of a pool that the planner could answer only by reading a whole table, as `statement: table`. It forbids itself
 * to where any index serves, so what is left has none, however small the tables of a test are. Ask it after the calls that are to be
 * looked at; tables in `small` are bounded by themselves.
 */
export async function unboundedScans(
  pool: Database['pool'],
  small: readonly string[] = [],
): Promise<{ looked: number; scans: string[] }> {
  // All connections at once: a statement is known to the one that has run it.
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()))
  const scans = new Set<string>()
  const names = new Set<string>()
  try {
    for (const client of clients) {
      const { rows } = await client.query<{ name: string; statement: string }>(
        `select name, statement from pg_prepared_statements where statement ~* '^\\s*(select|with|update|delete)'`,
      )
      await client.query('set enable_seqscan = off')
      for (const { name, statement } of rows) {
        if (names.has(name)) continue
        names.add(name)
        const { rows: lines } = await client.query<{ 'QUERY PLAN': string }>(
          `explain (generic_plan, costs off) ${statement}`,
        )
        for (const { 'QUERY PLAN': line } of lines) {
          const table = /Seq Scan on (\w+)/u.exec(line)?.[1]
          if (table !== undefined && !small.includes(table)) scans.add(`${name}: ${table}`)
        }
      }
      await client.query('reset enable_seqscan')
    }
  } finally {
    for (const client of clients) client.release()
  }
  return { looked: names.size, scans: [...scans].toSorted() }
}
