import { createApiClient } from '@bollard/api-client'
import { mailboxKeyCookie } from '@bollard/contracts'
import { product } from './product.ts'

/** Reads the local mailbox of the product, with the key that it has printed. */
export function mailboxApi(): ReturnType<typeof createApiClient> {
  return createApiClient({ baseUrl: product.api, cookies: () => `${mailboxKeyCookie}=${mailboxKey()}` })
}

/** What the printed address of the mailbox opens it with. */
export function mailboxKey(): string {
  const key = /\/mailbox\?key=([\w-]+)/u.exec(product.output)?.[1]
  if (key === undefined) throw new Error('The product has printed no address of a mailbox')
  return key
}
