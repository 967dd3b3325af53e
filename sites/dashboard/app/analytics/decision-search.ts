import { analyticsPeriods, decisionFilter } from '@bollard/contracts'

export type AnalyticsPeriod = (typeof analyticsPeriods)[number]
export type FilterName = keyof typeof decisionFilter
export type DecisionSearch = Partial<Record<FilterName, string>>

export const filterNames = Object.keys(decisionFilter) as FilterName[]

export function periodOf(search: URLSearchParams): AnalyticsPeriod {
  return analyticsPeriods.find((one) => one === search.get('period')) ?? '24h'
}

/** The shortest period of the log that has a moment in it; its first hours may be cut off, see the service. */
export function periodSince(at: string, now: number): AnalyticsPeriod {
  const hours = (now - Date.parse(at)) / 3_600_000
  if (hours < 23) return '24h'
  return hours < 6 * 24 ? '7d' : '30d'
}

/** The filters of an address, and which of them are no value that a filter takes. */
export function readSearch(search: URLSearchParams): { filter: DecisionSearch; wrong: FilterName[] } {
  const filter: DecisionSearch = {}
  const wrong: FilterName[] = []
  for (const name of filterNames) {
    const value = search.get(name)?.trim() ?? ''
    if (value === '') continue
    filter[name] = value
    if (!decisionFilter[name].safeParse(value).success) wrong.push(name)
  }
  return { filter, wrong }
}

/** What an address with these filters has behind its `?`. */
export function writeSearch(period: AnalyticsPeriod, filter: DecisionSearch): string {
  return new URLSearchParams({ period, ...filter }).toString()
}

/** The query of the service, for an address without wrong filters. */
export function queryOf(filter: DecisionSearch) {
  return Object.fromEntries(
    Object.entries(filter).map(([name, value]) => [name, decisionFilter[name as FilterName].parse(value)]),
  ) as { [Name in FilterName]?: ReturnType<(typeof decisionFilter)[Name]['parse']> }
}
