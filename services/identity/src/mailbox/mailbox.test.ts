import { createForwardingOf } from '@bollard/http'
import { startTestDatabase } from '@bollard/testing'
import { expect, test } from 'vitest'
import { protect } from '../testing/protect.ts'
import { ada, internalSecret, mailboxKey, type TestService, useTestServices } from '../testing/start-test-service.ts'

const start = useTestServices(startTestDatabase)
const withKey = { cookie: `mailbox_key=${mailboxKey}` }
/** Calls with the key that the server has printed; a cookie of the test's own comes before it. */
const keyed =
  ({ call }: TestService): TestService['call'] =>
  (method, path, options = {}) =>
    call(method, path, {
      ...options,
      headers: { ...options.headers, cookie: [options.headers?.cookie, withKey.cookie].filter(Boolean).join('; ') },
    })

test('on a local machine the mailbox shows a mail before anybody can sign in', async () => {
  const call = keyed(await start())
  await call('POST', '/accounts', { body: ada })
  const list = await call('GET', '/mailbox')
  expect(list.statusCode).toBe(200)
  const [summary] = list.json<{ items: { id: string }[] }>().items
  expect(summary).toMatchObject({ to: ada.email, tag: 'verify-email-code' })
  const mail = await call('GET', `/mailbox/${summary?.id}`)
  expect([mail.statusCode, mail.json()]).toMatchObject([
    200,
    { ...summary, html: expect.stringContaining('verify-email?token=') },
  ])
})

test('an unknown mail is not found', async () => {
  const call = keyed(await start.shared())
  expect((await call('GET', '/mailbox/01890000-0000-7000-8000-000000000000')).json()).toMatchObject({
    status: 404,
    code: 'not-found',
  })
})

test('a file of a mail is saved and never shown, under its own name, and by nobody who may not see the mailbox', async () => {
  const it = await start()
  const [call, { mailbox }] = [keyed(it), it]
  const file = {
    kind: 'invoice',
    id: '01890000-0000-7000-8000-000000000000',
    name: 'Invoice-2026-000001.pdf',
    mediaType: 'application/pdf',
  } as const
  await mailbox.send({
    to: ada.email,
    subject: 'Invoice',
    text: 'Text',
    html: '<p>HTML</p>',
    tag: 'invoice-issued',
    attachments: [file],
  })
  const [summary] = (await call('GET', '/mailbox')).json<{ items: { id: string }[] }>().items
  const url = `/mailbox/${summary?.id}`
  expect((await call('GET', url)).json()).toMatchObject({
    attachments: [{ name: file.name, mediaType: file.mediaType }],
  })
  const answer = await call('GET', `${url}/attachments/0`)
  expect([answer.statusCode, answer.body]).toEqual([200, `%PDF invoice ${file.id}`])
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="Invoice-2026-000001.pdf"',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  for (const place of ['1', '-1', '0.5', 'x'])
    expect((await call('GET', `${url}/attachments/${place}`)).statusCode, place).toBeOneOf([404, 422, 400])
  expect((await call('GET', `${url}/attachments/1`)).json()).toMatchObject({ status: 404, code: 'not-found' })
  expect((await call('GET', `${url}/attachments/0`, { ip: '192.168.1.20' })).statusCode).toBe(404)
})

test('with SMTP there is no mailbox', async () => {
  const call = keyed(await start({ mailbox: null }))
  expect((await call('GET', '/mailbox')).statusCode).toBe(404)
})

test('a deployment that others can reach has no mailbox, not even for the machine itself', async () => {
  const call = keyed(await start({ identityUrl: 'https://identity.bollard.example' }))
  expect((await call('GET', '/mailbox')).statusCode).toBe(404)
})

test('another machine sees no mailbox, whatever it sends', async () => {
  const call = keyed(await start.shared())
  expect((await call('GET', '/mailbox', { ip: '192.168.1.20' })).statusCode).toBe(404)
  expect(
    (
      await call('GET', '/mailbox', {
        ip: '192.168.1.20',
        headers: { 'x-forwarded-for': '127.0.0.1', 'x-bollard-client-ip': '127.0.0.1' },
      })
    ).statusCode,
  ).toBe(404)
})

test('a visitor from elsewhere sees no mailbox through the site of this machine', async () => {
  const call = keyed(await start.shared())
  const headers = { 'x-bollard-internal': internalSecret, 'x-bollard-client-ip': '192.168.1.20' }
  expect((await call('GET', '/mailbox', { headers })).statusCode).toBe(404)
  expect(
    (await call('GET', '/mailbox', { headers: { ...headers, 'x-bollard-client-ip': '127.0.0.1' } })).statusCode,
  ).toBe(200)
})

test('a name that somebody points at this machine opens no mailbox', async () => {
  const call = keyed(await start.shared())
  for (const host of ['rebound.evil.example:8090', 'localhost.evil.example', '[::2]:8090', '192.168.1.5'])
    expect((await call('GET', '/mailbox', { headers: { host } })).statusCode, host).toBe(404)
  expect((await call('GET', '/mailbox', { headers: { host: '127.0.0.1:8090' } })).statusCode).toBe(200)
})

test('an administrator with a second factor reads the mailbox from another machine, an ordinary person does not', async () => {
  const it = await start()
  const { call, service, cookieOf, becomeUser } = it
  const person = await becomeUser({ email: 'person@example.org' })
  const { acceptedTerms: _, ...admin } = ada
  const cookie = cookieOf(
    await call('POST', '/first-admin', { body: { ...admin, token: await service.createFirstAdminToken() } }),
  )
  expect((await call('GET', '/mailbox', { ip: '192.168.1.20', headers: { cookie: person } })).statusCode).toBe(404)
  const status = async () => (await call('GET', '/mailbox', { ip: '192.168.1.20', headers: { cookie } })).statusCode
  expect(await status()).toBe(404)
  await protect(it).setUpTotp(cookie)
  expect(await status()).toBe(200)
})

test('without the key that was printed this machine sees no mailbox either', async () => {
  const { call } = await start.shared()
  const keys = ['', 'x', mailboxKey.slice(1), `${mailboxKey}x`, mailboxKey.toUpperCase(), `%20${mailboxKey}`]
  const cookies = [undefined, ...keys.map((key) => `mailbox_key=${key}`), `xmailbox_key=${mailboxKey}`]
  for (const cookie of cookies)
    expect((await call('GET', '/mailbox', { headers: cookie ? { cookie } : {} })).statusCode, cookie).toBe(404)
  expect((await call('GET', '/mailbox', { headers: { cookie: `a=b; ${withKey.cookie};c=d` } })).statusCode).toBe(200)
  const keyless = await start({ mailboxKey: null })
  for (const cookie of ['mailbox_key=', 'mailbox_key=null', withKey.cookie])
    expect((await keyless.call('GET', '/mailbox', { headers: { cookie } })).statusCode).toBe(404)
})

const forwarded: Record<string, string>[] = [
  { 'x-forwarded-for': '8.8.8.8' },
  { 'x-forwarded-for': '127.0.0.1' },
  { 'x-forwarded-host': 'localhost:8081' },
  { 'x-forwarded-proto': 'https' },
  { forwarded: 'for=127.0.0.1' },
  { via: '1.1 tunnel' },
  { 'x-real-ip': '127.0.0.1' },
  { 'cf-connecting-ip': '127.0.0.1' },
  { 'cf-ray': '1' },
  { 'true-client-ip': '127.0.0.1' },
]

test.for(forwarded)('a request with %o opens no mailbox and makes no administrator', async (headers) => {
  const { call, service } = await start.shared()
  expect((await call('GET', '/mailbox', { headers: { ...withKey, ...headers } })).statusCode).toBe(404)
  const { acceptedTerms: _, ...admin } = ada
  const answer = await call('POST', '/first-admin', {
    headers,
    body: { ...admin, token: await service.createFirstAdminToken() },
  })
  expect(answer.json()).toMatchObject({
    status: 403,
    code: 'forbidden',
    detail: expect.stringContaining('TRUSTED_PROXIES'),
  })
})

test('what our own site tells of the request that it answers counts, and nobody else can tell it', async () => {
  const { call } = await start.shared()
  const site = { ...withKey, 'x-bollard-internal': internalSecret, 'x-bollard-client-ip': '127.0.0.1' }
  const status = async (headers: Record<string, string>) => (await call('GET', '/mailbox', { headers })).statusCode
  expect(await status(site)).toBe(200)
  expect(await status({ ...site, 'x-bollard-forwarded': 'untrusted' })).toBe(404)
  expect(await status({ ...site, 'x-bollard-forwarded': 'trusted' })).toBe(404)
  expect(await status({ ...withKey, 'x-bollard-forwarded': 'none', 'x-forwarded-for': '127.0.0.1' })).toBe(404)
})

test('the first administrator can come through a proxy that is trusted', async () => {
  const proxied = { internalSecret, trustedProxies: ['127.0.0.1'] }
  const { call, service } = await start({ forwardingOf: createForwardingOf(proxied) })
  const { acceptedTerms: _, ...admin } = ada
  const body = { ...admin, token: await service.createFirstAdminToken() }
  const headers = { 'x-forwarded-for': '198.51.100.7', ...withKey }
  expect((await call('POST', '/first-admin', { headers, body })).statusCode).toBe(201)
  expect((await call('GET', '/mailbox', { headers })).statusCode).toBe(404)
})
