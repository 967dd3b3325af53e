import { cookieValue } from '@bollard/site-kit'
import { hiddenCookie, type RequestScope } from '@bollard/site-kit/server'

export type SignInMethod = 'password' | 'passkey'

const cookieName = 'sign_in_method'
const yearInSeconds = 31_536_000

/** How somebody last signed in with this browser, or null. It says nothing about who. */
export function lastMethod(request: Request): SignInMethod | null {
  const value = cookieValue(request.headers.get('cookie'), cookieName)
  return value === 'password' || value === 'passkey' ? value : null
}

export function rememberMethod({ site, setCookies }: RequestScope, method: SignInMethod): void {
  setCookies.push(hiddenCookie(site, cookieName, method, yearInSeconds))
}
