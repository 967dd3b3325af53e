import { createHmac, timingSafeEqual } from 'node:crypto'
import { idSchema } from '@bollard/contracts'

/** Links in mails to addresses that need not have an account. */
export interface AlertLinks {
  /** The page with the button that confirms an address. */
  confirmPage(language: string, token: string): string
  /** For the `List-Unsubscribe` header: a POST ends the mails, a GET only shows the page (RFC 8058). It never ends, as old mails have to work. */
  unsubscribeUrl(addressId: string, cell: number): string
  /** The page where a person can do the same. */
  unsubscribePage(language: string, token: string): string
  /** Whose link it is; null for anything that we have not signed. */
  readUnsubscribe(token: string): { readonly cell: number; readonly addressId: string } | null
}

/** In front of what links name: which cell has it. Cell 0 is not named, as before there were others. */
export function inCell(cell: number, name: string): string {
  return cell === 0 ? name : `${cell}.${name}`
}

/** The cell that a token was made in. */
export function cellOfToken(token: string): number {
  return Number(/^([1-9]\d{0,2})\./u.exec(token)?.[1] ?? 0)
}

export interface AlertLinksOptions {
  /** Origins without a slash at the end. */
  readonly apiUrl: string
  readonly identityUrl: string
  /** The first key signs, all verify. */
  readonly signingKeys: readonly { readonly secret: Buffer }[]
}

export function createAlertLinks({ apiUrl, identityUrl, signingKeys }: AlertLinksOptions): AlertLinks {
  const sign = (secret: Buffer, id: string): Buffer =>
    createHmac('sha256', secret).update(`alert address unsubscribe\0${id}`).digest()
  return {
    confirmPage: (language, token) => `${identityUrl}/${language}/confirm-alerts?token=${encodeURIComponent(token)}`,
    unsubscribeUrl(addressId, cell) {
      const [first] = signingKeys
      if (first === undefined) throw new RangeError('at least one signing key is needed')
      const id = inCell(cell, addressId)
      return `${apiUrl}/captcha/v1/alert-addresses/unsubscriptions?token=${id}.${sign(first.secret, id).toString('base64url')}`
    },
    unsubscribePage: (language, token) =>
      `${identityUrl}/${language}/unsubscribe-alerts?token=${encodeURIComponent(token)}`,
    readUnsubscribe(token) {
      const cell = cellOfToken(token)
      const [addressId = '', signature = '', ...more] = token.slice(cell === 0 ? 0 : `${cell}.`.length).split('.')
      if (!idSchema.safeParse(addressId).success || more.length > 0) return null
      const id = inCell(cell, addressId)
      const given = Buffer.from(signature, 'base64url')
      const isOurs = signingKeys.some(({ secret }) => {
        const expected = sign(secret, id)
        return given.length === expected.length && timingSafeEqual(given, expected)
      })
      return isOurs ? { cell, addressId } : null
    },
  }
}
