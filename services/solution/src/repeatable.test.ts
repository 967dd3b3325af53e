import type { Problem } from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { startService } from './testing/start-service.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

const shop = { type: 'CAPTCHA', label: 'Shop', domains: ['shop.example'] }
const key = { 'idempotency-key': '5f2c' }

test('the same key and body give the same answer, save the secret key', async () => {
  const service = await startService(postgres)
  const first = await service.call('ada', 'POST', '/solutions', shop, key)
  const second = await service.call(
    'ada',
    'POST',
    '/solutions',
    { domains: ['shop.example'], label: ' Shop', type: 'CAPTCHA' },
    key,
  )
  expect([first.status, second.status]).toEqual([201, 201])
  expect(first.headers['idempotency-replayed']).toBeUndefined()
  expect(second.headers['idempotency-replayed']).toBe('true')
  expect(second.json()).toEqual({ ...first.json<object>(), secretKey: '' })
  expect(await service.count('solutions')).toBe(1)
})

test('the secret key is stored nowhere', async () => {
  const service = await startService(postgres)
  await service.call('ada', 'POST', '/solutions', shop, key)
  const [row] = await service.db.query<{ all: string }>(
    'test-dump',
    'select concat((select json_agg(a) from solution.repeated_calls a), (select json_agg(e) from audit.entries e), (select json_agg(s) from solution.solutions s)) as all',
  )
  expect(row?.all).toContain('bsk_1')
  expect(row?.all).not.toContain('bsec_')
})

test('the same key with another body is refused', async () => {
  const service = await startService(postgres)
  await service.call('ada', 'POST', '/solutions', shop, key)
  const answer = await service.call('ada', 'POST', '/solutions', { ...shop, label: 'Other' }, key)
  expect([answer.status, answer.json<Problem>().code]).toEqual([409, 'idempotency-mismatch'])
  expect(await service.count('solutions')).toBe(1)
})

test('a hundred parallel calls with one key create one solution', async () => {
  const service = await startService(postgres)
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => service.call('ada', 'POST', '/solutions', shop, key)),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(answers.map((answer) => answer.json<{ id: string }>().id)).size).toBe(1)
  expect(await service.count('solutions')).toBe(1)
})

test('a key belongs to one person and ends after 24 hours', async () => {
  const service = await startService(postgres)
  await service.call('ada', 'POST', '/solutions', shop, key)
  await service.call('bob', 'POST', '/solutions', shop, key)
  expect(await service.count('solutions')).toBe(2)
  service.clock.now = new Date(service.clock.now.getTime() + 24 * 3_600_000 + 1)
  const answer = await service.call('ada', 'POST', '/solutions', { ...shop, label: 'Other' }, key)
  expect([answer.status, answer.headers['idempotency-replayed']]).toEqual([201, undefined])
  expect(await service.count('repeated_calls')).toBe(2)
})

test('what was kept is forgotten after 24 hours', async () => {
  const service = await startService(postgres)
  await service.call('ada', 'POST', '/solutions', shop, key)
  await service.service.runDueOrganizations(new Date(service.clock.now.getTime() + 24 * 3_600_000))
  expect(await service.count('repeated_calls')).toBe(1)
  await service.service.runDueOrganizations(new Date(service.clock.now.getTime() + 24 * 3_600_000 + 1))
  expect(await service.count('repeated_calls')).toBe(0)
})

test('a key that is empty, too long or not plain text is refused', async () => {
  const service = await startService(postgres)
  for (const bad of ['', 'x'.repeat(201), 'a b']) {
    const answer = await service.call('ada', 'POST', '/solutions', shop, { 'idempotency-key': bad })
    expect([answer.status, answer.json<Problem>().code], bad).toEqual([400, 'invalid-parameter'])
  }
})
