import type { Problem, Solution } from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { type Answer, startService } from '../testing/start-service.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

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
  const { id } = (await service.call('ada', 'POST', '/solutions', { ...shop, domains: ['Shop.Example', 'shop.example ', '::1'] })).json<Solution>()
  expect(service.provisioned).toEqual([{ solutionId: id, domains: ['shop.example', '::1'] }])
})

test('a creation is written down with actor and request, in the same transaction', async () => {
  const service = await startService(postgres)
  const { id } = await service.create('ada')
  const rows = await service.db.query('test-audit', 'select actor_id, action, solution_id, request_id, details from solution.audit')
  expect(rows).toEqual([
    {
      actor_id: 'user-ada',
      action: 'solution.created',
      solution_id: id,
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/u),
      details: { label: 'Shop', type: 'CAPTCHA', domains: ['shop.example'] },
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
  for (const table of ['solutions', 'members', 'audit', 'answers'] as const) expect(await service.count(table), table).toBe(0)
})

test('without a session nothing is created, whatever the body', async () => {
  const service = await startService(postgres)
  for (const body of [shop, {}]) {
    const answer = await service.call(null, 'POST', '/solutions', body)
    expect([answer.status, codeOf(answer)]).toEqual([401, 'unauthenticated'])
  }
  expect(await service.count('solutions')).toBe(0)
})

test('an unconfirmed e-mail address is refused before the body is looked at', async () => {
  const service = await startService(postgres)
  for (const body of [shop, {}]) {
    const answer = await service.call('newcomer', 'POST', '/solutions', body)
    expect([answer.status, codeOf(answer)]).toEqual([403, 'email-not-verified'])
  }
  expect(service.provisioned).toEqual([])
})

test('a call that a foreign page sends is refused', async () => {
  const service = await startService(postgres)
  const answer = await service.call('ada', 'POST', '/solutions', shop, { origin: 'https://evil.example' })
  expect([answer.status, codeOf(answer)]).toEqual([403, 'cross-site-request'])
  expect(await service.count('solutions')).toBe(0)
})

const faults: [string, object, { pointer: string; code: string; params?: object }][] = [
  ['no label', { label: undefined }, { pointer: '/label', code: 'required' }],
  ['a short label', { label: 'ab' }, { pointer: '/label', code: 'too-short', params: { min: 3 } }],
  ['a blank label', { label: '     ' }, { pointer: '/label', code: 'too-short', params: { min: 3 } }],
  ['a long label', { label: 'x'.repeat(51) }, { pointer: '/label', code: 'too-long', params: { max: 50 } }],
  ['a label with a line break', { label: 'Shop\nBcc: x' }, { pointer: '/label', code: 'invalid-format', params: { format: 'regex' } }],
  ['a number as label', { label: 123 }, { pointer: '/label', code: 'invalid-type', params: { expected: 'string' } }],
  ['a type that cannot be created yet', { type: 'MONITORING' }, { pointer: '/type', code: 'invalid-value' }],
  ['no domains', { domains: [] }, { pointer: '/domains', code: 'too-short', params: { min: 1 } }],
  ['too many domains', { domains: Array.from({ length: 21 }, (_none, i) => `a${i}.example`) }, { pointer: '/domains', code: 'too-long', params: { max: 20 } }],
  ['a domain with a scheme', { domains: ['a.example', 'https://b.example'] }, { pointer: '/domains/1', code: 'invalid-value' }],
  ['a domain with a path', { domains: ['a.example/shop'] }, { pointer: '/domains/0', code: 'invalid-value' }],
  ['a domain with a port', { domains: ['a.example:8080'] }, { pointer: '/domains/0', code: 'invalid-value' }],
  ['a wildcard in the middle', { domains: ['a.*.example'] }, { pointer: '/domains/0', code: 'invalid-value' }],
  ['a single word', { domains: ['shop'] }, { pointer: '/domains/0', code: 'invalid-value' }],
]
test.each(faults)('%s is refused with its pointer and code', async (_name, change, error) => {
  const service = await startService(postgres)
  const answer = await service.call('ada', 'POST', '/solutions', { ...shop, ...change })
  expect([answer.status, codeOf(answer)]).toEqual([422, 'validation-failed'])
  expect(answer.json<Problem>().errors).toEqual([error])
  expect(await service.count('solutions')).toBe(0)
})

test('fields of the answer cannot be set by the caller', async () => {
  const service = await startService(postgres)
  const answer = await service.call('ada', 'POST', '/solutions', { ...shop, id: 'mine', createdBy: 'user-bob' })
  expect([answer.status, codeOf(answer)]).toEqual([400, 'unknown-field'])
  expect(answer.json<Problem>().errors?.map(({ pointer }) => pointer)).toEqual(['/id', '/createdBy'])
})

test('the fifty-first solution is refused, also when the last ones are created at once', async () => {
  const service = await startService(postgres)
  for (let i = 0; i < 47; i += 1) await service.create('ada')
  const answers = await Promise.all(Array.from({ length: 8 }, () => service.call('ada', 'POST', '/solutions', shop)))
  expect(answers.filter(({ status }) => status === 201).length).toBe(3)
  for (const answer of answers.filter(({ status }) => status !== 201)) expect([answer.status, codeOf(answer)]).toEqual([429, 'quota-exceeded'])
  expect(await service.count('solutions')).toBe(50)
  expect((await service.call('bob', 'POST', '/solutions', shop)).status).toBe(201)
})

test('a label with characters that cannot be stored or shown is refused', async () => {
  const { call, count } = await startService(postgres)
  for (const sign of ['\0', '\n', '\ud800', '\udc00', '\u202e']) {
    const answer = await call('ada', 'POST', '/solutions', { type: 'CAPTCHA', label: `Shop${sign}Shop`, domains: ['shop.example'] })
    expect([answer.status, answer.json<{ errors: unknown }>().errors]).toEqual([422, [expect.objectContaining({ pointer: '/label' })]])
  }
  expect(await count('solutions')).toBe(0)
})
