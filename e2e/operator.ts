import { createApiClient } from '@bollard/api-client'
import { totpCode } from '@bollard/testing'
import { type Account, password } from './account.ts'
import { product } from './product.ts'

/** The first administrator of a product that has none yet, with a second factor; `printed` is what the product said when it started. */
export async function createOperator(printed: string): Promise<Account> {
  const token = /first-admin\?token=([\w.~%-]+)/u.exec(printed)?.[1]
  if (token === undefined) throw new Error('The product has printed no link that makes the first administrator')
  const email = `operator.${Date.now().toString(36)}@example.org`
  const jar = new Map<string, string>()
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const api = createApiClient({
    baseUrl: product.api,
    cookies: cookie,
    onSetCookie: (set) => {
      for (const line of set) {
        const [name = '', value = ''] = (line.split(';', 1)[0] ?? '').split(/=(.*)/su)
        jar.set(name, value)
      }
    },
  })
  await api.createFirstAdmin({
    firstAdminNewDto: { token: decodeURIComponent(token), email, password, givenName: 'Olga', language: 'en' },
  })
  const { secret } = await api.startTotp()
  await api.confirmTotp({ totpConfirmationDto: { code: totpCode(secret, Math.floor(Date.now() / 30_000)) } })
  return { email, cookie: cookie() }
}
