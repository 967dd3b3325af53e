import type { RollupAnswer } from '@bollard/contracts'
import { useFormats } from '@bollard/site-kit'
import { Card, CardHeader, Cell, HeadCell, Row, Table } from '@bollard/ui'
import { useTranslation } from 'react-i18next'

/** Response times by hour: a bar from the median to the 95th percentile, and all figures as a table. */
export function ResponseTimes({ hours }: { hours: readonly RollupAnswer[] }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const timed = hours.filter(({ p95Ms }) => p95Ms !== null)
  const longest = Math.max(1, ...timed.map(({ p95Ms }) => p95Ms ?? 0))
  const words = t(($) => $.monitoring.response, { returnObjects: true })
  if (timed.length === 0) return null
  return (
    <Card className="sm:p-6">
      <CardHeader title={words.title} />
      <div aria-hidden="true" className="flex h-24 items-end gap-1">
        {timed.map(({ at, p50Ms, p95Ms }) => (
          <span
            key={at}
            className="relative min-w-0 flex-1 rounded-post bg-sunken"
            style={{ height: `${Math.max(4, ((p95Ms ?? 0) / longest) * 100)}%` }}
          >
            <span
              className="absolute inset-x-0 bottom-0 rounded-post bg-series-human"
              style={{ height: `${((p50Ms ?? 0) / Math.max(1, p95Ms ?? 1)) * 100}%` }}
            />
          </span>
        ))}
      </div>
      <details className="mt-3 text-sm">
        <summary className="w-fit cursor-pointer text-link touch:py-2.5">{words.table}</summary>
        <Table label={words.title}>
          <thead>
            <tr>
              <HeadCell>{words.hour}</HeadCell>
              <HeadCell align="end">{words.checks}</HeadCell>
              <HeadCell align="end">{words.median}</HeadCell>
              <HeadCell align="end">{words.p95}</HeadCell>
              <HeadCell align="end">{words.p99}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {timed.map(({ at, checks, p50Ms, p95Ms, p99Ms }) => (
              <Row key={at}>
                <Cell>{formats.weekdayHour(at)}</Cell>
                <Cell align="end">{formats.whole(checks)}</Cell>
                {[p50Ms, p95Ms, p99Ms].map((ms, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- the three columns never move
                  <Cell key={index} align="end">
                    {ms === null ? '–' : formats.duration(ms)}
                  </Cell>
                ))}
              </Row>
            ))}
          </tbody>
        </Table>
      </details>
    </Card>
  )
}
