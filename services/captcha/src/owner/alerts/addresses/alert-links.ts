import { createHmac, timingSafeEqual } from 'node:crypto'
import { idSchema } from '@bollard/contracts'

/** Links in mails to addresses that need not have an account. */
export interface AlertLinks {
  /** The page with the button that confirms an address. */
  confirmPage(language: string, token: string): string
  /** For the `List-Unsubscribe` header: a POST ends the mails, a GET only shows the page (RFC 8058). It never ends, as old mails have to work. */
  unsubscribeUrl(addressId: string): string
  /** The page where a person can do the same. */
  unsubscribePage(language: string, token: string): string
  /** Whose link it is; null for anything that we have not signed. */
  readUnsubscribe(token: string): string | null
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
    unsubscribeUrl(id) {
      const [first] = signingKeys
      if (first === undefined) throw new RangeError('at least one signing key is needed')
      return `${apiUrl}/captcha/v1/alert-addresses/unsubscriptions?token=${id}.${sign(first.secret, id).toString('base64url')}`
    },
    unsubscribePage: (language, token) =>
      `${identityUrl}/${language}/unsubscribe-alerts?token=${encodeURIComponent(token)}`,
    readUnsubscribe(token) {
      const [id = '', signature = '', ...more] = token.split('.')
      if (!idSchema.safeParse(id).success || more.length > 0) return null
      const given = Buffer.from(signature, 'base64url')
      const isOurs = signingKeys.some(({ secret }) => {
        const expected = sign(secret, id)
        return given.length === expected.length && timingSafeEqual(given, expected)
      })
      return isOurs ? id : null
    },
  }
}
