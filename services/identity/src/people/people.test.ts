import type { OperatorRequest, PersonFile, PersonSummary } from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import { expect, test } from 'vitest'
import { outcome, protect } from '../testing/protect.ts'
import { ada, useTestServices } from '../testing/start-test-service.ts'
import { reason, withOperators } from '../testing/with-operators.ts'
import { grantAdminByCommand } from './grant-admin.ts'

// Plans hang on what others have counted in a database.
const start = useTestServices(() => startTestDatabase({ apart: true }))
const belonging = {
  kind: 'SOLUTION',
  id: '01980000-0000-7000-8000-000000000001',
  name: 'Shop',
  isSoleAdmin: true,
  isHeldByLaw: false,
  isPaidByThem: false,
} as const

test('people are found by id, address, domain and name, in whole pages, and by what is up with them', async () => {
  const it = await withOperators(start)
  await it.db.pool
    .query(`insert into identity.users (id, email, email_verified, given_name, language, created_at, updated_at)
    select gen_random_uuid(), 'p' || n || '@many.example', n > 3, case when n % 2 = 0 then 'Bob ' || n else 'Änne' end, 'en', now(), now() from generate_series(1, 60) n`)
  await it.db.pool.query(
    `insert into identity.users (id, email, email_verified, given_name, language, created_at, updated_at) values (gen_random_uuid(), 'x@many.example.org', true, 'X', 'en', now(), now())`,
  )
  const find = async (query: string) => {
    const found: PersonSummary[] = []
    let cursor: string | null = ''
    let pages = 0
    while (cursor !== null) {
      const answer = await it.ask(it.olga, 'GET', `/people?${query}${cursor === '' ? '' : `&cursor=${cursor}`}`)
      const page: { items: PersonSummary[]; nextCursor: string | null } = answer.json()
      found.push(...page.items)
      cursor = page.nextCursor
      pages += 1
    }
    expect(new Set(found.map(({ id }) => id)).size, 'nobody twice').toBe(found.length)
    return { found: found.map(({ email }) => email), pages }
  }
  expect((await find('limit=25')).found).toHaveLength(63)
  expect(await find(`q=${it.ada.id}`)).toEqual({ found: [ada.email], pages: 1 })
  expect((await find('q=%40many.example&limit=25')).found).toHaveLength(60)
  expect((await find('q=%40MANY.example&filter=UNVERIFIED')).found.toSorted()).toEqual([
    'p1@many.example',
    'p2@many.example',
    'p3@many.example',
  ])
  expect((await find('q=p11%40many')).found).toEqual(['p11@many.example'])
  expect((await find('q=bob%201&limit=2')).found.toSorted()).toEqual(
    [10, 12, 14, 16, 18].map((n) => `p${n}@many.example`),
  )
  expect((await find(`q=${encodeURIComponent('ÄNNE')}`)).found).toHaveLength(30)
  expect((await find('q=%25')).found, 'no wildcards').toEqual([])
  expect((await find('filter=ADMINISTRATORS')).found).toEqual([it.olga.email])
  for (const filter of ['SUSPENDED', 'DELETION_PENDING']) expect((await find(`filter=${filter}`)).found).toEqual([])
  expect(outcome(await it.ask(it.olga, 'GET', '/people?cursor=x'))).toBe('400 invalid-parameter')
  const gone = Buffer.from('01980000000070008000000000000001', 'hex').toString('base64url')
  expect(outcome(await it.ask(it.olga, 'GET', `/people?q=bob&cursor=${gone}`))).toBe('400 invalid-parameter')
  expect(outcome(await it.ask(it.ada, 'GET', '/people'))).toBe('403 forbidden')
})

test('each search reads one stretch of its index, however many people there are', async () => {
  const it = await withOperators(start)
  await it.db.pool
    .query(`insert into identity.users (id, email, email_verified, given_name, language, created_at, updated_at)
    select gen_random_uuid(), 'p' || n || '@many.example', true, 'Bob', 'en', now(), now() from generate_series(1, 3000) n`)
  await it.db.pool.query('analyze identity.users')
  const plan = async (where: string, order: string) => {
    const { rows } = await it.db.pool.query<{ 'QUERY PLAN': string }>(
      `explain select id from identity.users where ${where} order by ${order} limit 26`,
    )
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  for (const [key, index] of [
    ['email collate "C"', 'users_by_email'],
    [`(substring(email from '[^@]*$')) collate "C"`, 'users_by_domain'],
    ['(lower(given_name)) collate "C"', 'users_by_name'],
  ]) {
    const text = await plan(
      `(${key}, id) > ('bob', '00000000-0000-0000-0000-000000000000'::uuid) and ${key} >= 'bob' and ${key} < 'boc'`,
      `${key}, id`,
    )
    expect(text).toContain(`using ${index}`)
    expect(text).not.toContain('Sort')
  }
})

test('the file of a person says what there is, and nothing that would let anybody in', async () => {
  const it = await withOperators(start, {
    belongings: {
      list: async () => [belonging],
      requireAll: async () => {},
      leaveAll: async () => {},
      forget: async () => {},
    },
    isBounced: async (address) => address === ada.email,
  })
  await protect(it).setUpTotp(it.ada.cookie)
  const file = (await it.ofAda('GET', '')).json<PersonFile>()
  expect(file).toMatchObject({
    email: ada.email,
    emailVerified: true,
    isAdmin: false,
    suspendedAt: null,
    mailsReturn: true,
    hasPassword: true,
    factorsRemovedAt: null,
    belongings: [{ kind: 'SOLUTION', name: 'Shop', isSoleAdmin: true }],
    exports: [],
  })
  expect(file.factors.map(({ kind, count }) => [kind, count])).toEqual([
    ['TOTP', 1],
    ['RECOVERY_CODE', 10],
  ])
  expect(file.sessions).toHaveLength(1)
  expect(file.lastSignInAt).not.toBeNull()
  const audit = (await it.ofAda('GET', '/audit-log')).json<{ items: { action: string }[] }>()
  expect(audit.items.map(({ action }) => action)).toContain('totp.confirmed')
  expect((await it.ofAda('GET', '/deletion')).json()).toMatchObject({ blockers: [{ reason: 'SOLE_ADMIN' }] })
  const nobody = '/people/01980000-0000-7000-8000-000000000000'
  for (const path of [nobody, `${nobody}/deletion`])
    expect(outcome(await it.ask(it.olga, 'GET', path))).toBe('404 not-found')
})

test('what operators do to an account shows in its log as theirs, and in a mail', async () => {
  const it = await withOperators(start)
  const tags = async () => (await it.mailbox.list()).filter(({ to }) => to === ada.email).map(({ tag }) => tag)
  expect(outcome(await it.ofAda('POST', '/email-verification', { evidence: reason }))).toBe('409 state-conflict')
  await it.db.pool.query('update identity.users set email_verified = false where id = $1', [it.ada.id])
  expect(outcome(await it.ofAda('POST', '/password-reset', { reason }))).toBe('409 state-conflict')
  expect(outcome(await it.ofAda('POST', '/email-verification', { evidence: 'short' }))).toBe('422 validation-failed')
  expect(outcome(await it.ofAda('POST', '/email-verification', { evidence: `${reason} x@y.example` }))).toBe('204')
  expect((await it.log()).at(-1)).toMatchObject({ action: 'email.verified', by: 'OPERATOR' })
  expect(JSON.stringify(await it.log()), 'addresses are masked').not.toContain('x@y.example')

  const [session] = (await it.ofAda('GET', '')).json<PersonFile>().sessions
  expect(outcome(await it.ofAda('DELETE', `/sessions/${it.olga.id}`))).toBe('404 not-found')
  expect(outcome(await it.ofAda('DELETE', `/sessions/${session?.id}`))).toBe('204')
  expect(await it.service.findActor(it.ada.cookie)).toBeNull()
  const again = it.cookieOf(await protect(it).signIn())
  expect((await it.ofAda('DELETE', '/sessions')).json()).toEqual({ ended: 1 })
  expect(await it.service.findActor(again)).toBeNull()

  expect(outcome(await it.ofAda('POST', '/factor-removal', { evidence: reason }))).toBe('409 not-set-up')
  await protect(it).setUpTotp(it.cookieOf(await protect(it).signIn()))
  const { removalAt } = (await it.ofAda('POST', '/factor-removal', { evidence: reason })).json<{ removalAt: string }>()
  expect(Date.parse(removalAt) - Date.now() - it.clock.offset).toBeGreaterThan(71 * 3_600_000)
  expect(outcome(await it.ofAda('POST', '/factor-removal', { evidence: reason }))).toBe('409 state-conflict')
  expect((await it.ofAda('GET', '')).json<PersonFile>().factorsRemovedAt).toBe(removalAt)
  expect(outcome(await it.ask(it.olga, 'POST', `/people/${it.olga.id}/factor-removal`, { evidence: reason }))).toBe(
    '409 state-conflict',
  )

  expect(outcome(await it.ofAda('POST', '/password-reset', { reason }))).toBe('204')
  expect(outcome(await protect(it).signIn()), 'the password has ended').toBe('401 credentials-invalid')
  expect((await it.ofAda('GET', '')).json<PersonFile>()).toMatchObject({ hasPassword: false, factorsRemovedAt: null })
  const { token } = await it.mailTo(ada.email, 'password-reset-by-operator')
  expect(outcome(await it.call('POST', '/password-resets/check', { body: { token } }))).toBe('204')
  expect(new Set(await tags())).toEqual(
    new Set([
      'verify-email-code',
      'welcome',
      'two-factor-on',
      'factor-removal-started',
      'factor-removal-stopped',
      'address-confirmed-by-operator',
      'sessions-ended-by-operator',
      'password-reset-by-operator',
    ]),
  )
})

test('who is suspended is told why, cannot sign in with anything, and can again once it is lifted', async () => {
  const it = await withOperators(start)
  const { authenticator } = await protect(it).addPasskey(it.ada.cookie)
  const pending = it.cookieOf(await protect(it).signIn())
  const { secret } = await protect(it).setUpTotp(it.ada.cookie)
  expect(outcome(await it.ask(it.olga, 'PUT', `/people/${it.olga.id}/suspension`, { reason }))).toBe(
    '409 state-conflict',
  )
  expect(outcome(await it.ofAda('DELETE', '/suspension'))).toBe('409 state-conflict')
  expect(outcome(await it.ofAda('PUT', '/suspension', { reason }))).toBe('204')
  expect(outcome(await it.ofAda('PUT', '/suspension', { reason }))).toBe('409 state-conflict')
  expect((await it.mailTo(ada.email, 'account-suspended')).text).toContain(reason)
  expect(await it.service.findActor(it.ada.cookie)).toBeNull()
  expect(outcome(await protect(it).signIn())).toBe('403 account-suspended')
  expect(outcome(await protect(it).signIn({}, { email: ada.email, password: 'guessed' }))).toBe(
    '401 credentials-invalid',
  )
  const code = protect(it).freshCode(secret)
  expect(outcome(await protect(it).answer(pending, { kind: 'TOTP', code }))).toBe('401 sign-in-expired')
  const byPasskey = async () => {
    const { challengeId, options } = await protect(it).startProof()
    const response = authenticator.assert(options)
    return it.call('POST', '/sessions/passkey', { body: { challengeId, response } })
  }
  expect(outcome(await byPasskey())).toBe('403 account-suspended')
  expect((await it.ask(it.olga, 'GET', '/people?filter=SUSPENDED')).json()).toMatchObject({
    items: [{ id: it.ada.id }],
  })
  expect((await it.ofAda('GET', '')).json()).toMatchObject({ suspensionReason: reason })
  expect(outcome(await it.ofAda('DELETE', '/suspension'))).toBe('204')
  expect((await it.mailTo(ada.email, 'account-suspension-lifted')).text).not.toBe('')
  expect(outcome(await byPasskey())).toBe('201')
  expect((await it.log()).filter(({ by }) => by === 'OPERATOR').map(({ action }) => action)).toEqual([
    'account.suspended',
    'account.suspension-lifted',
  ])
})

test('an operator has the export made that the person could make, and takes it only with a reason that they read', async () => {
  const it = await withOperators(start)
  const made = (await it.ofAda('POST', '/exports', { reason })).json<{ id: string }>()
  await it.service.drain()
  expect((await it.mailTo(ada.email, 'account-export-ready')).text).not.toBe('')
  const file = `/exports/${made.id}/file`
  expect(outcome(await it.ofAda('GET', file))).toBe('400 invalid-parameter')
  expect(outcome(await it.ask(it.olga, 'GET', `/people/${it.olga.id}${file}?reason=${reason}`))).toBe('404 not-found')
  const answer = await it.ofAda('GET', `${file}?reason=${encodeURIComponent(reason)}`)
  expect([answer.statusCode, answer.rawPayload.subarray(0, 2).toString()]).toEqual([200, 'PK'])
  expect((await it.mailTo(ada.email, 'export-downloaded-by-operator')).text).toContain(reason)
  expect((await it.log()).slice(-2).map(({ action, by }) => [action, by])).toEqual([
    ['account-export.requested', 'OPERATOR'],
    ['account-export.downloaded', 'OPERATOR'],
  ])
})

const request = (it: Awaited<ReturnType<typeof withOperators>>, kind: OperatorRequest['kind'], who = it.olga) =>
  it.ask(who, 'POST', '/operator-requests', { kind, userId: it.ada.id, confirmEmail: ada.email, reason })
const confirm = (it: Awaited<ReturnType<typeof withOperators>>, who: { cookie: string }, id: string) =>
  it.ask(who, 'POST', `/operator-requests/${id}/confirmation`)

test('it takes two operators to make an administrator and to take that away; the last one stays', async () => {
  const it = await withOperators(start)
  const otto = await it.operator('otto')
  expect(
    outcome(
      await it.ask(it.olga, 'POST', '/operator-requests', {
        kind: 'GRANT_ADMIN',
        userId: it.ada.id,
        confirmEmail: 'x@y.example',
        reason,
      }),
    ),
  ).toBe('422 validation-failed')
  expect(outcome(await request(it, 'REVOKE_ADMIN'))).toBe('409 state-conflict')
  const { id } = (await request(it, 'GRANT_ADMIN')).json<OperatorRequest>()
  expect(outcome(await request(it, 'GRANT_ADMIN', otto))).toBe('409 state-conflict')
  expect(outcome(await confirm(it, it.olga, id))).toBe('409 second-person-needed')
  expect((await it.ask(otto, 'GET', '/operator-requests')).json()).toMatchObject({
    items: [{ id, kind: 'GRANT_ADMIN', mayConfirm: true, askedBy: { id: it.olga.id }, person: { id: it.ada.id } }],
  })
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => confirm(it, n % 2 ? otto : it.olga, id)))
  const done = answers.flatMap((answer, n) => (outcome(answer) === '204' ? [n % 2 ? 'otto' : 'olga'] : []))
  expect(done, 'one of twenty, and never who asked').toEqual(['otto'])
  expect(answers.map(outcome).filter((one) => one !== '204' && !one.startsWith('409'))).toEqual([])
  expect((await it.log()).at(-1)).toMatchObject({ action: 'account.made-admin', after: { askedBy: it.olga.id } })
  expect((await it.mailTo(ada.email, 'administrator-added')).text).not.toBe('')
  expect((await it.ask(it.olga, 'GET', '/administrators')).json<{ items: object[] }>().items).toHaveLength(3)

  const revocation = async (userId: string, email: string, who: { cookie: string }) =>
    it.ask(who, 'POST', '/operator-requests', { kind: 'REVOKE_ADMIN', userId, confirmEmail: email, reason })
  const own = (await revocation(otto.id, otto.email, it.olga)).json<OperatorRequest>()
  expect(outcome(await confirm(it, otto, own.id)), 'the person concerned').toBe('409 second-person-needed')
  // Each of the three is to go, at the same moment, and one stays.
  const cookieOfAda = it.cookieOf(await protect(it).signIn())
  const { secret } = await protect(it).setUpTotp(cookieOfAda)
  expect(secret).not.toBe('')
  const adaOperator = { cookie: await it.openAdmin(cookieOfAda) }
  const others = [
    [(await revocation(it.olga.id, it.olga.email, otto)).json<OperatorRequest>().id, adaOperator],
    [(await revocation(it.ada.id, ada.email, it.olga)).json<OperatorRequest>().id, otto],
    [own.id, adaOperator],
  ] as const
  const ends = await Promise.all(others.map(([requestId, who]) => confirm(it, who, requestId)))
  const left = (await it.db.pool.query('select 1 from identity.users where is_admin')).rows.length
  expect(left).toBeGreaterThanOrEqual(1)
  expect(ends.map(outcome).filter((one) => one === '204')).toHaveLength(3 - left)
  expect(ends.every(({ statusCode }) => statusCode < 500)).toBe(true)
})

test('the last administrator stays, and a request ends after 24 hours or when somebody declines it', async () => {
  const it = await withOperators(start)
  const last = { kind: 'REVOKE_ADMIN', userId: it.olga.id, confirmEmail: it.olga.email, reason }
  expect(outcome(await it.ask(it.olga, 'POST', '/operator-requests', last))).toBe('409 last-admin')
  const otto = await it.operator('otto')
  const { id } = (await request(it, 'GRANT_ADMIN')).json<OperatorRequest>()
  expect(outcome(await it.ask(otto, 'DELETE', `/operator-requests/${id}`))).toBe('204')
  expect(outcome(await it.ask(otto, 'DELETE', `/operator-requests/${id}`))).toBe('404 not-found')
  expect(outcome(await confirm(it, otto, id))).toBe('409 state-conflict')
  const later = (await request(it, 'GRANT_ADMIN')).json<OperatorRequest>()
  await it.db.pool.query(`update identity.operator_requests set expires_at = now() - interval '1 second'`)
  expect(outcome(await confirm(it, otto, later.id))).toBe('409 state-conflict')
  expect((await it.ask(otto, 'GET', '/operator-requests')).json()).toEqual({ items: [] })
  expect(outcome(await request(it, 'GRANT_ADMIN')), 'it can be asked for again').toBe('201')
  expect(
    outcome(await it.ask(otto, 'POST', '/operator-requests/01980000-0000-7000-8000-000000000000/confirmation')),
  ).toBe('404 not-found')
})

test('an account is deleted by two operators as its owner would, with the link that undoes it, and not while something holds it', async () => {
  let blocked = true
  const it = await withOperators(start, {
    belongings: {
      list: async () => (blocked ? [belonging] : []),
      requireAll: async () => {},
      leaveAll: async () => {},
      forget: async () => {},
    },
  })
  const otto = await it.operator('otto')
  expect(outcome(await request(it, 'DELETE_ACCOUNT'))).toBe('409 last-admin')
  blocked = false
  const { id } = (await request(it, 'DELETE_ACCOUNT')).json<OperatorRequest>()
  blocked = true
  expect(outcome(await confirm(it, otto, id))).toBe('409 last-admin')
  blocked = false
  expect(outcome(await confirm(it, otto, id))).toBe('204')
  expect(await it.service.findActor(it.ada.cookie)).toBeNull()
  expect((await it.ask(otto, 'GET', '/people?filter=DELETION_PENDING')).json()).toMatchObject({
    items: [{ id: it.ada.id }],
  })
  expect(outcome(await request(it, 'DELETE_ACCOUNT'))).toBe('409 state-conflict')
  const { token } = await it.mailTo(ada.email, 'account-deletion-planned')
  expect(outcome(await it.call('POST', '/account-deletions/undo', { body: { token } }))).toBe('204')
  expect((await it.log()).filter(({ by }) => by === 'OPERATOR').map(({ action }) => action)).toEqual([
    'account.request-made',
    'account.deletion-planned',
  ])
})

test('the machine itself makes a second administrator, and no third one', async () => {
  const it = await withOperators(start)
  const grant = (address: string) =>
    grantAdminByCommand(
      { db: it.db, enqueueMail: async () => {}, identityUrl: 'http://localhost:8081', now: () => new Date() },
      address,
    )
  expect(await grant('nobody@example.org')).toBe('unknown')
  await it.ofAda('PUT', '/suspension', { reason })
  expect(await grant(ada.email)).toBe('unknown')
  await it.ofAda('DELETE', '/suspension')
  expect(await grant(it.olga.email)).toBe('already')
  await it.becomeUser({ email: 'mia@example.org' })
  expect(await grant(ada.email.toUpperCase())).toBe('granted')
  expect((await it.log()).at(-1)).toMatchObject({ action: 'account.made-admin', by: 'SYSTEM' })
  expect(await grant('mia@example.org')).toBe('enough')
})
