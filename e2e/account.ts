import { randomBytes } from 'node:crypto'
import { createApiClient } from '@bollard/api-client'
import { browserIdHeader, siteSettingsSchema } from '@bollard/contracts'
import { inMail, linkTo } from './identity-mail.ts'
import { product } from './product.ts'

export const password = 'quiet posts along the kerb'

export interface Account {
  email: string
  /** The session cookie as a `cookie` header carries it. */
  cookie: string
}

export interface CaptchaKeys {
  solutionId: string
  siteKey: string
  secretKey: string
}

/** A confirmed account, made through the same calls and the same mail as a person would use. */
export async function createAccount(name: string): Promise<Account> {
  const email = `${name.toLowerCase()}.${Date.now().toString(36)}@example.org`
  const cookies: string[] = []
  // One browser for both calls; in another one the link alone would not do.
  const browserId = randomBytes(16).toString('base64url')
  const api = createApiClient({
    baseUrl: product.api,
    requestHeaders: () => ({ [browserIdHeader]: browserId }),
    onSetCookie: (set) => cookies.push(...set),
  })
  await api.createAccount({ accountNewDto: { email, password, givenName: name, language: 'en', acceptedTerms: true } })
  await api.verifyEmail({ emailVerificationDto: { token: tokenIn(await confirmationLink(email)) } })
  return { email, cookie: cookies.map((cookie) => cookie.split(';', 1)[0]).join('; ') }
}

/** The link in the newest confirmation mail to an address, read from the local mailbox. */
export function confirmationLink(email: string): Promise<string> {
  return inMail(email, linkTo('verify-email'))
}

export async function createCaptcha(account: Account, label: string, domains = ['localhost']): Promise<CaptchaKeys> {
  const api = createApiClient({ baseUrl: product.api, cookies: () => account.cookie })
  const { id, siteKey, secretKey } = await api.createSolution({ solutionNewDto: { type: 'CAPTCHA', label, domains } })
  if (siteKey === null || secretKey === null) throw new Error('A captcha has keys')
  return { solutionId: id, siteKey, secretKey }
}

/** Half the usual work, in percent. */
export const difficultyMin = -50

/** A captcha for browsers that a program drives: they are asked for eight times the work of a person's, which few journeys are about. */
export async function createEasyCaptcha(account: Account, label: string, domains?: string[]): Promise<CaptchaKeys> {
  const keys = await createCaptcha(account, label, domains)
  const api = createApiClient({ baseUrl: product.api, cookies: () => account.cookie })
  await api.putSiteSettings({
    solutionId: keys.solutionId,
    siteSettingsDto: { ...siteSettingsSchema.parse({ difficulty: difficultyMin }), version: 1 },
  })
  return keys
}

/** Signs a browser context in as an account. */
export function cookiesOf(account: Account): { name: string; value: string; domain: string; path: string }[] {
  return account.cookie.split('; ').map((pair) => {
    const [name = '', value = ''] = pair.split(/=(.*)/su)
    return { name, value, domain: 'localhost', path: '/' }
  })
}

function tokenIn(link: string): string {
  return new URL(link).searchParams.get('token') ?? ''
}
