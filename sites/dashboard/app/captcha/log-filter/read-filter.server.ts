import { pageAddress, requireUser } from '@bollard/site-kit/server'
import { redirect, type RouterContextProvider } from 'react-router'
import { type LogSearch, readSearch, writeSearch } from './log-search.ts'

/**
 * The filter of an address. An address that says it in other words, as forms and people write it, leads to the usual one. `others` are
 * parameters of the page itself, which stay.
 */
export async function readFilter(
  context: Readonly<RouterContextProvider>,
  request: Request,
  others: readonly string[] = [],
): Promise<LogSearch> {
  const { pathname, searchParams } = pageAddress(request)
  const { timezone } = await requireUser(context, request)
  const filter = readSearch(searchParams, { zone: timezone, now: Date.now() })
  const usual = new URLSearchParams(writeSearch(filter))
  for (const name of others) {
    const value = searchParams.get(name)
    if (value !== null) usual.set(name, value)
  }
  if (sorted(searchParams) !== sorted(usual))
    throw redirect(usual.size === 0 ? pathname : `${pathname}?${usual.toString()}`)
  return filter
}

/** Parameters in whatever order are the same address. */
function sorted(search: URLSearchParams): string {
  const copy = new URLSearchParams(search)
  copy.sort()
  return copy.toString()
}
