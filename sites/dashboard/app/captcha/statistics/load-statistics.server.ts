import { type BreakdownName, logFilterSchema, statisticsQuerySchema, type StatisticsQuery } from '@bollard/contracts'
import { filterNames, propertiesOf } from './statistics-search.ts'

/** Why typed days cannot be shown. */
export type RangeFault = 'from-and-to' | 'from-after-to' | 'too-long' | 'wrong'
const faults: readonly string[] = ['from-and-to', 'from-after-to', 'too-long']

/** Breakdowns, and the reasons, of which a person can ask for all values. */
const breakdowns = statisticsQuerySchema.shape.whole.unwrap().options[0].options

/** The period of an address, and what is wrong with the days that were typed. The default stands in for those. */
export function readPeriod(search: URLSearchParams): {
  period: Pick<StatisticsQuery, 'period' | 'from' | 'to'>
  fault: RangeFault | null
} {
  const [from, to] = [search.get('from') ?? '', search.get('to') ?? '']
  if (from === '' && to === '') {
    const period = statisticsQuerySchema.shape.period.safeParse(search.get('period') ?? undefined)
    return { period: { period: period.success ? period.data : '7d' }, fault: null }
  }
  if (from === '' || to === '') return { period: { period: '7d' }, fault: 'from-and-to' }
  const range = statisticsQuerySchema.safeParse({ from, to })
  if (range.success) return { period: { period: '7d', from, to }, fault: null }
  const said = range.error.issues.map(({ message }) => message).find((message) => faults.includes(message))
  return { period: { period: '7d' }, fault: (said as RangeFault | undefined) ?? 'wrong' }
}

/** Filters of an address that the log would refuse too; nobody but a person who edits addresses has any. */
export function wrongFilters(search: URLSearchParams): string[] {
  const wrong = filterNames.filter((name) => {
    const value = search.get(name)
    return value !== null && !logFilterSchema.shape[name].safeParse(value).success
  })
  const score = statisticsQuerySchema.safeParse({
    scoreFrom: search.get('scoreFrom') ?? undefined,
    scoreTo: search.get('scoreTo') ?? undefined,
  })
  return score.success ? wrong : [...wrong, 'scoreFrom', 'scoreTo']
}

/** What the API is asked for an address without faults. The map needs every country. Of several properties it counts none. */
export function queryOf(search: URLSearchParams): Omit<StatisticsQuery, 'period' | 'from' | 'to'> {
  const all = breakdowns.find((name) => name === search.get('all'))
  const whole: BreakdownName[] = all === undefined || all === 'country' ? ['country'] : ['country', all]
  const [property, ...others] = propertiesOf(search)
  const asked =
    property === undefined || others.length > 0
      ? []
      : [property.name, ...(property.name === 'scoreFrom' ? ['scoreTo'] : [])]
  const filters = logFilterSchema.parse(
    Object.fromEntries(
      ['environmentId', ...asked].flatMap((name) => (search.has(name) ? [[name, search.get(name)]] : [])),
    ),
  )
  return { ...filters, whole }
}
