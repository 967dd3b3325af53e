import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { cookieValue } from '@bollard/site-kit'
import { hiddenCookie, type RequestScope } from '@bollard/site-kit/server'

/** Long enough to find one's phone and prove who one is. */
const lifeInSeconds = 15 * 60
/** Browsers take 4096 bytes for name, value and attributes. */
const longest = 3900
const cookie = 'held_form'
const [cipher, ivBytes, tagBytes] = ['aes-256-gcm', 12, 16] as const

/** Which form, and who fills it in: for everybody else there is nothing. */
export interface Holder {
  readonly of: string
  /** Id of the person; empty where nobody knows it, and then nothing is kept. */
  readonly by: string
}

/**
 * Keeps what somebody typed while they sign in or prove on another site who they are. It waits in a cookie that no script can read,
 * because addresses of people and free text must stand in no address, and under a key of that person, since somebody else may use the
 * browser next.
 */
export function holdForm(scope: RequestScope, { of, by }: Holder, fields: Readonly<Record<string, string>>): void {
  if (by === '') return
  const iv = randomBytes(ivBytes)
  const sealing = createCipheriv(cipher, keyOf(scope, by), iv).setAAD(Buffer.from(of))
  const sealed = [sealing.update(deflateRawSync(JSON.stringify(fields))), sealing.final()]
  const value = Buffer.concat([iv, sealing.getAuthTag(), ...sealed]).toString('base64url')
  if (value.length <= longest) scope.setCookies.push(hiddenCookie(scope.site, cookie, value, lifeInSeconds))
}

/** What is kept of a form that this person filled in; null when nothing is. */
export function heldForm(scope: RequestScope, request: Request, { of, by }: Holder): Record<string, string> | null {
  const value = cookieValue(request.headers.get('cookie'), cookie)
  if (value === null || by === '') return null
  try {
    const bytes = Buffer.from(value, 'base64url')
    const opening = createDecipheriv(cipher, keyOf(scope, by), bytes.subarray(0, ivBytes)).setAAD(Buffer.from(of))
    opening.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
    const opened = Buffer.concat([opening.update(bytes.subarray(ivBytes + tagBytes)), opening.final()])
    const held: unknown = JSON.parse(inflateRawSync(opened, { maxOutputLength: 20_000 }).toString())
    if (typeof held !== 'object' || held === null) return null
    return Object.fromEntries(
      Object.entries(held).flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])),
    )
  } catch {
    // Of another form or person, not written by us, or cut off: then there is nothing.
    return null
  }
}

/** Forgets it once the form was accepted. */
export function dropForm(scope: RequestScope, request: Request): void {
  if (cookieValue(request.headers.get('cookie'), cookie) !== null)
    scope.setCookies.push(hiddenCookie(scope.site, cookie, '', 0))
}

/** All processes of the sites know the secret, and nobody else does. */
function keyOf({ site }: RequestScope, by: string): Buffer {
  return Buffer.from(hkdfSync('sha256', site.internalSecret, by, 'bollard held form', 32))
}

/** The form of an invitation where it is held: what was typed for one solution or organization is no business of another's admins. */
export const invitationTo = (id: string): string => `invitation to ${id}`
/** The same for what ends a solution or an organization. */
export const deletionOf = (id: string): string => `deletion of ${id}`
