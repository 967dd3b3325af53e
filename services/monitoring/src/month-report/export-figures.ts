import type { exportedFigures } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { csvHead, csvLine } from '@bollard/export-file'
import { startOf, toAnswer } from '../figures/rollups.ts'
import { assertService } from '../result/stored-results.ts'

const linesMax = 100_000

type Line = Readonly<Record<string, unknown>>
interface Exported {
  readonly solutionId: string
  readonly serviceId: string
  readonly of: (typeof exportedFigures)[number]
  readonly format: 'CSV' | 'JSON'
}

const rollUpColumns =
  'at checks up degraded down challenged unknown averageMs minMs maxMs p50Ms p95Ms p99Ms downSeconds'.split(' ')
const columns: Readonly<Record<Exported['of'], readonly string[]>> = {
  RESULTS: 'at place verdict totalMs dnsMs connectMs tlsMs firstByteMs fault statusCode'.split(' '),
  HOURS: rollUpColumns,
  DAYS: rollUpColumns,
  STATE_CHANGES: ['at', 'from', 'to', 'reason'],
}

/** Everything of one kind that is kept of a service, oldest first, as the text of a file. Throws `not-found`. */
export async function exportFigures(db: Queries, { of, format, ...service }: Exported): Promise<string> {
  const { timeZone } = await assertService(db, service)
  const lines = await linesOf(db, of, { ...service, timeZone })
  if (format === 'JSON') return JSON.stringify(lines)
  return csvHead(columns[of]) + lines.map((line) => csvLine(columns[of], line)).join('')
}

async function linesOf(
  db: Queries,
  of: Exported['of'],
  { solutionId, serviceId, timeZone }: Pick<Exported, 'solutionId' | 'serviceId'> & { timeZone: string },
): Promise<readonly Line[]> {
  const values = [solutionId, serviceId, linesMax]
  switch (of) {
    case 'RESULTS':
      return db.query('monitoring-export-results', resultsSql, values)
    case 'STATE_CHANGES':
      return db.query('monitoring-export-changes', changesSql, values)
    case 'HOURS': {
      const hours = await db.query('monitoring-export-hours', hoursSql, values)
      return hours.map(({ at, rollup }) => toAnswer(at, rollup))
    }
    case 'DAYS': {
      const days = await db.query('monitoring-export-days', daysSql, values)
      return days.map(({ day, rollup }) => toAnswer(startOf(timeZone, day), rollup))
    }
  }
}

const resultsSql = `select at, place, verdict, total_ms as "totalMs", dns_ms as "dnsMs", connect_ms as "connectMs", tls_ms as "tlsMs",
    first_byte_ms as "firstByteMs", fault, status_code as "statusCode"
  from monitoring.results where solution_id = $1 and service_id = $2 order by at, place limit $3`
const changesSql = `select at, from_state as "from", to_state as "to", reason from monitoring.transitions
  where solution_id = $1 and service_id = $2 order by at, id limit $3`
const hoursSql =
  'select at, rollup from monitoring.hour_rollups where solution_id = $1 and service_id = $2 order by at limit $3'
const daysSql = `select day::text as day, rollup from monitoring.day_rollups where solution_id = $1 and service_id = $2 order by day limit $3`
