import { filterNames as logFilters, type FilterName as LogFilter } from '../log-filter/log-search.ts'

/** Times are the period here, and the rest is counted by no roll-up. */
const ofLogOnly = ['from', 'to', 'verificationId', 'scoreTo', 'network', 'fetched', 'feedback'] as const
type OfLogOnly = (typeof ofLogOnly)[number]

/** What the address of the page says beside the period, by the names of the log and its API. A score has two bounds and is one filter. */
export const filterNames = logFilters.filter(
  (name): name is Exclude<LogFilter, OfLogOnly> => !ofLogOnly.some((other) => other === name),
)
export type FilterName = Exclude<LogFilter, OfLogOnly>
export interface Filter {
  readonly name: FilterName
  readonly value: string
}

/** Filters that every figure of the page follows; of the others, its roll-ups count one at a time. */
const scopes: ReadonlySet<FilterName> = new Set(['outcome', 'environmentId'])

/** In the order in which they are shown. */
export function filtersOf(search: URLSearchParams): Filter[] {
  return filterNames.flatMap((name) => {
    const value = search.get(name)
    return value === null || value === '' ? [] : [{ name, value }]
  })
}

/** Filters that are properties of a verification which the roll-ups count. */
export function propertiesOf(search: URLSearchParams): Filter[] {
  return filtersOf(search).filter(({ name }) => !scopes.has(name))
}

/** Only the environment: the one filter that all figures have. */
export function scopeOf(search: URLSearchParams): URLSearchParams {
  const environmentId = search.get('environmentId')
  return new URLSearchParams(environmentId === null ? {} : { environmentId })
}

/** The address with a filter more; one of the same name gives way, and the same one again is taken out. */
export function toggled(search: URLSearchParams, { name, value }: Filter): string {
  return search.get(name) === value
    ? without(search, [name])
    : changed(search, { [name]: value, ...boundsOf(name, value) })
}

export function without(search: URLSearchParams, names: readonly FilterName[] = filterNames): string {
  const empty = Object.fromEntries(
    names.flatMap((name) => [name, ...Object.keys(boundsOf(name, ''))]).map((name) => [name, null]),
  )
  return changed(search, empty)
}

/** The address with other values; null takes one out. */
export function changed(search: URLSearchParams, values: Readonly<Record<string, string | null>>): string {
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries(values)) {
    if (value === null) next.delete(name)
    else next.set(name, value)
  }
  return `?${next.toString()}`
}

/** The address of a whole period, or of days. */
export function atPeriod(search: URLSearchParams, period: string): string {
  return changed(search, { period, from: null, to: null })
}
export function atDays(search: URLSearchParams, { first, last }: Days): string {
  return changed(search, { period: null, from: first, to: last })
}

/** Query of the log for the same verifications, begun from `from` on and before `to`. */
export function logSearch(
  search: URLSearchParams,
  { from, to }: { from: string; to: string },
  more: Readonly<Record<string, string>> = {},
): string {
  const next = new URLSearchParams()
  for (const { name, value } of filtersOf(search))
    for (const [key, bound] of Object.entries({ [name]: value, ...boundsOf(name, value) })) next.set(key, bound)
  for (const [name, value] of Object.entries({ from, to, ...more })) next.set(name, value)
  return `?${next.toString()}`
}

/** The upper bound of a twentieth of the score, by its lower one; nothing for other filters. */
export function boundsOf(name: string, value: string): { scoreTo?: string } {
  if (name !== 'scoreFrom') return {}
  const thousandths = Math.round(Number(value) * 1_000)
  return { scoreTo: thousandths >= 950 ? '1' : String((thousandths + 49) / 1_000) }
}

/** Days, `YYYY-MM-DD`, both included. */
export interface Days {
  readonly first: string
  readonly last: string
}

export function lengthOf({ first, last }: Days): number {
  return (Date.parse(last) - Date.parse(first)) / dayMs + 1
}

/** As many days, right before or after; null where they would begin after `today`. The last ones end today. */
export function shiftDays(days: Days, direction: -1 | 1, today: string): Days | null {
  const length = lengthOf(days)
  const last = addDays(days.last, direction * length)
  if (direction === -1) return { first: addDays(days.first, -length), last }
  if (days.last >= today) return null
  const end = last > today ? today : last
  return { first: addDays(end, 1 - length), last: end }
}

/** The day of a calendar, in a time zone, at a time in milliseconds. */
export function dayAt(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at)
}

const dayMs = 86_400_000

/** Dates of a calendar have no clocks, so changes of clocks cannot shift them. */
function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}
