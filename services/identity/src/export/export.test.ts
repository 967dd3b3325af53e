import type { AccountExport } from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { ada, useTestServices } from '../testing/start-test-service.ts'

const start = useTestServices(startTestDatabase)
const hour = 3_600_000

async function withPerson(
  exportParts = async (): Promise<{ path: string; content: unknown }[]> => [
    { path: 'solutions/memberships.json', content: [{ label: '=1+1', role: 'ADMIN' }] },
  ],
) {
  const service = await start({
    exportParts: () => exportParts(),
  })
  const cookie = await service.becomeUser()
  const as = (method: 'GET' | 'POST', path: string, withCookie = cookie) =>
    service.call(method, path, { headers: { cookie: withCookie } })
  return { ...service, cookie, as }
}
const codeOf = (answer: { json(): unknown }) => (answer.json() as { code: string }).code

test('the file holds everything about the account and nothing that would let somebody in', async () => {
  const it = await withPerson()
  const begun = (await it.as('POST', '/users/me/exports')).json<AccountExport>()
  expect(begun).toMatchObject({ status: 'PENDING', bytes: null })
  await it.service.drain()
  const ready = (await it.as('GET', `/users/me/exports/${begun.id}`)).json<AccountExport>()
  expect(ready).toMatchObject({ status: 'READY', bytes: expect.any(Number) })
  expect((await it.as('GET', '/users/me/exports')).json()).toEqual({ items: [ready] })
  const answer = await it.as('GET', `/users/me/exports/${begun.id}/file`)
  expect([answer.statusCode, answer.headers['content-type'], answer.headers['content-disposition']]).toEqual([
    200,
    'application/zip',
    'attachment; filename="bollard-account.zip"',
  ])
  const files = Object.fromEntries(
    Object.entries(unzipSync(answer.rawPayload)).map(([path, data]) => [path, strFromU8(data)]),
  )
  expect(Object.keys(files).toSorted()).toEqual([
    'account/advertising.json',
    'account/audit-log.csv',
    'account/audit-log.json',
    'account/browsers.csv',
    'account/browsers.json',
    'account/exports.csv',
    'account/exports.json',
    'account/factor-removals.json',
    'account/notification-preferences.json',
    'account/open-links.json',
    'account/other-addresses.json',
    'account/passkeys.json',
    'account/password.csv',
    'account/password.json',
    'account/profile.csv',
    'account/profile.json',
    'account/second-factors.json',
    'account/sessions.csv',
    'account/sessions.json',
    'account/weekly-reports.json',
    'account/what-operators-did.json',
    'account/what-you-did.csv',
    'account/what-you-did.json',
    'export.json',
    'solutions/memberships.csv',
    'solutions/memberships.json',
  ])
  expect(JSON.parse(files['account/profile.json'] ?? '')).toMatchObject([
    {
      email: ada.email,
      givenName: 'Ada',
      termsVersion: '2026-11',
      termsAcceptedAt: expect.stringMatching(/^\d{4}-.*Z$/u),
    },
  ])
  expect(files['account/audit-log.json']).toContain('account-export.requested')
  expect(JSON.parse(files['account/sessions.json'] ?? '')).toMatchObject([{ network: '127.0.0.0/24' }])
  const all = Object.values(files).join()
  const secrets = await it.db.query<{ secret: string }>(
    'test-secrets',
    `select password_hash as secret from identity.accounts where password_hash is not null union all select token_hash from identity.sessions`,
  )
  for (const secret of [ada.password, ...secrets.map((row) => row.secret)]) expect(all).not.toContain(secret)
  expect((await it.mailTo(ada.email, 'account-export-ready')).text).toContain('/en/account/export')
})

test('after a day the file is gone, after a week its record', async () => {
  const it = await withPerson()
  const { id } = (await it.as('POST', '/users/me/exports')).json<AccountExport>()
  await it.service.drain()
  it.clock.offset = 25 * hour
  await it.service.runDue()
  expect(await it.db.query('test-files', 'select file from identity.account_exports')).toEqual([{ file: null }])
  const cookie = it.cookieOf(await it.call('POST', '/sessions', { body: { email: ada.email, password: ada.password } }))
  expect((await it.as('GET', `/users/me/exports/${id}`, cookie)).json()).toMatchObject({
    status: 'EXPIRED',
    bytes: null,
  })
  expect(codeOf(await it.as('GET', `/users/me/exports/${id}/file`, cookie))).toBe('export-expired')
  it.clock.offset = 8 * 24 * hour
  await it.service.runDue()
  expect(await it.db.query('test-records', 'select id from identity.account_exports')).toEqual([])
})

test('what a process that ended left behind is made later, and what cannot be made says so', async () => {
  let works = false
  const it = await withPerson(async () => {
    if (!works) throw new Error('away')
    return []
  })
  const { id } = (await it.as('POST', '/users/me/exports')).json<AccountExport>()
  await it.service.drain()
  expect((await it.as('GET', `/users/me/exports/${id}`)).json()).toMatchObject({ status: 'PENDING' })
  expect(codeOf(await it.as('GET', `/users/me/exports/${id}/file`))).toBe('export-not-ready')
  works = true
  it.clock.offset = 9 * 60_000
  await it.service.runDue()
  expect((await it.as('GET', `/users/me/exports/${id}`)).json()).toMatchObject({ status: 'PENDING' })
  it.clock.offset = 11 * 60_000
  await Promise.all([it.service.runDue(), it.service.runDue()])
  expect((await it.as('GET', `/users/me/exports/${id}`)).json()).toMatchObject({ status: 'READY' })
  expect((await it.mailbox.list()).filter(({ tag }) => tag === 'account-export-ready')).toHaveLength(1)

  works = false
  const cookie = it.cookieOf(await it.call('POST', '/sessions', { body: { email: ada.email, password: ada.password } }))
  const failing = (await it.as('POST', '/users/me/exports', cookie)).json<AccountExport>()
  await it.service.drain()
  for (const minutes of [22, 33, 44]) {
    it.clock.offset = minutes * 60_000
    await it.service.runDue()
  }
  expect((await it.as('GET', `/users/me/exports/${failing.id}`, cookie)).json()).toMatchObject({ status: 'FAILED' })
})

test('somebody else, an old proof, no session and a fourth one of a day are refused', async () => {
  const it = await withPerson()
  const { id } = (await it.as('POST', '/users/me/exports')).json<AccountExport>()
  await it.service.drain()
  const other = await it.becomeUser({ email: 'eve@example.org' })
  for (const path of [`/users/me/exports/${id}`, `/users/me/exports/${id}/file`]) {
    expect(codeOf(await it.as('GET', path, other)), path).toBe('not-found')
    expect(codeOf(await it.as('GET', path, '')), path).toBe('unauthenticated')
  }
  expect((await it.as('GET', '/users/me/exports', other)).json()).toEqual({ items: [] })
  for (let count = 2; count <= 3; count += 1) expect((await it.as('POST', '/users/me/exports')).statusCode).toBe(202)
  expect(codeOf(await it.as('POST', '/users/me/exports'))).toBe('rate-limited')
  it.clock.offset = 11 * 60_000
  expect(codeOf(await it.as('POST', '/users/me/exports'))).toBe('step-up-required')
  expect(codeOf(await it.as('GET', `/users/me/exports/${id}/file`))).toBe('step-up-required')
})
