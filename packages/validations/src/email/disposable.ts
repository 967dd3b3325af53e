import { disposableEmailBlocklistSet } from 'disposable-email-domains-js'
import mailchecker from 'mailchecker'
import { dateOf, isFresh } from '../data-dates.ts'
import { realProviders } from './real-providers.ts'

/** Whether a domain hands out addresses that end within hours. */
export interface DisposableAnswer {
  /** Null where it cannot be told, because lists are too old. */
  readonly isDisposable: boolean | null
  /** The lists that were believed, or those that are too old, each with its date. */
  readonly sources: readonly string[]
}
export type DisposableSource = (domain: string) => DisposableAnswer

export interface DisposableList {
  readonly name: string
  /** Of the data, as YYYY-MM-DD. */
  readonly date: string
  readonly domains: ReadonlySet<string>
}

/**
 * The lists that come with this package. Neither contains the other: 3,782 of the 8,883 domains of the smaller stand in
 * both.
 */
export function shippedLists(): readonly DisposableList[] {
  return [
    list('disposable-email-domains', dateOf('disposable-email-domains-js'), disposableEmailBlocklistSet()),
    list('mailchecker', dateOf('mailchecker'), mailchecker.blacklist()),
  ]
}

function list(name: string, date: string, domains: ReadonlySet<string>): DisposableList {
  return { name, date, domains }
}

/**
 * Asks lists that were made independently: two of them must say so, and a list older than 90 days says nothing. Where
 * fewer than two are left, nothing is known. A domain also counts as its parents do: `a.b.example` as `b.example`.
 */
export function disposableBy(lists: readonly DisposableList[], now: () => Date): DisposableSource {
  const named = (some: readonly DisposableList[]): string[] => some.map(({ name, date }) => `${name} ${date}`)
  return (domain) => {
    const parents = parentsOf(domain)
    if (parents.some((one) => realProviders.has(one))) return { isDisposable: false, sources: [] }
    const at = now()
    const fresh = lists.filter(({ date }) => isFresh(date, at))
    if (fresh.length < 2) return { isDisposable: null, sources: named(lists.filter((one) => !fresh.includes(one))) }
    const saying = fresh.filter(({ domains }) => parents.some((one) => domains.has(one)))
    return { isDisposable: saying.length >= 2, sources: named(saying) }
  }
}

/** The domain and what it is part of, down to two labels. */
function parentsOf(domain: string): string[] {
  const labels = domain.split('.')
  return labels.slice(0, Math.max(1, labels.length - 1)).map((_label, index) => labels.slice(index).join('.'))
}
