import { viewCookieName } from '@bollard/contracts'
import { hiddenCookie } from './hidden-cookie.ts'
import type { RequestScope } from './request-scope.ts'

const nameOf = (pair: string): string => pair.split('=', 1)[0]?.trim() ?? ''
const names: ReadonlySet<string> = new Set([viewCookieName(true), viewCookieName(false)])

/**
 * The `cookie` header that a site passes on. The cookie with which an operator looks at somebody's account counts on the dashboard alone:
 * on a machine where all sites have one host the browser sends it to each.
 */
export function withoutForeignView(
  { name }: Pick<RequestScope['site'], 'name'>,
  cookies: string | undefined,
): string | undefined {
  if (name === 'dashboard' || cookies === undefined) return cookies
  const others = cookies.split(';').filter((pair) => !names.has(nameOf(pair)))
  return others.length === 0 ? undefined : others.join(';').trim()
}

/** Takes the cookie of a view that has ended out of the browser. False where there is none. */
export function dropView(scope: Pick<RequestScope, 'site' | 'setCookies'>, request: Request): boolean {
  const name = viewCookieName(scope.site.secure)
  const cookies = (request.headers.get('cookie') ?? '').split(';')
  if (scope.site.name !== 'dashboard' || !cookies.some((pair) => nameOf(pair) === name)) return false
  scope.setCookies.push(hiddenCookie(scope.site, name, '', 0))
  return true
}
