import type { Problem } from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { found, tokenIn } from '../testing/found-organization.ts'
import { type Answer, startService, type TestService } from '../testing/start-service.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

const refusal = (answer: Answer) => [answer.status, answer.json<Problem>().code]

function fill(
  { db, clock }: TestService,
  id: string,
  { invitations = 0, members = 0 }: { invitations?: number; members?: number },
) {
  const expires = new Date(clock.now.getTime() + 86_400_000).toISOString()
  return db.pool
    .query(`insert into solution.invitations (id, solution_id, email, role, language, token_hash, invited_by, created_at, expires_at)
      select gen_random_uuid(), '${id}', 'p' || n || '@example.org', 'VIEWER', 'en', sha256(n::text::bytea), 'user-bob', now(), '${expires}' from generate_series(1, ${invitations}) n;
    insert into solution.members select '${id}', 'user-' || n, 'VIEWER', now() from generate_series(1, ${members}) n`)
}
const invite = (service: TestService, id: string, email: string) =>
  service.call('ada', 'POST', `/solutions/${id}/invitations`, { email, role: 'VIEWER' })

test('fifty invitations are open at most, also when the last ones are sent at once; replacing one is no further one', async () => {
  const service = await startService(postgres)
  const { id } = await service.create('ada')
  await fill(service, id, { invitations: 48 })
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_none, index) => invite(service, id, `new${index}@example.org`)),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 429, 429, 429])
  expect(refusal(answers.find(({ status }) => status === 429) as Answer)).toEqual([429, 'quota-exceeded'])
  expect((await invite(service, id, 'p1@example.org')).status).toBe(201)
  expect(refusal(await invite(service, id, 'one-more@example.org'))).toEqual([429, 'quota-exceeded'])
  // What has expired is open no longer.
  await service.db.query(
    'test-expire',
    `update solution.invitations set expires_at = $1 where email = 'p2@example.org'`,
    [service.clock.now],
  )
  expect((await invite(service, id, 'one-more@example.org')).status).toBe(201)
})

test('one person sends twenty within an hour, to whatever they belong and also at once', async () => {
  const service = await startService(postgres)
  const { id } = await service.create('ada')
  const organization = await found(service)
  const answers = await Promise.all(
    Array.from({ length: 23 }, (_none, index) =>
      index % 2 === 0
        ? invite(service, id, `n${index}@example.org`)
        : service.call('ada', 'POST', `/organizations/${organization.id}/invitations`, {
            email: `n${index}@example.org`,
            role: 'VIEWER',
          }),
    ),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
  const refused = answers.filter(({ status }) => status !== 201)
  for (const answer of refused)
    expect([...refusal(answer), answer.headers['retry-after']]).toEqual([429, 'rate-limited', '3600'])
  expect(service.mails).toHaveLength(20)
  expect(await service.count('invitations')).toBe(20)
  service.clock.now = new Date('2026-03-01T10:59:59.000Z')
  expect(refusal(await invite(service, id, 'late@example.org'))).toEqual([429, 'rate-limited'])
  service.clock.now = new Date('2026-03-01T11:00:00.000Z')
  expect((await invite(service, id, 'late@example.org')).status).toBe(201)
})

test('the plan limits members and open invitations together', async () => {
  const asked: string[] = []
  const service = await startService(postgres, { membersMax: async (solutionId) => (asked.push(solutionId), 3) })
  const { id } = await service.create('ada')
  expect((await invite(service, id, 'bob@example.org')).status).toBe(201)
  const token = tokenIn(service.mails.at(-1))
  expect((await invite(service, id, 'eve@example.org')).status).toBe(201)
  const full = (await invite(service, id, 'fourth@example.org')).json<Problem>()
  expect(full).toMatchObject({
    status: 429,
    code: 'quota-exceeded',
    errors: [{ pointer: '', code: 'limit-exceeded', params: { limit: 'members', used: 3, max: 3 } }],
  })
  expect((await invite(service, id, 'eve@example.org')).status).toBe(201)
  // A stranger is refused without billing being asked.
  const before = asked.length
  expect(
    (await service.call('eve', 'POST', `/solutions/${id}/invitations`, { email: 'x@example.org', role: 'VIEWER' }))
      .status,
  ).toBe(404)
  expect(asked).toHaveLength(before)
  await fill(service, id, { members: 2 })
  const acceptance = (await service.call('bob', 'POST', '/invitations/acceptance', { token })).json<Problem>()
  expect(acceptance).toMatchObject({
    status: 429,
    code: 'quota-exceeded',
    errors: [{ code: 'limit-exceeded', params: { limit: 'members', used: 3, max: 3 } }],
  })
})

test('a hundred members are the most, counted again when somebody accepts', async () => {
  const service = await startService(postgres)
  const { id } = await service.create('ada')
  expect((await invite(service, id, 'bob@example.org')).status).toBe(201)
  await fill(service, id, { members: 99 })
  const refused = [
    await invite(service, id, 'one-more@example.org'),
    await service.call('bob', 'POST', '/invitations/acceptance', { token: tokenIn(service.mails.at(-1)) }),
  ]
  // Not the plan's doing, and told apart from it by that.
  for (const answer of refused)
    expect([...refusal(answer), answer.json<Problem>().errors]).toEqual([429, 'quota-exceeded', undefined])
})

test('answered and expired invitations are kept for 90 days, open ones stay', async () => {
  const service = await startService(postgres)
  const { id } = await service.create('ada')
  await fill(service, id, { invitations: 3 })
  const old = new Date('2025-11-30T10:00:00.000Z')
  await service.db.query('test-age', `update solution.invitations set created_at = $1`, [old])
  await service.db.query(
    'test-answer',
    `update solution.invitations set status = 'DECLINED' where email = 'p1@example.org'`,
  )
  await service.db.query(
    'test-expire',
    `update solution.invitations set expires_at = $1 where email = 'p2@example.org'`,
    [old],
  )
  await service.service.runDueOrganizations(new Date('2026-02-28T10:00:00.000Z'))
  expect(await service.count('invitations')).toBe(3)
  await service.service.runDueOrganizations(service.clock.now)
  expect(await service.db.query('test-left', 'select email from solution.invitations')).toEqual([
    { email: 'p3@example.org' },
  ])
})

test('calls without a session are limited by address', async () => {
  const service = await startService(postgres)
  const answers: Answer[] = []
  for (let i = 0; i < 61; i += 1) answers.push(await service.call(null, 'POST', '/invitations/preview', { token: 'x' }))
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(60)
  expect(refusal(answers.at(-1) as Answer)).toEqual([429, 'rate-limited'])
})

test('nobody comes to belong to an eleventh organization by invitations and links either, also when they use them at once', async () => {
  const service = await startService(postgres)
  for (let i = 0; i < 8; i += 1) await found(service, 'eve', { name: `Own ${i}` })
  const tokens: string[] = []
  for (let i = 0; i < 3; i += 1) {
    const { id } = await found(service, 'ada', { name: `Of Ada ${i}` })
    const made = await service.call('ada', 'POST', `/organizations/${id}/invite-tokens`, {
      label: 'x',
      purpose: 'JOIN',
      role: 'VIEWER',
    })
    tokens.push(made.json<{ token: string }>().token)
  }
  const { id } = await found(service, 'ada', { name: 'By mail' })
  await service.call('ada', 'POST', `/organizations/${id}/invitations`, { email: 'eve@example.org', role: 'VIEWER' })
  const token = tokenIn(service.mails.at(-1))
  const answers = await Promise.all([
    ...tokens.map((link) => service.call('eve', 'POST', '/invite-tokens/redemption', { token: link })),
    service.call('eve', 'POST', '/invitations/acceptance', { token }),
  ])
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(2)
  const refused = answers.filter(({ status }) => status >= 300)
  expect(refused.map((answer) => answer.json<Problem>())).toMatchObject(
    Array.from({ length: 2 }, () => ({
      status: 429,
      code: 'quota-exceeded',
      errors: [{ code: 'own-organizations', params: { most: 10 } }],
    })),
  )
  expect(await service.count('organization_members')).toBe(8 + 4 + 2)
})
