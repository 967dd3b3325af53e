import type { Statistics } from '@bollard/contracts'
import { Card, CardHeader } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { checkedIn } from '../../health/judge-health.ts'
import { type BreakdownLine, BreakdownTable } from './breakdown-table.tsx'
import { NetworkSources } from '../../words/network-sources.tsx'
import { CountryMap } from './country-map.tsx'
import { useFilterWords } from './filter-words.ts'
import type { FilterName } from './statistics-search.ts'

type BreakdownName = keyof Statistics['breakdowns']

/** The breakdowns in the order of the page, with the filter of each. Where visitors come from stands above, with the map. */
const filters: readonly (readonly [Exclude<BreakdownName, 'country'>, FilterName])[] = [
  ['operator', 'asn'],
  ['networkKind', 'networkKind'],
  ['browser', 'browser'],
  ['operatingSystem', 'operatingSystem'],
  ['device', 'device'],
  ['language', 'language'],
  ['hostname', 'hostname'],
  ['action', 'action'],
  ['environment', 'environmentId'],
  ['decision', 'decision'],
  ['rule', 'ruleId'],
  ['bypassKey', 'bypassKeyId'],
]
const most = 10

/** Countries on a map and in a table, then the reasons and the other breakdowns. */
export function Breakdowns({ statistics, log }: { statistics: Statistics; log: string }) {
  const { t } = useTranslation()
  const { nameOf, valueWords } = useFilterWords(statistics)
  const total = checkedIn(statistics.totals)
  const unknown = (name: BreakdownName): string =>
    name === 'action' ? t(($) => $.statistics.noAction) : t(($) => $.statistics.unknown)
  const linesOf = (name: BreakdownName, filter: FilterName): BreakdownLine[] =>
    statistics.breakdowns[name].top.map(({ value, name: known, count, passed, flagged, refused }) => ({
      value: value === null ? null : String(value),
      words: value === null ? unknown(name) : (known ?? valueWords(filter, String(value))),
      count,
      passed,
      flagged,
      refused,
    }))
  const shared = { statistics, total, log, most }
  const reasons = statistics.reasons.map(({ code, count, refused }) => ({
    value: code,
    words: valueWords('reason', code),
    count,
    // Who was not refused was let through, at once or in doubt.
    passed: count - refused,
    flagged: 0,
    refused,
  }))
  const countries = linesOf('country', 'country')
  return (
    <div className="gap-4 xl:mb-4 xl:columns-2 [&>*]:mb-4 [&>*]:break-inside-avoid">
      <Card className="min-w-0">
        <CardHeader title={t(($) => $.statistics.map.title)} />
        <CountryMap lines={countries} />
        <NetworkSources />
      </Card>
      <BreakdownTable
        {...shared}
        name="country"
        filter="country"
        title={nameOf('country')}
        lines={countries}
        rest={statistics.breakdowns.country.rest.count}
      />
      <BreakdownTable {...shared} name="reasons" filter="reason" title={nameOf('reason')} lines={reasons} rest={0} />
      {filters.map(([name, filter]) => (
        <BreakdownTable
          key={name}
          {...shared}
          name={name}
          filter={filter}
          title={nameOf(filter)}
          lines={linesOf(name, filter)}
          rest={statistics.breakdowns[name].rest.count}
        />
      ))}
    </div>
  )
}
