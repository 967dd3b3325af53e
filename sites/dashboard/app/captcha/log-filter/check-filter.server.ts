import { type LogFilter, logFilterSchema, type Problem } from '@bollard/contracts'
import { type FilterFaults, filterNames, type LogSearch } from './log-search.ts'

/** A filter as the API takes it, or what is wrong with its parts: what the API would refuse, and what could never fit. */
export function checkFilter(
  filter: LogSearch,
): { filters: LogFilter; faults: null } | { filters: null; faults: FilterFaults } {
  const read = logFilterSchema.safeParse(filter)
  if (!read.success) {
    const faults = read.error.issues.map(({ path }) => [String(path[0]), 'invalid' as const])
    return { filters: null, faults: Object.fromEntries(faults) }
  }
  const { from, to, scoreFrom, scoreTo } = read.data
  const faults = {
    ...(from !== undefined && to !== undefined && Date.parse(to) <= Date.parse(from) ? { to: 'order' as const } : {}),
    ...(scoreFrom !== undefined && scoreTo !== undefined && scoreTo < scoreFrom ? { scoreTo: 'order' as const } : {}),
  }
  return Object.keys(faults).length > 0 ? { filters: null, faults } : { filters: read.data, faults: null }
}

/** What the service has refused: environments, rules and keys of other captchas. Null where it is about something else. */
export function faultsOf({ status, errors = [] }: Pick<Problem, 'status' | 'errors'>): FilterFaults | null {
  const unknown = filterNames.filter((name) => errors.some(({ pointer }) => pointer === `/${name}`))
  return status !== 400 || unknown.length === 0
    ? null
    : Object.fromEntries(unknown.map((name) => [name, 'known' as const]))
}
