import type { Problem, Solution } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { atEnd } from '../testing/cancel.ts'
import { type Answer, people, type Person, startService, type TestService } from '../testing/start-service.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

const said = (answer: Answer) =>
  answer.status < 300 ? String(answer.status) : `${answer.status} ${answer.json<Problem>().code}`
const addressId = '019a0000-0000-7000-8000-0000000000aa'
const trial = {
  planCode: 'BUSINESS',
  status: 'TRIALING',
  trialEndsAt: null,
  invoiceAddressId: null,
  paymentMethodId: null,
  usageAlertPercents: [],
  usage: { period: '2026-03', counted: 0, included: null },
} as const

/** An organization that the test writes itself, with somebody in it. */
async function organize(
  { db, clock }: TestService,
  members: Partial<Record<Person, string>>,
  verification = 'UNVERIFIED',
): Promise<string> {
  const [row] = await db.query<{ id: string }>(
    'test-organization',
    `insert into solution.organizations (id, name, kind, contact_email, country_code, language, referral_code, accepted_terms, verification, created_by, created_at, updated_at)
     values (gen_random_uuid(), 'Agency', 'AGENCY', 'a@agency.example', 'DE', 'de', gen_random_uuid()::text, '{}', $1, 'user-ada', $2, $2) returning id`,
    [verification, clock.now],
  )
  const id = row?.id ?? ''
  for (const [person, role] of Object.entries(members)) {
    const values = [id, people[person as Person].userId, role, clock.now]
    await db.query(
      'test-organization-member',
      'insert into solution.organization_members values ($1, $2, $3, $4)',
      values,
    )
  }
  return id
}

test('another time zone is told the captcha, a few times an hour at most; one that the database counts otherwise is refused', async () => {
  const { call, create, restricted, provisioned } = await startService(postgres)
  const { id } = await create('ada')
  expect(provisioned.at(-1)).toMatchObject({ solutionId: id, timeZone: 'Etc/UTC' })
  const path = `/solutions/${id}`
  const set = (timezone: string, version: number) => call('ada', 'PUT', path, { timezone, version })
  for (const zone of ['IST', '+01:00', 'Mars/Olympus'])
    expect((await set(zone, 1)).json<Problem>().errors).toEqual([{ pointer: '/timezone', code: 'invalid-value' }])
  const answers: string[] = []
  for (let version = 1; version <= 6; version++)
    answers.push(said(await set(version % 2 === 1 ? 'Asia/Tokyo' : 'UTC', version)))
  expect(answers).toEqual(['200', '200', '200', '200', '200', '429 rate-limited'])
  expect(restricted.map(({ timeZone, number }) => [timeZone, number])).toEqual([
    ['Asia/Tokyo', 1],
    ['UTC', 2],
    ['Asia/Tokyo', 3],
    ['UTC', 4],
    ['Asia/Tokyo', 5],
  ])
  expect(said(await call('ada', 'PUT', path, { label: 'Other', timezone: 'Asia/Tokyo', version: 6 }))).toBe('200')
})

test('an update changes what it names, leaves the rest, and says in the log what differed', async () => {
  const { call, create } = await startService(postgres)
  const { id } = await create('ada')
  const path = `/solutions/${id}`
  const update = {
    label: ' Shop 2 ',
    timezone: 'Europe/Vienna',
    language: 'de',
    notificationEmails: ['ops@shop.example'],
    version: 1,
  }
  expect((await call('ada', 'PUT', path, update)).json()).toMatchObject({ ...update, label: 'Shop 2', version: 2 })
  expect((await call('ada', 'PUT', path, { language: 'en', version: 2 })).json()).toMatchObject({
    ...update,
    label: 'Shop 2',
    language: 'en',
    version: 3,
  })
  const { items } = (await call('ada', 'GET', `${path}/audit-log?limit=1`)).json<{ items: object[] }>()
  expect(items).toMatchObject([{ action: 'solution.updated', before: { language: 'de' }, after: { language: 'en' } }])
})

test('however an id is spelled, what was done stands in the one log of the solution, and the organization is the same one', async () => {
  const service = await startService(postgres)
  const { call, create } = service
  const organizationId = await organize(service, { ada: 'ADMIN' })
  const { id } = await create('ada')
  const path = `/solutions/${id.toUpperCase()}`
  expect(
    said(
      await call('ada', 'PUT', path, {
        label: 'Hidden?',
        managementOrganizationId: organizationId.toUpperCase(),
        version: 1,
      }),
    ),
  ).toBe('200')
  expect(
    said(await call('ada', 'PUT', path, { managementOrganizationId: organizationId.toUpperCase(), version: 2 })),
  ).toBe('200')
  expect(said(await call('ada', 'DELETE', path, atEnd('Hidden?')))).toBe('204')
  expect(said(await call('ada', 'PUT', `${path}/lock`, { reason: 'OWNER_REQUEST', effect: 'READ_ONLY' }))).toBe('200')
  const { items } = (await call('ada', 'GET', `/solutions/${id}/audit-log`)).json<{
    items: { action: string; after: unknown }[]
  }>()
  expect(items.map(({ action }) => action)).toEqual([
    'solution.locked',
    'solution.deletion-planned',
    'solution.updated',
    'solution.updated',
    'solution.created',
  ])
  expect(items[2]?.after).toEqual({})
})

test('of two who change the same version one is told, also when they do it at once', async () => {
  const { call, create } = await startService(postgres)
  const { id } = await create('ada')
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_none, index) =>
      call('ada', 'PUT', `/solutions/${id}`, { label: `Shop ${index}`, version: 1 }),
    ),
  )
  expect(answers.map(said).toSorted()).toEqual(['200', ...Array.from({ length: 7 }, () => '409 version-conflict')])
})

const faults: [string, object, string][] = [
  ['a zone that there is not', { timezone: 'Europe/Wien' }, '/timezone'],
  ['an abbreviation', { timezone: 'CET' }, '/timezone'],
  ['an offset', { timezone: '+01:00' }, '/timezone'],
  ['another language', { language: 'pt' }, '/language'],
  ['an address that is none', { notificationEmails: ['nobody'] }, '/notificationEmails/0'],
  ['the same address twice', { notificationEmails: ['a@b.example', 'A@b.example'] }, '/notificationEmails'],
  [
    'eleven addresses',
    { notificationEmails: Array.from({ length: 11 }, (_none, i) => `a${i}@b.example`) },
    '/notificationEmails',
  ],
  ['a short label', { label: 'ab' }, '/label'],
  ['a percentage of nothing', { usageAlertPercents: [0] }, '/usageAlertPercents/0'],
  ['no version', { version: undefined }, '/version'],
]
test('what cannot be stored is refused with its pointer', async () => {
  const { call, create } = await startService(postgres)
  const { id } = await create('ada')
  for (const [name, change, pointer] of faults) {
    const answer = await call('ada', 'PUT', `/solutions/${id}`, { version: 1, ...change })
    expect([said(answer), answer.json<Problem>().errors?.map((error) => error.pointer)], name).toEqual([
      '422 validation-failed',
      [pointer],
    ])
  }
  expect(said(await call('ada', 'PUT', `/solutions/${id}`, { version: 1, lifecycle: 'DELETED' }))).toBe(
    '400 unknown-field',
  )
})

test('members change a solution, viewers and strangers do not', async () => {
  const { call, create, join } = await startService(postgres)
  const { id } = await create('ada')
  await join('bob', id, 'MEMBER')
  await join('newcomer', id, 'VIEWER')
  const by = async (person: Person | null, version = 1) =>
    said(await call(person, 'PUT', `/solutions/${id}`, { label: 'Other', version }))
  expect([
    await by(null),
    await by('newcomer'),
    await by('eve'),
    await by('operator'),
    await by('bob'),
    await by('stale'),
  ]).toEqual(['401 unauthenticated', '403 role-too-low', '404 not-found', '404 not-found', '200', '404 not-found'])
})

test('an organization manages a solution when both sides agree, and three while nobody knows it', async () => {
  const service = await startService(postgres)
  const { call, create, join } = service
  const { id } = await create('ada')
  await join('bob', id, 'MEMBER')
  const [own, viewed, foreign] = [
    await organize(service, { ada: 'MEMBER', bob: 'ADMIN' }),
    await organize(service, { ada: 'VIEWER' }),
    await organize(service, { eve: 'ADMIN' }),
  ]
  const assign = (person: Person, solutionId: string, managementOrganizationId: string | null, version = 1) =>
    call(person, 'PUT', `/solutions/${solutionId}`, { managementOrganizationId, version })
  expect([
    said(await assign('bob', id, own)),
    said(await assign('ada', id, viewed)),
    said(await assign('ada', id, foreign)),
  ]).toEqual(['403 role-too-low', '403 role-too-low', '404 not-found'])
  const given = await assign('ada', id, own)
  expect(given.json()).toMatchObject({ managementOrganization: { id: own, name: 'Agency' }, version: 2 })
  // A member sees who manages it without belonging there.
  await join('newcomer', id, 'VIEWER')
  expect((await call('newcomer', 'GET', `/solutions/${id}`)).json<Solution>().managementOrganization?.name).toBe(
    'Agency',
  )
  for (let i = 0; i < 2; i += 1) expect(said(await assign('ada', (await create('ada')).id, own))).toBe('200')
  const fourth = await create('ada')
  expect(said(await assign('ada', fourth.id, own))).toBe('429 quota-exceeded')
  const known = await organize(service, { ada: 'ADMIN' }, 'VERIFIED')
  expect(said(await assign('ada', fourth.id, known))).toBe('200')
  expect((await assign('ada', id, null, 2)).json()).toMatchObject({ managementOrganization: null })
})

test('what billing keeps is handed to it, and nothing changes when it refuses', async () => {
  const { call, create, billingChanges } = await startService(postgres)
  const { id } = await create('ada')
  await call('ada', 'PUT', `/solutions/${id}`, {
    invoiceAddressId: addressId,
    usageAlertPercents: [50, 100],
    version: 1,
  })
  expect(billingChanges).toEqual([
    { solutionId: id, userId: 'user-ada', invoiceAddressId: addressId, usageAlertPercents: [50, 100] },
  ])

  const refusing = await startService(postgres, {
    changeBilling: async () => {
      throw new ProblemError('not-found')
    },
  })
  const other = await refusing.create('ada')
  expect(
    said(
      await refusing.call('ada', 'PUT', `/solutions/${other.id}`, {
        label: 'Other',
        paymentMethodId: addressId,
        version: 1,
      }),
    ),
  ).toBe('404 not-found')
  expect((await refusing.call('ada', 'GET', `/solutions/${other.id}`)).json()).toMatchObject({
    label: 'Shop',
    version: 1,
  })
})

test('whom invoices go to is for admins to change, with what they are paid for those who have just proved themselves', async () => {
  const service = await startService(postgres)
  const { call, create, join, billing, billingChanges } = service
  const { id } = await create('ada')
  await join('bob', id, 'MEMBER')
  await join('stale', id, 'ADMIN')
  await join('newcomer', id, 'VIEWER')
  const [present, other] = [addressId, '019a0000-0000-7000-8000-0000000000bb']
  billing.set(id, { ...trial, invoiceAddressId: present, paymentMethodId: present })
  const put = async (person: Person, change: object) =>
    said(await call(person, 'PUT', `/solutions/${id}`, { version: 1, ...change }))
  for (const [person, ofAddress, ofMethod] of [
    ['eve', '404 not-found', '404 not-found'],
    ['operator', '404 not-found', '404 not-found'],
    ['newcomer', '403 role-too-low', '403 role-too-low'],
    ['bob', '403 role-too-low', '403 role-too-low'],
    ['stale', '409 version-conflict', '401 step-up-required'],
  ] as const) {
    expect(await put(person, { invoiceAddressId: other, version: 9 }), person).toBe(ofAddress)
    expect(await put(person, { paymentMethodId: other, version: 9 }), person).toBe(ofMethod)
  }
  expect(billingChanges).toEqual([])
  // A form sends what it has read along with what was changed.
  expect(await put('bob', { label: 'Shop 2', invoiceAddressId: present.toUpperCase(), paymentMethodId: present })).toBe(
    '200',
  )
  expect(await put('bob', { usageAlertPercents: [90], version: 2 })).toBe('200')
  expect(await put('stale', { invoiceAddressId: other, version: 3 })).toBe('200')
  expect(await put('ada', { paymentMethodId: other, version: 4 })).toBe('200')
  expect(billingChanges.map(({ solutionId: _id, ...change }) => change)).toEqual([
    { userId: 'user-bob', usageAlertPercents: [90] },
    { userId: 'user-stale', invoiceAddressId: other },
    { userId: 'user-ada', paymentMethodId: other },
  ])
})

test('many updates that ask billing at once never run out of connections', async () => {
  const own: { db?: TestService['db'] } = {}
  // Takes a connection of the same pool while the update holds one, as the real one does.
  const service = await startService(postgres, {
    changeBilling: async () => void (await own.db?.query('test-billing', 'select pg_sleep(0.01)')),
  })
  own.db = service.db
  const made = await Promise.all(Array.from({ length: 10 }, () => service.create('ada')))
  const answers = await Promise.all(
    made.map(({ id }) => service.call('ada', 'PUT', `/solutions/${id}`, { usageAlertPercents: [80], version: 1 })),
  )
  expect(new Set(answers.map(said))).toEqual(new Set(['200']))
})
