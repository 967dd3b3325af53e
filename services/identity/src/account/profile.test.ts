import { startTestDatabase } from '@bollard/testing'
import { expect, test } from 'vitest'
import { useTestServices } from '../testing/start-test-service.ts'
import { isTimeZone } from '../users/user.ts'

const start = useTestServices(startTestDatabase)

test('a person reads and changes their profile, and no two windows overwrite each other', async () => {
  const { call, becomeUser, db } = await start()
  const headers = { cookie: await becomeUser({ timezone: 'Europe/Berlin' }) }
  const read = (await call('GET', '/users/me', { headers })).json<Record<string, unknown>>()
  expect(read).toMatchObject({
    email: 'ada@example.org',
    givenName: 'Ada',
    timezone: 'Europe/Berlin',
    theme: 'system',
    version: 1,
  })
  expect(read).toMatchObject({
    emailChangeTo: null,
    deletionAt: null,
    createdAt: expect.stringMatching(/^\d{4}-.*Z$/u),
  })

  const change = { givenName: ' Ottilie ', language: 'de', timezone: 'America/New_York', theme: 'dark', version: 1 }
  const answers = await Promise.all([1, 2, 3].map(() => call('PUT', '/users/me', { headers, body: change })))
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409])
  const changed = answers.find(({ statusCode }) => statusCode === 200)?.json()
  expect(changed).toEqual({ ...read, ...change, givenName: 'Ottilie', version: 2 })
  expect((await call('GET', '/users/me', { headers })).json()).toEqual(changed)
  expect((await call('PUT', '/users/me', { headers, body: change })).json()).toMatchObject({
    status: 409,
    code: 'version-conflict',
  })

  const { rows } = await db.pool.query(
    `select before, after, network from audit.entries where action = 'profile.changed'`,
  )
  expect(rows).toEqual([
    {
      before: { language: 'en', timezone: 'Europe/Berlin', theme: 'system', newName: false },
      after: { language: 'de', timezone: 'America/New_York', theme: 'dark', newName: true },
      network: '127.0.0.0/24',
    },
  ])
  const page = (await call('GET', '/users/me/audit-log?limit=2', { headers })).json<{
    items: { action: string }[]
    nextCursor: string
  }>()
  expect(page.items[0]).toMatchObject({ action: 'profile.changed', actor: { kind: 'USER', name: 'Ottilie' } })
  const next = (await call('GET', `/users/me/audit-log?cursor=${page.nextCursor}`, { headers })).json<{
    items: { action: string }[]
  }>()
  expect([...page.items, ...next.items].map(({ action }) => action)).toEqual(
    expect.arrayContaining(['account.created', 'email.verified', 'profile.changed']),
  )
  const only = (await call('GET', '/users/me/audit-log?action=email.verified', { headers })).json<{
    items: unknown[]
  }>()
  expect(only.items).toHaveLength(1)
})

test('what cannot be is refused at its field', async () => {
  const { call, becomeUser } = await start()
  const headers = { cookie: await becomeUser() }
  const good = { givenName: 'Ada', language: 'en', timezone: 'UTC', theme: 'light', version: 1 }
  for (const [field, value] of [
    ['timezone', 'Europe/Atlantis'],
    ['timezone', '+01:00'],
    ['timezone', ''],
    ['givenName', '  '],
    ['givenName', 'x'.repeat(61)],
    ['language', 'pt'],
    ['theme', 'pink'],
    ['version', 'x'],
  ] as const) {
    const answer = await call('PUT', '/users/me', { headers, body: { ...good, [field]: value } })
    expect(answer.json(), `${field} ${value}`).toMatchObject({
      status: 422,
      code: 'validation-failed',
      errors: [{ pointer: `/${field}` }],
    })
  }
  for (const field of ['email', 'isAdmin', 'emailVerified', 'id', 'deletionAt'])
    expect((await call('PUT', '/users/me', { headers, body: { ...good, [field]: true } })).json(), field).toMatchObject(
      { status: 400, code: 'unknown-field' },
    )
  expect((await call('GET', '/users/me', { headers })).json()).toMatchObject({ version: 1, isAdmin: false })
})

test('nobody reads or changes anything without a session', async () => {
  const { call } = await start()
  for (const [method, path, body] of [
    ['GET', '/users/me', undefined],
    ['PUT', '/users/me', { givenName: 'Eve', language: 'en', timezone: 'UTC', theme: 'dark', version: 1 }],
    ['GET', '/users/me/audit-log', undefined],
    ['GET', '/users/me/notification-preferences', undefined],
    ['POST', '/users/me/email-changes', { email: 'eve@example.org' }],
    ['DELETE', '/users/me/email-changes', undefined],
  ] as const) {
    expect((await call(method, path, { body })).json(), `${method} ${path}`).toMatchObject({
      status: 401,
      code: 'unauthenticated',
    })
  }
})

test('other services know people with a confirmed address, by id and by address', async () => {
  const { call, service, becomeUser } = await start()
  const adas = await service.findActor(await becomeUser({ language: 'de' }))
  await call('POST', '/accounts', {
    body: {
      email: 'new@example.org',
      password: 'correct horse battery',
      givenName: 'New',
      language: 'en',
      acceptedTerms: true,
    },
  })
  const ada = { userId: adas?.userId, email: 'ada@example.org', givenName: 'Ada', language: 'de' }
  const unknown = ['01890000-0000-7000-8000-000000000000', 'no id', '']
  expect(await service.findPeople([adas?.userId ?? '', ...unknown])).toEqual([ada])
  expect(await service.findPeople([])).toEqual([])
  expect(await service.findPersonByEmail('ADA@example.org ')).toEqual(ada)
  expect([
    await service.findPersonByEmail('new@example.org'),
    await service.findPersonByEmail('nobody@example.org'),
  ]).toEqual([null, null])
})

test('a time zone is a name that dates can be written in', () => {
  expect(
    ['Europe/Berlin', 'UTC', 'America/Argentina/Buenos_Aires', 'Asia/Kathmandu', 'Etc/GMT+3'].filter(
      (name) => !isTimeZone(name),
    ),
  ).toEqual([])
  expect(['', 'Berlin', '+01:00', '-05:30', 'Europe/Berlin\n', '__proto__'].filter(isTimeZone)).toEqual([])
})
