import type { AdvertisingToken, Conversion } from '@bollard/contracts'
import type { AdvertisingProvider, Upload, UploadOutcome } from '../identity-context.ts'
import { protect } from './protect.ts'
import { ada, type useTestServices } from './start-test-service.ts'

type Start = ReturnType<typeof useTestServices>

export const gclid = 'Cj0KCQiA-test_click-0123456789'
export const consent = { adUserData: true, adPersonalization: false, at: '2026-03-01T10:00:00.000Z' }

/** A network that takes what it is told to, and remembers what came. */
export function fakeNetwork(outcomes: UploadOutcome[] = []): AdvertisingProvider & { seen: Upload[] } {
  const seen: Upload[] = []
  return {
    seen,
    async upload(conversion) {
      seen.push(conversion)
      return outcomes.shift() ?? { kind: 'SENT' }
    },
  }
}

/** A person whose sign-up followed an advertisement, an administrator, and one conversion of the person's. */
export async function withConversion(start: Start, advertising?: AdvertisingProvider) {
  const service = await start({ advertising })
  const created = await service.call('POST', '/advertising-tokens', {
    body: { gclid, consent, landingPath: '/en/products/captcha', locale: 'en-GB' },
  })
  const tokenId = created.json<{ id: string }>().id
  const person = await service.becomeUser({ advertisingTokenId: tokenId })
  const session = await service.becomeUser({ email: 'operator@example.org' })
  await service.db.query(
    'test-operator',
    `update identity.users set is_admin = true where email = 'operator@example.org'`,
  )
  await protect(service).setUpTotp(session)
  const opened = await service.call('POST', '/operator-session', { headers: { cookie: session } })
  const operator = `${session}; ${service.cookieOf(opened)}`
  /** As if the operator had used the admin site until now, with the change mode on. The tests move the clock by days. */
  const stayOpen = async () => {
    const at = new Date(Date.now() + service.clock.offset)
    await service.db.pool.query(
      `update identity.sessions set created_at = $1, last_active_at = $1, expires_at = $1::timestamptz + interval '1 hour'`,
      [at],
    )
    await service.db.pool.query(
      `update identity.operator_sessions set opened_at = $1, last_active_at = $1, change_reason = 'A test of conversions', change_until = $1::timestamptz + interval '30 minutes'`,
      [at],
    )
  }
  const call: typeof service.call = async (method, path, options) => {
    if (options?.headers?.['cookie'] === operator) await stayOpen()
    return service.call(method, path, options)
  }
  const [user] = await service.db.query<{ id: string }>('test-user', 'select id from identity.users where email = $1', [
    ada.email,
  ])
  const userId = user?.id ?? ''
  const occurredAt = new Date(Date.now() + service.clock.offset)
  await service.service.recordConversion({
    userId,
    kind: 'TRIAL_TO_PAID',
    reference: 'invoice-1',
    occurredAt,
    value: { amountMinor: 3900, currency: 'EUR' },
  })
  const read = async (): Promise<AdvertisingToken> =>
    (await call('GET', `/advertising-tokens/${tokenId}`, { headers: { cookie: operator } })).json()
  const conversionId = (await read()).conversions.find(({ kind }) => kind === 'TRIAL_TO_PAID')?.conversionId ?? ''
  const place = `/advertising-tokens/${tokenId}/conversions/${conversionId}`
  const body = {
    conversionActionId: '987',
    occurredAt: '2026-03-02T09:00:00+01:00',
    value: { amountMinor: 3900, currency: 'EUR' },
    orderId: conversionId,
    consent,
  }
  const send = (changes: object = {}, cookie = operator) =>
    call('POST', `${place}/send`, { body: { ...body, ...changes }, headers: { cookie } })
  const asOperator = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
    call(method, path, { ...(body ? { body } : {}), headers: { cookie: operator } })
  return { ...service, call, asOperator, tokenId, userId, person, operator, read, conversionId, place, send }
}

export const stateOf = (token: AdvertisingToken, conversionId: string): Conversion | undefined =>
  token.conversions.find((one) => one.conversionId === conversionId)
export const codeOf = (answer: { json(): unknown }) => (answer.json() as { code: string }).code
