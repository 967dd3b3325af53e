import { ProblemError } from '@bollard/http'
import { startTestDatabase } from '@bollard/testing'
import { expect, test } from 'vitest'
import type { Belonging } from '../identity-context.ts'
import { ada, useTestServices } from '../testing/start-test-service.ts'

const start = useTestServices(startTestDatabase)
const days = (count: number) => count * 86_400_000
const shop: Belonging = {
  kind: 'SOLUTION',
  id: '019a0000-0000-7000-8000-000000000001',
  name: 'Shop',
  isSoleAdmin: true,
  isHeldByLaw: false,
  isPaidByThem: false,
}
const agency: Belonging = {
  kind: 'ORGANIZATION',
  id: '019a0000-0000-7000-8000-000000000002',
  name: 'Agency',
  isSoleAdmin: false,
  isHeldByLaw: false,
  isPaidByThem: false,
}

async function withPerson(belongs: Belonging[] = []) {
  const left: string[] = []
  const forgotten: string[] = []
  const service = await start({
    belongings: {
      list: async () => belongs,
      requireAll: async () => {},
      leaveAll: async (userId) => {
        if (belongs.some(({ isSoleAdmin }) => isSoleAdmin)) throw new ProblemError('last-admin')
        left.push(userId)
      },
      forget: async (userId) => void forgotten.push(userId),
    },
  })
  const cookie = await service.becomeUser()
  const call = (method: 'GET' | 'POST', path: string, body?: unknown) =>
    service.call(method, path, { headers: { cookie }, ...(body ? { body } : {}) })
  const remove = (changes: object = {}) =>
    call('POST', '/users/me/deletion', { confirmEmail: ada.email, when: 'IN_30_DAYS', ...changes })
  const users = async () => (await service.db.query('test-users', 'select id from identity.users')).length
  return { ...service, belongs, left, forgotten, cookie, as: call, remove, users }
}
const codeOf = (answer: { json(): unknown }) => (answer.json() as { code: string }).code

test('the account is gone after 30 days, with everything of it, and its owner gets a certificate', async () => {
  const it = await withPerson([agency])
  expect((await it.as('GET', '/users/me/deletion')).json()).toEqual({
    blockers: [],
    leaves: [{ kind: 'ORGANIZATION', id: agency.id, name: 'Agency' }],
  })
  const planned = await it.remove({ comment: 'Thank you' })
  expect(planned.statusCode).toBe(200)
  // All sessions have ended.
  expect(codeOf(await it.as('GET', '/users/me'))).toBe('unauthenticated')
  const again = await it.call('POST', '/sessions', { body: { email: ada.email, password: ada.password } })
  expect((await it.call('GET', '/users/me', { headers: { cookie: it.cookieOf(again) } })).json()).toMatchObject({
    deletionAt: planned.json<{ deletionAt: string }>().deletionAt,
  })

  it.clock.offset = days(30) - 60_000
  await it.service.runDue()
  expect([await it.users(), it.left]).toEqual([1, []])
  it.clock.offset = days(30) + 60_000
  await Promise.all([it.service.runDue(), it.service.runDue()])
  expect(await it.users()).toBe(0)
  expect(it.left.length).toBeGreaterThanOrEqual(1)
  const rest = await it.db.query<{ table: string; n: string }>(
    'test-rest',
    `select 'sessions' as table, count(*) as n from identity.sessions union all select 'accounts', count(*) from identity.accounts`,
  )
  expect(rest.map(({ n }) => n)).toEqual(['0', '0'])
  const certificate = (await it.mailTo(ada.email, 'account-deleted')).text
  const [entry] = await it.db.query<{ after: { certificate: string } }>(
    'test-audit',
    `select after from audit.entries where action = 'account.deleted'`,
  )
  expect(certificate).toContain(entry?.after.certificate)
  expect((await it.mailbox.list()).filter(({ tag }) => tag === 'account-deleted')).toHaveLength(1)
  // The address is free again.
  expect((await it.call('POST', '/accounts', { body: ada })).statusCode).toBe(201)
})

test('the link of the mail keeps the account, once', async () => {
  const it = await withPerson()
  await it.remove()
  const { token } = await it.mailTo(ada.email, 'account-deletion-planned')
  expect((await it.call('POST', '/account-deletions/undo', { body: { token } })).statusCode).toBe(204)
  expect(codeOf(await it.call('POST', '/account-deletions/undo', { body: { token } }))).toBe('token-invalid')
  expect(codeOf(await it.call('POST', '/account-deletions/undo', { body: { token: 'x' } }))).toBe('token-invalid')
  it.clock.offset = days(31)
  await it.service.runDue()
  expect(await it.users()).toBe(1)
})

test('a button that is pressed twice plans one end and mails one link, which works; at once ends once', async () => {
  const it = await withPerson()
  const answers = await Promise.all(Array.from({ length: 10 }, () => it.remove()))
  // One that comes late finds no session any more.
  const planned = answers.filter(({ statusCode }) => statusCode !== 401)
  expect(
    new Set(planned.map((answer) => `${answer.statusCode} ${answer.json<{ deletionAt: string }>().deletionAt}`)).size,
  ).toBe(1)
  expect((await it.mailbox.list()).filter(({ tag }) => tag === 'account-deletion-planned')).toHaveLength(1)
  const { token } = await it.mailTo(ada.email, 'account-deletion-planned')
  expect((await it.call('POST', '/account-deletions/undo', { body: { token } })).statusCode).toBe(204)

  const again = await it.call('POST', '/sessions', { body: { email: ada.email, password: ada.password } })
  const body = { confirmEmail: ada.email, when: 'IMMEDIATELY' }
  const headers = { cookie: it.cookieOf(again) }
  const ends = await Promise.all(
    Array.from({ length: 10 }, () => it.call('POST', '/users/me/deletion', { body, headers })),
  )
  expect(ends.map(({ statusCode }) => statusCode).filter((status) => status !== 200 && status !== 401)).toEqual([])
  const entries = await it.db.query<{ action: string }>(
    'test-ends',
    `select action from audit.entries where action like 'account.delet%' order by number`,
  )
  expect(entries.map(({ action }) => action)).toEqual([
    'account.deletion-planned',
    'account.deletion-undone',
    'account.deletion-planned',
    'account.deleted',
  ])
})

test('what pays for something that goes on keeps the account until somebody else pays; then addresses and ways to pay go with it', async () => {
  const it = await withPerson([{ ...shop, isSoleAdmin: false, isPaidByThem: true }])
  const blocker = { kind: 'SOLUTION', id: shop.id, name: 'Shop', reason: 'PAYS' }
  expect((await it.as('GET', '/users/me/deletion')).json()).toEqual({ blockers: [blocker], leaves: [] })
  for (const when of ['IN_30_DAYS', 'IMMEDIATELY']) {
    const refused = await it.remove({ when })
    expect(refused.json(), when).toMatchObject({
      status: 409,
      code: 'in-use',
      errors: [{ pointer: `/solutions/${shop.id}`, code: 'in-use' }],
    })
  }
  it.belongs.length = 0
  await it.remove()
  it.belongs.push({ ...shop, isSoleAdmin: false, isPaidByThem: true })
  it.clock.offset = days(31)
  await it.service.runDue()
  expect([await it.users(), it.left, it.forgotten]).toEqual([1, [], []])
  expect(it.logged.join()).toContain('pays for something')
  it.belongs.length = 0
  await it.service.runDue()
  expect([await it.users(), it.forgotten]).toEqual([0, it.left])
})

test('at once means at once', async () => {
  const it = await withPerson()
  expect((await it.remove({ when: 'IMMEDIATELY' })).statusCode).toBe(200)
  expect(await it.users()).toBe(0)
  expect(it.forgotten).toEqual(it.left)
  expect((await it.mailbox.list()).some(({ tag }) => tag === 'account-deletion-planned')).toBe(false)
})

test('the only admin of something is told what needs another one; who becomes it meanwhile stays until there is one', async () => {
  const it = await withPerson([shop])
  const refused = await it.remove()
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    expect.objectContaining({
      code: 'last-admin',
      errors: [{ pointer: `/solutions/${shop.id}`, code: 'last-admin', params: { name: 'Shop' } }],
    }),
  ])
  expect((await it.as('GET', '/users/me/deletion')).json()).toEqual({
    blockers: [{ kind: 'SOLUTION', id: shop.id, name: 'Shop', reason: 'SOLE_ADMIN' }],
    leaves: [],
  })
  it.belongs.length = 0
  await it.remove()
  it.belongs.push(shop)
  it.clock.offset = days(31)
  await it.service.runDue()
  expect(await it.users()).toBe(1)
  expect(it.logged.join()).toContain('only admin')
  it.belongs.length = 0
  await it.service.runDue()
  expect(await it.users()).toBe(0)
})

test('an end at once that is refused at the last moment changes nothing: no plan, no lost session, no mail', async () => {
  let asked = 0
  const service = await start({
    belongings: {
      // Somebody else leaves between the two questions.
      list: async () => [],
      requireAll: async () => {},
      leaveAll: async () => {
        asked += 1
        throw new ProblemError('last-admin')
      },
      forget: async () => {},
    },
  })
  const cookie = await service.becomeUser()
  const mails = (await service.mailbox.list()).length
  const body = { confirmEmail: ada.email, when: 'IMMEDIATELY' }
  expect(codeOf(await service.call('POST', '/users/me/deletion', { body, headers: { cookie } }))).toBe('last-admin')
  expect(asked).toBe(1)
  expect((await service.call('GET', '/users/me', { headers: { cookie } })).json()).toMatchObject({
    email: ada.email,
    deletionAt: null,
  })
  expect(await service.mailbox.list()).toHaveLength(mails)
  await service.service.runDue()
  expect(await service.db.query('test-still-there', 'select id from identity.users')).toHaveLength(1)
  const entries = await service.db.query(
    'test-no-plan',
    `select 1 as one from audit.entries where action like 'account.delet%'`,
  )
  expect(entries).toEqual([])
})

test('who administrates something that is locked by order of law stays until that has ended', async () => {
  const it = await withPerson([{ ...agency, kind: 'SOLUTION', isHeldByLaw: true }])
  const blocker = { kind: 'SOLUTION', id: agency.id, name: 'Agency', reason: 'LEGAL_ORDER' }
  expect((await it.as('GET', '/users/me/deletion')).json()).toEqual({ blockers: [blocker], leaves: [] })
  for (const when of ['IN_30_DAYS', 'IMMEDIATELY']) {
    const refused = await it.remove({ when })
    expect(refused.json(), when).toMatchObject({
      status: 409,
      code: 'state-conflict',
      errors: [{ pointer: `/solutions/${agency.id}`, code: 'legal-order' }],
    })
  }
  it.belongs.length = 0
  await it.remove()
  it.belongs.push({ ...agency, kind: 'SOLUTION', isHeldByLaw: true })
  it.clock.offset = days(31)
  await it.service.runDue()
  expect([await it.users(), it.left]).toEqual([1, []])
  expect(it.logged.join()).toContain('locked by law')
  // Its day has passed, and the link of the mail still keeps it.
  const { token } = await it.mailTo(ada.email, 'account-deletion-planned')
  expect((await it.call('POST', '/account-deletions/undo', { body: { token } })).statusCode).toBe(204)
  it.belongs.length = 0
  await it.service.runDue()
  expect(await it.users()).toBe(1)
})

test('accounts that have to stay, however many, and one that cannot be deleted keep no other waiting', async () => {
  const stuck = new Set<string>()
  const service = await start({
    belongings: {
      list: async () => [],
      requireAll: async () => {},
      leaveAll: async (userId) => {
        if (stuck.has(userId))
          throw stuck.size > 1 ? new ProblemError('last-admin') : new Error('The other service is down')
      },
      forget: async () => {},
    },
  })
  const rows = await service.db.query<{ id: string }>(
    'test-many',
    `insert into identity.users (id, email, email_verified, given_name, language, created_at, updated_at, deletion_at)
    select ('019a0000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, n || '@example.org', true, 'Ada', 'en', now(), now(), now() - n * interval '1 minute'
    from generate_series(1, 103) n returning id`,
  )
  for (const { id } of rows.slice(0, 102)) stuck.add(id)
  const left = async () => (await service.db.query('test-left', 'select id from identity.users')).length
  await service.service.runDue()
  expect(await left()).toBe(102)
  for (const id of [...stuck].slice(1)) stuck.delete(id)
  await service.service.runDue()
  expect([await left(), service.logged.at(-1)]).toEqual([1, expect.stringContaining('The other service is down')])
})

test('another address, an old proof, no session or a wrong moment are refused, and nothing is planned', async () => {
  const it = await withPerson()
  expect((await it.remove({ confirmEmail: 'other@example.org' })).json()).toMatchObject({
    code: 'validation-failed',
    errors: [{ pointer: '/confirmEmail' }],
  })
  expect(codeOf(await it.remove({ when: 'SOON' }))).toBe('validation-failed')
  for (const path of ['/users/me/deletion']) expect(codeOf(await it.call('GET', path))).toBe('unauthenticated')
  expect(
    codeOf(await it.call('POST', '/users/me/deletion', { body: { confirmEmail: ada.email, when: 'IMMEDIATELY' } })),
  ).toBe('unauthenticated')
  it.clock.offset = 11 * 60_000
  expect(codeOf(await it.remove())).toBe('step-up-required')
  expect((await it.as('GET', '/users/me')).json()).toMatchObject({ deletionAt: null })
})

test('while a change of the address can be undone the account cannot end at once, so that a thief destroys nothing', async () => {
  const it = await withPerson()
  const at = new Date()
  await it.db.query(
    'test-undo',
    `insert into identity.email_undos (token_hash, user_id, old_email, changed_at, expires_at) select 'x', id, 'old@example.org', $1, $1::timestamptz + interval '72 hours' from identity.users`,
    [at],
  )
  expect(codeOf(await it.remove({ when: 'IMMEDIATELY' }))).toBe('state-conflict')
  expect(await it.users()).toBe(1)
  expect((await it.remove()).statusCode).toBe(200)
})
