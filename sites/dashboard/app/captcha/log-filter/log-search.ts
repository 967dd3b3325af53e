import { fromLocalTime } from './local-time.ts'
import { readReferenceCode } from './reference-code.ts'

/** Filters of the log in the order of the page, by the names that the API has for them. */
export const filterNames = [
  'verificationId',
  'outcome',
  'from',
  'to',
  'country',
  'decision',
  'reason',
  'scoreFrom',
  'scoreTo',
  'environmentId',
  'hostname',
  'action',
  'ruleId',
  'bypassKeyId',
  'network',
  'asn',
  'networkKind',
  'browser',
  'operatingSystem',
  'device',
  'language',
  'fetched',
  'feedback',
] as const
export type FilterName = (typeof filterNames)[number]

/** A filter as it stands in an address, not yet checked. What is empty is not there. */
export type LogSearch = Readonly<Partial<Record<FilterName, string>>>

/** What is wrong with parts of a filter: no value of its kind, before its beginning, or nothing that the captcha ever had. */
export type FilterFaults = Readonly<Partial<Record<FilterName, 'invalid' | 'order' | 'known'>>>

/** Periods that end now, in milliseconds, by what the form sends as `last`. */
export const lastPeriods = { '1h': 3_600_000, '24h': 86_400_000, '7d': 604_800_000 } as const
export type LastPeriod = keyof typeof lastPeriods

/** What a filter keeps when it is saved: periods pass, and a code names one visitor. */
const passing: readonly FilterName[] = ['from', 'to', 'verificationId']

const longest = 300
const outcomeOrder = ['PASSED', 'FLAGGED', 'REFUSED']

/**
 * The filter of an address, also as a form sends it: outcomes one by one, times by the clocks of `zone`, `last` in place of a beginning
 * and an end, and codes as people paste them. `now` is in milliseconds since 1970.
 */
export function readSearch(search: URLSearchParams, { zone, now }: { zone: string; now: number }): LogSearch {
  const typed = (name: string) => search.getAll(name).map((text) => text.trim().slice(0, longest))
  const found: Partial<Record<FilterName, string>> = {}
  for (const name of filterNames) {
    const value = name === 'outcome' ? outcomesOf(typed(name)) : (typed(name).findLast((text) => text !== '') ?? '')
    if (value !== '') found[name] = value
  }
  for (const name of ['from', 'to'] as const) {
    const read = found[name] === undefined ? null : fromLocalTime(found[name], zone)
    if (read !== null) found[name] = read
  }
  if (found.verificationId !== undefined) found.verificationId = readReferenceCode(found.verificationId)
  const last = typed('last').find((text): text is LastPeriod => Object.hasOwn(lastPeriods, text))
  if (last === undefined) return found
  const { to: _to, ...rest } = found
  return { ...rest, from: new Date(now - lastPeriods[last]).toISOString() }
}

/** The address of a filter, without a question mark; the same for the same filter. */
export function writeSearch(filter: LogSearch): string {
  const search = new URLSearchParams()
  for (const name of filterNames) {
    const value = filter[name]
    if (value !== undefined && value !== '') search.set(name, value)
  }
  return search.toString()
}

/** The same filter with one part of it set, or taken out where `value` is null. */
export function withFilter(filter: LogSearch, name: FilterName, value: string | null): LogSearch {
  const { [name]: _old, ...rest } = filter
  return value === null ? rest : { ...rest, [name]: value }
}

/** What of a filter is worth a name. */
export function lastingPart(filter: LogSearch): LogSearch {
  return Object.fromEntries(Object.entries(filter).filter(([name]) => !passing.some((one) => one === name)))
}

/** As the API tells a filter, in the form of an address. */
export function searchOf(filters: Readonly<Record<string, unknown>>): LogSearch {
  return Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = filters[name]
      return value === undefined || value === null ? [] : [[name, Array.isArray(value) ? value.join(',') : `${value}`]]
    }),
  )
}

/** Those that are asked for, as a list; empty where all are. */
export function outcomeList(filter: LogSearch): string[] {
  return filter.outcome?.split(',') ?? []
}

function outcomesOf(values: readonly string[]): string {
  const asked = new Set(values.flatMap((text) => text.split(',')).filter((one) => one !== ''))
  // All of them are no filter; unknown ones stay, so that the page can say what is wrong.
  if (asked.size === outcomeOrder.length && outcomeOrder.every((one) => asked.has(one))) return ''
  const inOrder = outcomeOrder.filter((one) => asked.has(one))
  return [...inOrder, ...[...asked].filter((one) => !outcomeOrder.includes(one))].join(',')
}
