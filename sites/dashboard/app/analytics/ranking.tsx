import { Card, CardHeader, Cell, HeadCell, Row, Table } from '@bollard/ui'
import type { ProtectionStatistics } from '@bollard/contracts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type FilterName, writeSearch } from './decision-search.ts'
import { InLog, type Log } from './in-log.tsx'

type Line = Pick<ProtectionStatistics['parts'][number], 'allow' | 'challenge' | 'throttle' | 'deny'> & {
  readonly value: string | number | null
  readonly name: string | null
}

interface RankingProps {
  title: string
  lines: readonly Line[]
  filter: FilterName
  log: Log
  /** How a value is told; what has no words is told as it is. */
  words?: (value: string) => string
  /** The filter's value for what is not known. */
  unknown?: string
  /** Of parts, what they found themselves, which need not be what became of the request. */
  conclusion?: 'conclusion' | 'partConclusion'
}

const narrow = 'max-sm:!px-1.5'
/** The last column keeps the card's own edge. */
const last = '!pe-5 max-sm:!ps-1.5'

/** The most frequent values, each with its requests and what became of them; all of them lead to their decisions. */
export function Ranking({
  title,
  lines,
  filter,
  log,
  unknown = '',
  words = String,
  conclusion = 'conclusion',
}: RankingProps) {
  const { t } = useTranslation()
  const heads = t(($) => $.analytics.columns, { returnObjects: true })
  return (
    <Card padded={false} className="min-w-0 content-start overflow-hidden">
      <CardHeader title={title} className="!mb-1 px-5 pt-[18px]" />
      {lines.length === 0 ? (
        <p className="px-5 pb-5 text-sm text-ink-3">{t(($) => $.analytics.nothing)}</p>
      ) : (
        <Table label={title} className="table-fixed">
          <thead>
            <tr>
              <HeadCell className="w-full ps-5">{heads.value}</HeadCell>
              <HeadCell align="end" className={`w-24 max-sm:w-20 ${narrow}`}>
                {heads.requests}
              </HeadCell>
              <HeadCell align="end" className={`w-20 !whitespace-normal @max-md:hidden`}>
                {heads.challenge}
              </HeadCell>
              <HeadCell align="end" className={`w-20 !whitespace-normal @max-md:hidden`}>
                {heads.throttle}
              </HeadCell>
              <HeadCell align="end" className={`w-24 max-sm:w-20 ${last}`}>
                {heads.deny}
              </HeadCell>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <RankingRow key={line.value} line={line} {...{ filter, log, unknown, words, conclusion }} />
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  )
}

function RankingRow({
  line: { value, name, allow, challenge, throttle, deny },
  filter,
  log,
  unknown,
  words,
  conclusion,
}: Required<Pick<RankingProps, 'filter' | 'log' | 'unknown' | 'words' | 'conclusion'>> & { line: Line }) {
  const { t } = useTranslation()
  const total = allow + challenge + throttle + deny
  const counts = [
    ['', total],
    ['CHALLENGE', challenge],
    ['THROTTLE', throttle],
    ['DENY', deny],
  ] as const
  const own = { probe: 'false', [filter]: value === null ? unknown : String(value) }
  return (
    <Row>
      <Cell className="ps-5 !whitespace-normal [overflow-wrap:anywhere]">
        <Link
          to={`${log.address}?${writeSearch(log.period, own)}`}
          className={`rounded-sm underline-offset-4 hover:underline touch:py-2 ${value === null ? 'text-ink-3' : ''}`}
        >
          {value === null ? t(($) => $.analytics.unknown) : <bdi>{name ?? words(String(value))}</bdi>}
        </Link>
      </Cell>
      {counts.map(([which, count], index) => (
        <Cell key={which} align="end" className={index === 0 ? narrow : index === 3 ? last : '@max-md:hidden'}>
          <InLog count={count} log={log} filter={{ ...own, ...(which === '' ? {} : { [conclusion]: which }) }} />
        </Cell>
      ))}
    </Row>
  )
}
