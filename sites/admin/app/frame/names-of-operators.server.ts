import { apiOf, attempt } from '@bollard/site-kit/server'
import type { RouterContextProvider } from 'react-router'

interface Asked {
  request: Request
  context: Readonly<RouterContextProvider>
}

/** So many former operators are looked up for a page; each is a call of its own. */
const formerMax = 20

/**
 * Name and address of each of these operators by id, also of those who are operators no longer. Whose account is gone, or cannot be read at
 * the moment, is left out.
 */
export async function namesOfOperators(
  { request, context }: Asked,
  ids: readonly (string | null)[],
): Promise<Record<string, string>> {
  const wanted = new Set(ids.filter((id) => id !== null))
  if (wanted.size === 0) return {}
  const api = apiOf(context, request)
  const current = await attempt(api.listAdministrators())
  const found = current.ok ? current.value.items : []
  const former = [...wanted].filter((id) => found.every((person) => person.id !== id)).slice(0, formerMax)
  const others = await Promise.all(former.map((q) => attempt(api.searchPeople({ q }))))
  const people = [...found, ...others.flatMap((one) => (one.ok ? one.value.items : []))]
  return Object.fromEntries(
    people.flatMap(({ id, givenName, email }) => (wanted.has(id) ? [[id, `${givenName} (${email})`]] : [])),
  )
}
