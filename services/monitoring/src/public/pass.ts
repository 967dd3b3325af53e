import { holdsAddress } from '@bollard/addresses'
import { passHours } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { SecretBox } from '@bollard/webhooks'
import { isPagePassword } from '../page/password.ts'
import type { PublishedPage } from './find-page.ts'

type Guarded = Pick<PublishedPage, 'id' | 'networks' | 'passwordHash'>
export interface Visitor {
  readonly ip: string
  readonly pass: string | undefined
}

/** Whether a visitor sees the page or has to enter its password first. Throws `not-found` for a network that is not let in. */
export function isAdmitted(box: SecretBox, page: Guarded, { ip, pass }: Visitor, now: number): boolean {
  if (page.networks.length > 0 && !holdsAddress(page.networks, ip)) throw new ProblemError('not-found')
  if (page.passwordHash === null) return true
  const [key = '', bytes = ''] = (pass ?? '').split('.')
  if (!/^\d{1,9}$/u.test(key) || bytes === '') return false
  const sealed = { keyId: Number(key), bytes: Buffer.from(bytes, 'base64url') }
  return Number(box.open(sealed, ownerOf(page)) ?? 0) > now
}

/** A pass for the right password. Throws `credentials-invalid`, also for a page without a password. */
export async function issuePass(
  box: SecretBox,
  page: Guarded,
  password: string,
  now: number,
): Promise<{ pass: string; expiresAt: string }> {
  if (page.passwordHash === null || !(await isPagePassword(password, page.passwordHash)))
    throw new ProblemError('credentials-invalid')
  const until = now + passHours * 3_600_000
  const { keyId, bytes } = box.seal(String(until), ownerOf(page))
  return { pass: `${keyId}.${bytes.toString('base64url')}`, expiresAt: new Date(until).toISOString() }
}

/** A pass opens one page, and only as long as its password stays. */
function ownerOf({ id, passwordHash }: Guarded): string {
  return `status page ${id} ${passwordHash?.toString('base64url')}`
}
