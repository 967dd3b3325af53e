import type { Problem, Solution } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { type Answer, startService, startServiceOfFile } from '../testing/start-service.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())
/** For what is refused: nothing is ever created there. */
const refusing = await startServiceOfFile(postgres)

const shop = { type: 'CAPTCHA', label: 'Shop', domains: ['shop.example', 'localhost'] }
const codeOf = (answer: Answer) => answer.json<Problem>().code

test('a creator becomes the admin and gets both keys this once', async () => {
  const service = await startService(postgres)
  const answer = await service.call('ada', 'POST', '/solutions', { ...shop, label: '  Shöp ' })
  expect(answer.status).toBe(201)
  const { id, ...rest } = answer.json<Solution>()
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/u)
  expect(rest).toEqual({
    label: 'Shöp',
    item: { type: 'CAPTCHA' },
    managementOrganization: null,
    members: [{ userId: 'user-ada', role: 'ADMIN' }],
    myRole: 'ADMIN',
    timezone: 'Etc/UTC',
    language: 'en',
    notificationEmails: [],
    secondFactorFrom: null,
    lifecycle: 'ACTIVE',
    endsAt: null,
    deletionAt: null,
    billing: null,
    planCode: null,
    usage: null,
    locks: [],
    version: 1,
    createdAt: '2026-03-01T10:00:00.000Z',
    updatedAt: '2026-03-01T10:00:00.000Z',
    siteKey: 'bsk_1',
    secretKey: 'bsec_secret_1',
  })
  const later = await service.call('ada', 'GET', `/solutions/${id}`)
  const { siteKey: _siteKey, secretKey: _secretKey, ...asRead } = { id, ...rest } as Record<string, unknown>
  expect(later.json()).toEqual(asRead)
})

test('the site is provisioned with each domain once', async () => {
  const service = await startService(postgres)
  const { id } = (
    await service.call('ada', 'POST', '/solutions', { ...shop, domains: ['Shop.Example', 'shop.example ', '::1'] })
  ).json<Solution>()
  expect(service.provisioned).toEqual([{ solutionId: id, domains: ['shop.example', '::1'], timeZone: 'Etc/UTC' }])
})

test('a creation is written down with actor and request, in the same transaction', async () => {
  const service = await startService(postgres)
  const { id } = await service.create('ada')
  const rows = await service.db.query(
    'test-audit',
    'select scope, scope_id, actor_kind, actor_id, action, network, request_id, after from audit.entries',
  )
  expect(rows).toEqual([
    {
      scope: 'SOLUTION',
      scope_id: id,
      actor_kind: 'USER',
      actor_id: 'user-ada',
      action: 'solution.created',
      network: '198.51.100.0/24',
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/u),
      after: { label: 'Shop', type: 'CAPTCHA', domains: ['shop.example'] },
    },
  ])
})

test('a failing provisionSite leaves nothing', async () => {
  const service = await startService(postgres, {
    provisionSite: async () => {
      throw new Error('captcha is away')
    },
  })
  const answer = await service.call('ada', 'POST', '/solutions', shop, { 'idempotency-key': 'k' })
  expect(answer.status).toBe(500)
  expect(answer.text).not.toContain('captcha')
  for (const table of ['solutions', 'members', 'repeated_calls'] as const)
    expect(await service.count(table), table).toBe(0)
  expect(await service.db.query('test-no-audit', 'select action from audit.entries')).toEqual([])
  expect(service.subscriptions).toEqual([])
})

test('without a session nothing is created, whatever the body', async () => {
  for (const body of [shop, {}]) {
    const answer = await refusing.call(null, 'POST', '/solutions', body)
    expect([answer.status, codeOf(answer)]).toEqual([401, 'unauthenticated'])
  }
  expect(await refusing.count('solutions')).toBe(0)
})

test('an unconfirmed e-mail address is refused before the body is looked at', async () => {
  for (const body of [shop, {}]) {
    const answer = await refusing.call('newcomer', 'POST', '/solutions', body)
    expect([answer.status, codeOf(answer)]).toEqual([403, 'email-not-verified'])
  }
  expect(refusing.provisioned).toEqual([])
})

test('a call that a foreign page sends is refused', async () => {
  const answer = await refusing.call('ada', 'POST', '/solutions', shop, { origin: 'https://evil.example' })
  expect([answer.status, codeOf(answer)]).toEqual([403, 'cross-site-request'])
  expect(await refusing.count('solutions')).toBe(0)
})

const faults: [string, object, { pointer: string; code: string; params?: object }][] = [
  ['no label', { label: undefined }, { pointer: '/label', code: 'required' }],
  ['a short label', { label: 'ab' }, { pointer: '/label', code: 'too-short', params: { min: 3 } }],
  ['a blank label', { label: '     ' }, { pointer: '/label', code: 'too-short', params: { min: 3 } }],
  ['a long label', { label: 'x'.repeat(51) }, { pointer: '/label', code: 'too-long', params: { max: 50 } }],
  [
    'a label with a line break',
    { label: 'Shop\nBcc: x' },
    { pointer: '/label', code: 'invalid-format', params: { format: 'regex' } },
  ],
  ['a number as label', { label: 123 }, { pointer: '/label', code: 'invalid-type', params: { expected: 'string' } }],
  ['a type that there is not', { type: 'FIREWALL' }, { pointer: '/type', code: 'invalid-value' }],
  [
    'domains where there is no captcha',
    { type: 'MONITORING' },
    { pointer: '/domains', code: 'too-long', params: { max: 0 } },
  ],
  ['no domains', { domains: [] }, { pointer: '/domains', code: 'too-short', params: { min: 1 } }],
  [
    'too many domains',
    { domains: Array.from({ length: 501 }, (_none, i) => `a${i}.example`) },
    { pointer: '/domains', code: 'too-long', params: { max: 500 } },
  ],
  [
    'a domain with a scheme',
    { domains: ['a.example', 'https://b.example'] },
    { pointer: '/domains/1', code: 'invalid-value' },
  ],
  ['a domain with a path', { domains: ['a.example/shop'] }, { pointer: '/domains/0', code: 'invalid-value' }],
  ['a domain with a port', { domains: ['a.example:8080'] }, { pointer: '/domains/0', code: 'invalid-value' }],
  ['a wildcard in the middle', { domains: ['a.*.example'] }, { pointer: '/domains/0', code: 'invalid-value' }],
  ['a single word', { domains: ['shop'] }, { pointer: '/domains/0', code: 'invalid-value' }],
]
test.each(faults)('%s is refused with its pointer and code', async (_name, change, error) => {
  const answer = await refusing.call('ada', 'POST', '/solutions', { ...shop, ...change })
  expect([answer.status, codeOf(answer)]).toEqual([422, 'validation-failed'])
  expect(answer.json<Problem>().errors).toEqual([error])
  expect(await refusing.count('solutions')).toBe(0)
})

test('fields of the answer cannot be set by the caller', async () => {
  const answer = await refusing.call('ada', 'POST', '/solutions', { ...shop, id: 'mine', createdBy: 'user-bob' })
  expect([answer.status, codeOf(answer)]).toEqual([400, 'unknown-field'])
  expect(answer.json<Problem>().errors?.map(({ pointer }) => pointer)).toEqual(['/id', '/createdBy'])
})

test('the fifty-first solution is refused, also when the last ones are created at once', async () => {
  const service = await startService(postgres)
  for (let i = 0; i < 47; i += 1) await service.create('ada')
  const answers = await Promise.all(Array.from({ length: 8 }, () => service.call('ada', 'POST', '/solutions', shop)))
  expect(answers.filter(({ status }) => status === 201).length).toBe(3)
  for (const answer of answers.filter(({ status }) => status !== 201))
    expect([answer.status, codeOf(answer)]).toEqual([429, 'quota-exceeded'])
  expect(await service.count('solutions')).toBe(50)
  expect((await service.call('bob', 'POST', '/solutions', shop)).status).toBe(201)
})

test('a label with characters that cannot be stored or shown is refused', async () => {
  const { call, count } = refusing
  for (const sign of ['\0', '\n', '\ud800', '\udc00', '\u202e']) {
    const answer = await call('ada', 'POST', '/solutions', {
      type: 'CAPTCHA',
      label: `Shop${sign}Shop`,
      domains: ['shop.example'],
    })
    expect([answer.status, answer.json<{ errors: unknown }>().errors]).toEqual([
      422,
      [expect.objectContaining({ pointer: '/label' })],
    ])
  }
  expect(await count('solutions')).toBe(0)
})

test('only types with a captcha get keys, and each gets its plan', async () => {
  const { call, provisioned, subscriptions } = await startService(postgres)
  const created = async (body: object) =>
    (await call('ada', 'POST', '/solutions', body)).json<
      Solution & { siteKey: string | null; secretKey: string | null }
    >()
  const bundle = await created({ ...shop, type: 'BUNDLE_SECURITY', planCode: 'BUNDLE_STARTER' })
  expect([bundle.item.type, bundle.siteKey, bundle.secretKey]).toEqual(['BUNDLE_SECURITY', 'bsk_1', 'bsec_secret_1'])
  const monitoring = await created({ type: 'MONITORING', label: 'Servers' })
  expect([monitoring.item.type, monitoring.siteKey, monitoring.secretKey]).toEqual(['MONITORING', null, null])
  expect(provisioned.map(({ solutionId }) => solutionId)).toEqual([bundle.id])
  expect(subscriptions).toMatchObject([
    { solutionId: bundle.id, type: 'BUNDLE_SECURITY', userId: 'user-ada', planCode: 'BUNDLE_STARTER' },
    { solutionId: monitoring.id, type: 'MONITORING', planCode: undefined },
  ])
})

test('a type that is not sold is refused, and nothing of it stays', async () => {
  const { call, count, subscriptions } = await startService(postgres, { isSold: (type) => type === 'CAPTCHA' })
  for (const body of [
    { type: 'MONITORING', label: 'Servers' },
    { ...shop, type: 'BUNDLE_SECURITY' },
  ]) {
    const refused = await call('ada', 'POST', '/solutions', body)
    expect([refused.status, refused.json<Problem>().errors]).toEqual([
      422,
      [{ pointer: '/type', code: 'type-not-sold' }],
    ])
  }
  expect([await count('solutions'), subscriptions]).toEqual([0, []])
  expect((await call('ada', 'POST', '/solutions', shop)).status).toBe(201)
})

test('language, zone and the accepted agreement are kept, and the place of the new solution is named', async () => {
  const { call, db } = await startService(postgres)
  const answer = await call('ada', 'POST', '/solutions', {
    ...shop,
    language: 'de',
    timezone: 'Europe/Berlin',
    dpaAccepted: { version: '2026-01' },
  })
  const { id } = answer.json<Solution>()
  expect(answer.headers.location).toBe(`/solution/v1/solutions/${id}`)
  expect(answer.json()).toMatchObject({ language: 'de', timezone: 'Europe/Berlin' })
  expect(
    await db.query('test-dpa', 'select version, accepted_by as by, accepted_at as at from solution.dpa_acceptances'),
  ).toEqual([{ version: '2026-01', by: 'user-ada', at: new Date('2026-03-01T10:00:00Z') }])
  const other = await call('ada', 'POST', '/solutions', { ...shop, dpaAccepted: { version: '2025-01' } })
  expect(other.json()).toMatchObject({
    status: 422,
    code: 'validation-failed',
    errors: [{ pointer: '/dpaAccepted/version', code: 'unknown' }],
  })
})

test('a solution that is paid with a method from the start takes a fresh proof, any other takes none', async () => {
  const { call, count } = await startService(postgres)
  const paid = { ...shop, planCode: 'PRO', paymentMethodId: '019a0000-0000-7000-8000-0000000000aa' }
  const refused = await call('stale', 'POST', '/solutions', paid)
  expect([refused.status, codeOf(refused), await count('solutions')]).toEqual([401, 'step-up-required', 0])
  expect([
    (await call('stale', 'POST', '/solutions', shop)).status,
    (await call('ada', 'POST', '/solutions', paid)).status,
  ]).toEqual([201, 201])
})

test('a plan that was chosen is billed once the solution is there, and once however often the call is repeated', async () => {
  const seen: number[] = []
  const service = await startService(postgres, {
    billNewPlan: async (solutionId) =>
      void (service.billed.push(solutionId), seen.push(await service.count('solutions'))),
  })
  const headers = { 'idempotency-key': 'a-shop' }
  const paid = () => service.call('ada', 'POST', '/solutions', { ...shop, planCode: 'PRO' }, headers)
  const { id } = (await paid()).json<Solution>()
  expect((await paid()).json<Solution>().id).toBe(id)
  // The trial costs nothing.
  expect((await service.call('ada', 'POST', '/solutions', shop)).status).toBe(201)
  expect([service.billed, seen]).toEqual([[id], [1]])
})

test('when billing refuses the plan there is no solution', async () => {
  const { call, count } = await startService(postgres, {
    openSubscription: async () => {
      throw new ProblemError('payment-required')
    },
  })
  const answer = await call('ada', 'POST', '/solutions', { ...shop, planCode: 'PRO' })
  expect([answer.status, codeOf(answer)]).toEqual([402, 'payment-required'])
  expect([await count('solutions'), await count('members')]).toEqual([0, 0])
})

test('an organization that the creator does not belong to cannot be named', async () => {
  const { call, count } = refusing
  const answer = await call('ada', 'POST', '/solutions', {
    ...shop,
    organizationId: '019a0000-0000-7000-8000-000000000000',
  })
  expect([answer.status, codeOf(answer)]).toEqual([404, 'not-found'])
  expect(
    codeOf(await call('ada', 'POST', '/solutions', { ...shop, inviteToken: 'made-up', acceptReferral: true })),
  ).toBe('token-invalid')
  expect(await count('solutions')).toBe(0)
})
