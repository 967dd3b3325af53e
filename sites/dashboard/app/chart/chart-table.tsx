import { Cell, HeadCell, Row, Table } from '@bollard/ui'
import { Link } from 'react-router'
import { type Bar, type Series, series } from './lay-out-chart.ts'

interface ChartTableProps {
  /** Opens and closes it. */
  summary: string
  title: string
  /** Heads the first column. */
  time: string
  bars: readonly Pick<Bar, 'at' | 'counts'>[]
  at: (bar: Pick<Bar, 'at'>) => string
  /** The address of what a bar counts, where there is one. */
  to?: (bar: Pick<Bar, 'at'>) => string
  name: (one: Series) => string
  value: (count: number) => string
  order?: readonly Series[]
}

/** Four columns fit on a phone only when they stand close together. */
const narrow = 'max-sm:!px-1.5'

/** The figures of a chart, for anyone who reads those better. */
export function ChartTable({ summary, title, time, bars, at, to, name, value, order = series }: ChartTableProps) {
  return (
    <details className="mt-3 text-sm">
      <summary className="w-fit rounded-sm text-xs text-ink-2 hover:text-ink touch:py-3.5">{summary}</summary>
      <div className="mt-3 max-h-80 overflow-auto rounded-md border border-line">
        <Table label={title}>
          <thead>
            <tr>
              <HeadCell className={narrow}>{time}</HeadCell>
              {order.map((one) => (
                <HeadCell key={one} align="end" className={`${narrow} max-sm:!whitespace-normal`}>
                  {name(one)}
                </HeadCell>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars.map((bar) => (
              <Row key={bar.at}>
                <Cell className={`${narrow} max-sm:!whitespace-normal`}>
                  {to === undefined ? (
                    at(bar)
                  ) : (
                    <Link to={to(bar)} className="text-link touch:py-2">
                      {at(bar)}
                    </Link>
                  )}
                </Cell>
                {order.map((one) => (
                  <Cell key={one} align="end" className={narrow}>
                    {value(bar.counts[one])}
                  </Cell>
                ))}
              </Row>
            ))}
          </tbody>
        </Table>
      </div>
    </details>
  )
}
