import { notFound } from '@bollard/site-kit/server'
import type { Route } from './+types/data-file.ts'
import { readReport } from './read-report.server.ts'
import { findReport } from './report-ids.ts'
import { writeCsv } from './write-csv.ts'

/** The data of a report as a file: `/{language}/reports/{reportId}/data.csv` or `data.json`. */
export function loader(args: Route.LoaderArgs): Response {
  const id = findReport(args.params.reportId)
  if (id === null) notFound(args)
  const { rows, measuredOn, machine } = readReport(id)
  const isCsv = new URL(args.request.url).pathname.endsWith('.csv')
  const body = isCsv ? writeCsv(rows) : JSON.stringify({ report: id, measuredOn, machine, rows }, null, 2)
  return new Response(body, {
    headers: {
      'content-type': isCsv ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="bollard-${id}.${isCsv ? 'csv' : 'json'}"`,
      'cache-control': 'public, max-age=3600',
    },
  })
}
