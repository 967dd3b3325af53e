import { useFormats } from '@bollard/site-kit'
import type { Statistics } from '@bollard/contracts'
import { Card, CardHeader, Cell, classNames, HeadCell, Icon, Row, Table } from '@bollard/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useShownSearch } from './below-the-chart.tsx'
import { changed, type FilterName, scopeOf, toggled } from './statistics-search.ts'
import { InLog } from './tiles.tsx'

/** One value of a breakdown. */
export interface BreakdownLine {
  /** As the filter of the log takes it; null for what is unknown, or gone, which no filter finds. */
  readonly value: string | null
  readonly words: string
  readonly count: number
  readonly passed: number
  readonly flagged: number
  readonly refused: number
}

/** On a phone the names need the room. */
const narrow = { count: 'max-sm:w-[4.5rem] max-sm:!px-2', last: 'max-sm:w-[4.75rem] max-sm:!ps-2' }

type Order = 'count' | 'refused' | 'words'

interface BreakdownTableProps {
  /** Of the breakdown in the address, where all of its values are asked for. */
  name: string
  filter: FilterName
  title: string
  lines: readonly BreakdownLine[]
  /** All that have no line of their own. */
  rest: number
  /** What shares are of. */
  total: number
  statistics: Statistics
  log: string
  /** Lines shown unless all are asked for. */
  most: number
  className?: string
}

/** Values with their verifications, as rows and as bars. The name filters the page, the figures lead to the rows in the log. */
export function BreakdownTable({
  name,
  filter,
  title,
  lines,
  rest,
  total,
  statistics,
  log,
  most,
  className,
}: BreakdownTableProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const search = useShownSearch()
  const [order, setOrder] = useState<Order>('count')
  const isWhole = search.get('all') === name
  // What is shown stays the most frequent; the order is that of the column.
  const shown = sortBy(isWhole ? lines : lines.slice(0, most), order)
  const others = rest + lines.slice(isWhole ? lines.length : most).reduce((sum, { count }) => sum + count, 0)
  const highest = Math.max(1, ...lines.map(({ count }) => count))
  const chosen = search.get(filter)
  const scope = scopeOf(search)
  const heads = { order, setOrder }
  return (
    <Card padded={false} className={classNames('min-w-0 content-start overflow-hidden', className)}>
      <CardHeader title={title} className="!mb-1 px-5 pt-[18px]" />
      {lines.length === 0 ? (
        <p className="px-5 pb-5 text-sm text-ink-3">{t(($) => $.statistics.nothing)}</p>
      ) : (
        <Table label={title} className="table-fixed">
          <thead>
            <tr>
              <SortHead {...heads} by="words" words={t(($) => $.statistics.columns.words)} className="w-full ps-5" />
              <SortHead
                {...heads}
                by="count"
                words={t(($) => $.statistics.columns.count)}
                align="end"
                className={`w-24 ${narrow.count}`}
              />
              <HeadCell align="end" className="w-20 @max-md:hidden">
                {t(($) => $.statistics.columns.share)}
              </HeadCell>
              <SortHead
                {...heads}
                by="refused"
                words={t(($) => $.statistics.columns.refused)}
                align="end"
                className={`w-24 !pe-5 ${narrow.last}`}
              />
            </tr>
          </thead>
          <tbody>
            {shown.map((line) => {
              const isChosen = line.value !== null && line.value === chosen
              return (
                <Row key={line.value ?? ''} className={isChosen ? 'bg-amber-wash' : undefined}>
                  <Cell className="ps-5 !whitespace-normal">
                    {line.value === null ? (
                      <span className="text-ink-3">{line.words}</span>
                    ) : (
                      <Link
                        to={toggled(search, { name: filter, value: line.value })}
                        preventScrollReset
                        aria-current={isChosen ? 'true' : undefined}
                        className="block hyphens-auto rounded-sm underline-offset-4 [overflow-wrap:anywhere] hover:underline touch:py-2"
                      >
                        {line.words}
                      </Link>
                    )}
                    <PartsBar line={line} of={highest} />
                  </Cell>
                  <Cell align="end" className="align-top max-sm:!px-2">
                    {line.value === null ? (
                      formats.whole(line.count)
                    ) : (
                      <InLog
                        count={line.count}
                        log={log}
                        statistics={statistics}
                        search={scope}
                        more={{ [filter]: line.value }}
                      />
                    )}
                  </Cell>
                  <Cell align="end" className="align-top text-ink-2 @max-md:hidden">
                    {total === 0 ? '–' : formats.share(line.count / total)}
                  </Cell>
                  <Cell align="end" className="pe-5 align-top">
                    {line.value === null ? (
                      formats.whole(line.refused)
                    ) : (
                      <InLog
                        count={line.refused}
                        log={log}
                        statistics={statistics}
                        search={scope}
                        more={{ [filter]: line.value, outcome: 'REFUSED' }}
                      />
                    )}
                  </Cell>
                </Row>
              )
            })}
          </tbody>
        </Table>
      )}
      {others > 0 || isWhole ? (
        <p className="flex flex-wrap gap-x-4 border-t border-line px-5 py-3 text-sm text-ink-2">
          {others > 0 ? (
            <span>{t(($) => $.statistics.others, { count: others, shown: formats.whole(others) })}</span>
          ) : null}
          <Link
            to={changed(search, { all: isWhole ? null : name })}
            preventScrollReset
            className="text-link touch:py-2"
          >
            {isWhole ? t(($) => $.statistics.showTop, { count: most }) : t(($) => $.statistics.showAll)}
          </Link>
        </p>
      ) : null}
    </Card>
  )
}

function SortHead({
  by,
  words,
  order,
  setOrder,
  align = 'start',
  className,
}: {
  by: Order
  words: string
  order: Order
  setOrder: (order: Order) => void
  align?: 'start' | 'end'
  className?: string
}) {
  const isChosen = order === by
  return (
    <HeadCell
      align={align}
      aria-sort={isChosen ? (by === 'words' ? 'ascending' : 'descending') : undefined}
      className={classNames('!whitespace-normal', className)}
    >
      <button
        type="button"
        onClick={() => setOrder(by)}
        className={classNames(
          'inline-flex items-center gap-1 rounded-sm hover:text-ink touch:min-h-11',
          align === 'end' ? 'text-end' : 'text-start',
          isChosen && 'font-[560] text-ink-2',
        )}
      >
        {words}
        {isChosen ? (
          <Icon name="chevron-down" className={classNames('size-3 shrink-0', by === 'words' && 'rotate-180')} />
        ) : null}
      </button>
    </HeadCell>
  )
}

/** As long as its count, in the parts of its outcomes. */
function PartsBar({ line, of }: { line: BreakdownLine; of: number }) {
  const parts = [
    ['passed', 'bg-series-human'],
    ['flagged', 'bg-series-doubt'],
    ['refused', 'bg-series-bot'],
  ] as const
  return (
    <span
      aria-hidden="true"
      className="mt-1.5 flex h-1.5 min-w-1.5 gap-px overflow-hidden rounded-post"
      style={{ width: `${(line.count / of) * 100}%` }}
    >
      {parts.map(([part, colour]) =>
        line[part] === 0 ? null : (
          <span key={part} className={`min-w-0.5 ${colour}`} style={{ flexGrow: line[part] }} />
        ),
      )}
    </span>
  )
}

function sortBy(lines: readonly BreakdownLine[], order: Order): readonly BreakdownLine[] {
  if (order === 'words') return lines.toSorted((a, b) => a.words.localeCompare(b.words))
  return lines.toSorted((a, b) => b[order] - a[order] || b.count - a.count)
}
