import type { JointReport } from '@bollard/contracts'
import { useFormats } from '@bollard/site-kit'
import { Alert, Card, CardHeader, Cell, EmptyState, HeadCell, Row, Table } from '@bollard/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { decisionReason } from '../words/request-words.ts'

/** What a report says, on the page of its owner and behind a link. */
export function ReportBody({ report }: { report: JointReport }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const words = t(($) => $.jointReport, { returnObjects: true })
  const { captcha, protection, uptime, complete } = report
  const isEmpty = captcha === null && protection === null && uptime.length === 0
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {complete ? null : <Alert kind="info">{words.open}</Alert>}
      {isEmpty ? (
        <Card padded={false}>
          <EmptyState title={words.nothing} />
        </Card>
      ) : null}
      {captcha === null ? null : <Changes title={words.captcha} changes={captcha} />}
      {protection === null ? null : <Protection protection={protection} />}
      {uptime.map(({ solutionId, label, services }) => (
        <Listing
          key={solutionId}
          title={t(($) => $.jointReport.uptime, { label })}
          heads={[words.service, words.available, words.down, words.outages]}
          rows={services.map(({ name, uptimePercent, downSeconds, outages }) => [
            name,
            uptimePercent === null ? '–' : formats.percent(uptimePercent),
            formats.lasting(downSeconds * 1_000),
            formats.whole(outages),
          ])}
        />
      ))}
    </div>
  )
}

type ProtectionMonth = NonNullable<JointReport['protection']>

function Protection({ protection }: { protection: ProtectionMonth }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const words = t(($) => $.jointReport, { returnObjects: true })
  const { mistakes, topPaths, topReasons, ...changes } = protection
  return (
    <>
      <Changes title={words.protection} changes={changes}>
        <p className="px-5 pb-4 text-sm text-ink-2">
          {mistakes === null
            ? t(($) => $.analytics.mistakes.none)
            : t(($) => $.analytics.mistakes.share, {
                share: formats.share(mistakes.share),
                low: formats.share(mistakes.low),
                high: formats.share(mistakes.high),
                solved: formats.whole(mistakes.count),
                of: formats.whole(mistakes.of),
              })}
        </p>
      </Changes>
      {topPaths.length === 0 ? null : (
        <Listing
          title={words.paths}
          heads={[words.path, words.stopped]}
          rows={topPaths.map(({ path, stopped }) => [path, formats.whole(stopped)])}
        />
      )}
      {topReasons.length === 0 ? null : (
        <Listing
          title={words.reasons}
          heads={[t(($) => $.analytics.log.names.reason), words.stopped]}
          rows={topReasons.map(({ code, requests }) => [decisionReason(t, code), formats.whole(requests)])}
        />
      )}
    </>
  )
}

type Changed = Readonly<Partial<Record<Figure, ProtectionMonth['requests']>>>
const figures = [
  ...(['started', 'passed', 'flagged', 'refused', 'passRate', 'checkMsMedian'] as const),
  ...(['requests', 'challenged', 'throttled', 'denied', 'failedOpen', 'savedBytes', 'savedMessages'] as const),
] as const
type Figure = (typeof figures)[number]

/** Figures beside those of the month before. */
function Changes({ title, changes, children }: { title: string; changes: Changed; children?: ReactNode }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const words = t(($) => $.jointReport, { returnObjects: true })
  const shown = (name: Figure, value: number | null): string => {
    if (value === null) return '–'
    if (name === 'passRate') return formats.share(value / 100)
    if (name === 'checkMsMedian') return formats.duration(value)
    return name === 'savedBytes' ? formats.bytes(value) : formats.whole(value)
  }
  return (
    <Listing
      title={title}
      heads={[words.figure, words.now, words.before]}
      rows={figures.flatMap((name) => {
        const change = changes[name]
        return change === undefined ? [] : [[words.figures[name], shown(name, change.now), shown(name, change.before)]]
      })}
    >
      {children}
    </Listing>
  )
}

function Listing({
  title,
  heads,
  rows,
  children,
}: {
  title: string
  heads: readonly string[]
  rows: readonly (readonly string[])[]
  children?: ReactNode
}) {
  return (
    <Card padded={false} className="overflow-hidden">
      <CardHeader title={title} className="!mb-1 px-5 pt-[18px]" />
      {children}
      <Table label={title}>
        <thead>
          <tr>
            {heads.map((head, index) => (
              <HeadCell key={head} align={index === 0 ? 'start' : 'end'} className={cellClass(index, heads.length)}>
                {head}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row[0]}>
              {row.map((value, index) => (
                <Cell key={heads[index]} align={index === 0 ? 'start' : 'end'} className={cellClass(index, row.length)}>
                  {value}
                </Cell>
              ))}
            </Row>
          ))}
        </tbody>
      </Table>
    </Card>
  )
}

function cellClass(index: number, count: number): string {
  if (index === 0) return 'ps-5 !whitespace-normal [overflow-wrap:anywhere] max-sm:!pe-1.5'
  return index === count - 1 ? '!pe-5 !whitespace-normal max-sm:!ps-1.5' : '!whitespace-normal max-sm:!px-1.5'
}
