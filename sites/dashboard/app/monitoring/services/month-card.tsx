import { exportedFigures, type MonitoringMonthReport } from '@bollard/contracts'
import { Moment, useFormats } from '@bollard/site-kit'
import { Button, Card, CardHeader, SelectField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { useBillingFormats } from '../../billing/use-billing-formats.ts'

interface MonthCardProps {
  report: MonitoringMonthReport | null
  month: string
  months: readonly string[]
  /** Where its figures are as files. */
  figures: string
}

const shownFigures = ['RESULTS', 'DAYS'] as const satisfies readonly (typeof exportedFigures)[number][]

/** A month beside the one before, and all figures as files. */
export function MonthCard({ report, month, months, figures }: MonthCardProps) {
  const { t } = useTranslation()
  const named = useBillingFormats().month
  const words = t(($) => $.monitoring.month, { returnObjects: true })
  return (
    <Card className="grid gap-4 sm:p-6">
      <CardHeader title={words.title} className="!mb-0" />
      <Form method="get" preventScrollReset className="flex max-w-[24rem] items-end gap-3" key={month}>
        <SelectField label={words.month} name="month" defaultValue={month} className="min-w-0 flex-1">
          {months.map((one) => (
            <option key={one} value={one}>
              {named(one)}
            </option>
          ))}
        </SelectField>
        <Button type="submit">{words.show}</Button>
      </Form>
      {report === null ? <p className="text-sm text-ink-2">{words.none}</p> : <Month report={report} />}
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        <span className="text-ink-2">{words.download}</span>
        {shownFigures.flatMap((of) =>
          (['CSV', 'JSON'] as const).map((format) => (
            <a key={`${of} ${format}`} href={`${figures}?of=${of}&format=${format}`} className="text-link" download>
              {t(($) => $.monitoring.month.of[of], { format })}
            </a>
          )),
        )}
      </p>
    </Card>
  )
}

function Month({ report }: { report: MonitoringMonthReport }) {
  const { t } = useTranslation()
  const { lasting, percent, whole } = useFormats()
  const { comparison, frozenAt } = report
  const words = t(($) => $.monitoring.month, { returnObjects: true })
  // Without any time that counted there was no outage to count either.
  const isKnown = { now: comparison.uptimePercent.now !== null, before: comparison.uptimePercent.before !== null }
  const lines = [
    [words.uptime, comparison.uptimePercent, percent],
    [words.down, comparison.downMs, lasting],
    [words.outages, comparison.outages, whole],
  ] as const
  return (
    <>
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        {lines.map(([name, { now, before }, shown]) => (
          <div key={name}>
            <dt className="text-xs text-ink-3">{name}</dt>
            <dd className="tabular font-display text-xl font-[640]">
              {isKnown.now && now !== null ? shown(now) : '–'}
            </dd>
            <dd className="text-xs text-ink-2">
              {t(($) => $.monitoring.month.before, {
                value: isKnown.before && before !== null ? shown(before) : '–',
              })}
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-ink-2">
        {frozenAt === null ? (
          words.open
        ) : (
          <>
            {words.frozen} <Moment at={frozenAt} show="day" />
          </>
        )}
      </p>
    </>
  )
}
