import { type ApiClient } from '@bollard/api-client'
import type { User } from '@bollard/contracts'
import { totpCode } from '@bollard/testing'
import type { RunningApi } from './start-api.ts'

export interface Person extends User {
  readonly password: string
  readonly client: ApiClient
  readonly cookie: () => string
  /** Where their calls come from. */
  readonly address: string
}

export interface People {
  /** Admin of the first solution and organization. */
  readonly ada: Person
  readonly mia: Person
  readonly vic: Person
  /** Admin of the second solution and organization. */
  readonly eve: Person
  /** Administrator of the deployment. */
  readonly operator: Person
  /** Has a session and lost the confirmation of the address. */
  readonly newcomer: Person
}
export type Name = keyof People

const passwords: Record<Name, string> = {
  ada: 'nine lanterns over a quiet canal',
  mia: 'seven kettles under a tin roof',
  vic: 'four herons beside the old weir',
  eve: 'two ladders against a red barn',
  operator: 'eleven bells across the harbour',
  newcomer: 'six pebbles in a wooden drawer',
}
export const emailOf = (name: Name): string => `${name}@${name}-people.example`

/** Everybody signs up and confirms through the API, the operator with the token of the first start. */
export async function signUpAll(api: RunningApi): Promise<People> {
  const token = await api.services.identity.createFirstAdminToken()
  const operator = await signUpOperator(api, token ?? '')
  const [ada, mia, vic, eve, newcomer] = await Promise.all([
    signUp(api, 'ada', '198.51.100.1'),
    signUp(api, 'mia', '198.51.100.2'),
    signUp(api, 'vic', '198.51.100.3'),
    signUp(api, 'eve', '203.0.113.4'),
    signUp(api, 'newcomer', '203.0.113.5'),
  ])
  // A session begins with a confirmed address. Nothing takes the confirmation back but an older release, so it is taken here.
  await api.db.pool.query('update identity.users set email_verified = false where id = $1', [newcomer.id])
  return { ada, mia, vic, eve, operator, newcomer: { ...newcomer, emailVerified: false } }
}

/** An administrator acts as one in a session that has shown a second factor, and this one has set one up. */
export async function signUpOperator(api: RunningApi, token: string): Promise<Person> {
  const address = '192.0.2.1'
  const { client, cookie } = api.clientFrom(address)
  const password = passwords.operator
  const user = await client.createFirstAdmin({
    firstAdminNewDto: { token, email: emailOf('operator'), password, givenName: 'Olga', language: 'en' },
  })
  const { secret } = await client.startTotp()
  await client.confirmTotp({
    totpConfirmationDto: { code: totpCode(secret, Math.floor(api.now().getTime() / 30_000)) },
  })
  await operate(client)
  return { ...user, password, client, cookie, address }
}

/** Opens the admin site, right after a second factor, and switches its change mode on. */
export async function operate(client: ApiClient): Promise<void> {
  await client.openOperatorSession()
  await client.startChangeMode({ changeModeDto: { reason: 'A test of operators' } })
}

function signUp(api: RunningApi, name: Name, address: string): Promise<Person> {
  return signUpAs(api, { email: emailOf(name), password: passwords[name], givenName: givenNames[name], address })
}

/** Somebody else signs up and confirms. */
export async function signUpAs(
  api: RunningApi,
  { email, password, givenName, address }: Pick<Person, 'email' | 'password' | 'givenName' | 'address'>,
): Promise<Person> {
  const { client, cookie } = api.clientFrom(address)
  await client.createAccount({ accountNewDto: { email, password, givenName, language: 'en', acceptedTerms: true } })
  await api.services.identity.drain()
  const link = await linkIn(api, email)
  const user = await client.verifyEmail({ emailVerificationDto: { token: link, password } })
  return { ...user, password, client, cookie, address }
}

/** Names that no text of the product contains, so that finding one means that it got out. */
export const givenNames: Record<Name, string> = {
  ada: 'Adalgisa',
  mia: 'Miroslava',
  vic: 'Vicentius',
  eve: 'Evelinde',
  operator: 'Olga',
  newcomer: 'Neophytos',
}

/** The token of the newest mail to an address. */
export async function linkIn(api: RunningApi, to: string): Promise<string> {
  const { rows } = await api.db.pool.query<{ text: string }>(
    'select body_text as text from mail.mails where recipient = $1 order by sent_at desc limit 1',
    [to],
  )
  const token = /token=([\w.~%-]+)/u.exec(rows[0]?.text ?? '')?.[1]
  if (token === undefined) throw new Error(`No mail with a link to ${to}`)
  return decodeURIComponent(token)
}
