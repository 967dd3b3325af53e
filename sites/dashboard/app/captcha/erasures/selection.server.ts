import { idSchema, logFilterSchema, type LogFilter } from '@bollard/contracts'
import { fromLocalTime } from '../log-filter/local-time.ts'
import { readReferenceCode } from '../log-filter/reference-code.ts'
import { checkFilter } from '../log-filter/check-filter.server.ts'
import type { LogSearch } from '../log-filter/log-search.ts'
import { eraseScopes, type Selection, type SelectionFault } from './erase-scopes.ts'

/** So many ids does one call take. */
export const idsAtOnce = 100

/** What a selection means: the calls that erase it, and the filters whose verifications are counted before. */
export interface Erasable {
  /** Each names verifications that no other one names. */
  readonly counted: readonly LogFilter[]
  readonly request:
    | { verificationIds: string[] }
    | { network: string }
    | { before: string }
    | { all: true }
    /** The ids that fit are looked up and erased. */
    | { filters: LogFilter }
}

/** The form as it was filled in. */
export function typedSelection(field: (name: string) => string): Selection {
  return {
    scope: eraseScopes.find((one) => one === field('scope')) ?? 'ids',
    ids: field('ids').slice(0, 10_000),
    network: field('network').trim().slice(0, 60),
    before: field('before').trim().slice(0, 30),
  }
}

/** What the selection means, or the field that is wrong with it. */
export function readSelection(
  { scope, ids, network, before }: Selection,
  { filter, zone }: { filter: LogSearch; zone: string },
): Erasable | SelectionFault {
  switch (scope) {
    case 'ids': {
      const named = [
        ...new Set(
          ids
            .split(/[\s,;]+/u)
            .filter(Boolean)
            .map(readReferenceCode),
        ),
      ]
      const isRight =
        named.length > 0 && named.length <= idsAtOnce && named.every((id) => idSchema.safeParse(id).success)
      return isRight
        ? { counted: named.map((verificationId) => ({ verificationId })), request: { verificationIds: named } }
        : 'ids'
    }
    case 'network': {
      const read = logFilterSchema.shape.network.safeParse(network)
      if (network === '' || !read.success) return 'network'
      // A single address means the network that the log keeps of it.
      const cidr = network.includes('/') ? network : `${network}/${network.includes(':') ? 128 : 32}`
      return { counted: [{ network }], request: { network: cidr } }
    }
    case 'before': {
      const at = fromLocalTime(before, zone)
      return at === null ? 'before' : { counted: [{ to: at }], request: { before: at } }
    }
    case 'filter': {
      const { filters } = checkFilter(filter)
      return filters === null || Object.keys(filter).length === 0
        ? 'filter'
        : { counted: [filters], request: { filters } }
    }
    case 'all':
      return { counted: [{}], request: { all: true } }
    default:
      return scope satisfies never
  }
}
