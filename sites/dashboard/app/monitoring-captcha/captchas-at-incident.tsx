import type { CaptchaAtIncident } from '@bollard/contracts'
import { useFormats } from '@bollard/site-kit'
import { Card, CardHeader, Cell, HeadCell, Row, Table } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Sparkline } from '../chart/sparkline.tsx'
import { bucketsOf } from './buckets-of.ts'

/** What captchas saw in the minutes around an incident. Nothing where there is none that the person may see. */
export function CaptchasAtIncident({
  items,
  nameOf,
}: {
  items: readonly CaptchaAtIncident[]
  /** What its owner calls a captcha. */
  nameOf: (solutionId: string) => string
}) {
  const { t } = useTranslation()
  const formats = useFormats()
  const words = t(($) => $.monitoringCaptcha.incident, { returnObjects: true })
  return items.map((seen) => {
    const { solutionId, minutes, from, to } = seen
    const title = t(($) => $.monitoringCaptcha.incident.title, { name: nameOf(solutionId) })
    const times = { from: formats.clock(from), to: formats.clock(to) }
    return (
      <Card key={solutionId} className="sm:p-6">
        <CardHeader title={title} />
        {minutes.length === 0 ? (
          <p className="text-sm text-ink-2">{t(($) => $.monitoringCaptcha.incident.quiet, times)}</p>
        ) : (
          <>
            <Sparkline
              buckets={bucketsOf(seen)}
              label={t(($) => $.monitoringCaptcha.incident.chart, { ...times, name: nameOf(solutionId) })}
            />
            <div className="mt-3 max-h-80 overflow-auto rounded-md border border-line">
              <Table label={title} className="max-sm:[&_td]:px-1.5 max-sm:[&_th]:px-1.5">
                <thead>
                  <tr>
                    <HeadCell>{words.minute}</HeadCell>
                    <HeadCell align="end">{words.verifications}</HeadCell>
                    <HeadCell align="end">{words.refused}</HeadCell>
                    <HeadCell align="end">{words.solveRate}</HeadCell>
                  </tr>
                </thead>
                <tbody>
                  {minutes.map(({ at, verifications, refused, solveRate }) => (
                    <Row key={at}>
                      <Cell>{formats.hour(at)}</Cell>
                      <Cell align="end">{formats.whole(verifications)}</Cell>
                      <Cell align="end">{formats.whole(refused)}</Cell>
                      <Cell align="end">{formats.share(solveRate)}</Cell>
                    </Row>
                  ))}
                </tbody>
              </Table>
            </div>
          </>
        )}
      </Card>
    )
  })
}
