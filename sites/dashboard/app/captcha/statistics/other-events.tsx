import { useFormats } from '@bollard/site-kit'
import type { Statistics, StatisticsTotals } from '@bollard/contracts'
import { Card, CardHeader } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { useShownSearch } from './below-the-chart.tsx'
import { scopeOf } from './statistics-search.ts'
import { InLog } from './tiles.tsx'

/** Counts that no stage of the funnel has; where the log can find their rows, with what it is asked. */
const events = [
  'steppedUp',
  'throttled',
  'blocked',
  'bypassed',
  'outage',
  'probed',
  'answeredLate',
  'replayed',
  'workWrong',
  'fetchedAgain',
  'fetchRefused',
] as const satisfies readonly (keyof StatisticsTotals)[]
const inLog: Partial<Record<(typeof events)[number], Readonly<Record<string, string>>>> = {
  bypassed: { decision: 'BYPASS_KEY' },
  outage: { decision: 'FAILOVER' },
  probed: { decision: 'PROBE' },
}

/** What else happened, as far as anything did. */
export function OtherEvents({
  totals,
  statistics,
  log,
}: {
  totals: StatisticsTotals
  statistics: Statistics
  log: string
}) {
  const { t } = useTranslation()
  const formats = useFormats()
  const search = useShownSearch()
  const happened = events.filter((name) => totals[name] > 0)
  if (happened.length === 0) return null
  return (
    <Card className="mb-4">
      <CardHeader title={t(($) => $.statistics.events.title)} />
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2 xl:grid-cols-3">
        {happened.map((name) => {
          const asked = inLog[name]
          return (
            <div
              key={name}
              className="grid grid-cols-[1fr_auto] content-start gap-x-3 border-t border-line pt-3 text-sm"
            >
              <dt className="font-[520]">{t(($) => $.statistics.events[name].name)}</dt>
              <dd className="tabular font-[560]">
                {asked ? (
                  <InLog count={totals[name]} log={log} statistics={statistics} search={scopeOf(search)} more={asked} />
                ) : (
                  formats.whole(totals[name])
                )}
              </dd>
              <dd className="col-span-2 text-xs text-ink-3">{t(($) => $.statistics.events[name].text)}</dd>
            </div>
          )
        })}
      </dl>
    </Card>
  )
}
