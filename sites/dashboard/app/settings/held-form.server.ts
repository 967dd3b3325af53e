import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { cookieValue } from '@bollard/site-kit'
import type { RequestScope } from '@bollard/site-kit/server'

/** Long enough to find one's phone and prove who one is. */
const lifeInSeconds = 15 * 60
/** Browsers take 4096 bytes for name, value and attributes. */
const longest = 3800
const cookie = 'held_form'

/**
 * Keeps what somebody typed while they prove on another site who they are. It waits in a cookie that no script can read, because
 * addresses of people and free text must stand in no address. `of` names the form.
 */
export function holdForm(scope: RequestScope, of: string, fields: Readonly<Record<string, string>>): void {
  const value = deflateRawSync(JSON.stringify({ of, fields })).toString('base64url')
  if (value.length <= longest) scope.setCookies.push(`${cookie}=${value}; Max-Age=${lifeInSeconds}${attributes(scope)}`)
}

/** What is kept of the form called `of`; null when nothing is. */
export function heldForm(request: Request, of: string): Record<string, string> | null {
  const value = cookieValue(request.headers.get('cookie'), cookie)
  if (value === null) return null
  try {
    const held: unknown = JSON.parse(inflateRawSync(Buffer.from(value, 'base64url'), { maxOutputLength: 20_000 }).toString())
    if (typeof held !== 'object' || held === null || !('of' in held) || held.of !== of || !('fields' in held)) return null
    const fields = Object.entries(held.fields ?? {})
    return Object.fromEntries(fields.flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])))
  } catch {
    // Not written by us, or cut off: then there is nothing.
    return null
  }
}

/** Forgets it once the form was accepted. */
export function dropForm(scope: RequestScope, request: Request): void {
  if (cookieValue(request.headers.get('cookie'), cookie) !== null) scope.setCookies.push(`${cookie}=; Max-Age=0${attributes(scope)}`)
}

function attributes({ site }: RequestScope): string {
  return `; Path=/; HttpOnly; SameSite=Lax${site.secure ? '; Secure' : ''}`
}

/** The form of an invitation where it is held: what was typed for one solution or organization is no business of another's admins. */
export const invitationTo = (id: string): string => `invitation to ${id}`
