import type { Problem, Solution } from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { type Person, startService, type TestService } from '../testing/start-service.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

interface Page {
  readonly items: Solution[]
  readonly nextCursor: string | null
}
const listOf = async (service: TestService, person: Person, query = '') =>
  (await service.call(person, 'GET', `/solutions${query}`)).json<Page>()
const labels = (page: Page) => page.items.map(({ label }) => label)

test('a person sees the solutions of all own memberships, newest first, and no others', async () => {
  const service = await startService(postgres)
  const first = await service.create('ada', 'Ada 1')
  await service.create('eve', 'Eve 1')
  await service.create('bob', 'Bob 1')
  await service.create('ada', 'Ada 2')
  await service.join('bob', first.id, 'VIEWER')
  expect(labels(await listOf(service, 'ada'))).toEqual(['Ada 2', 'Ada 1'])
  const ofBob = await listOf(service, 'bob')
  expect(ofBob.items.map(({ label, myRole }) => [label, myRole])).toEqual([
    ['Bob 1', 'ADMIN'],
    ['Ada 1', 'VIEWER'],
  ])
  expect(await listOf(service, 'newcomer')).toEqual({ items: [], nextCursor: null })
})

test('pages follow each other without a gap or a repetition while solutions are created', async () => {
  const service = await startService(postgres)
  for (let i = 1; i <= 7; i += 1) await service.create('ada', `Shop ${i}`)
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: Page = await listOf(service, 'ada', `?limit=3${cursor && `&cursor=${cursor}`}`)
    seen.push(...labels(page))
    cursor = page.nextCursor
    await service.create('ada', `Later ${seen.length}`)
  }
  expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1].map((i) => `Shop ${i}`))
})

test('the last page has no cursor, also when it is full', async () => {
  const service = await startService(postgres)
  for (const label of ['One', 'Two']) await service.create('ada', label)
  expect((await listOf(service, 'ada', '?limit=2')).nextCursor).toBeNull()
  expect((await listOf(service, 'ada', '?limit=1')).nextCursor).not.toBeNull()
})

test('only an administrator may list the solutions of somebody else, and reads them as a viewer', async () => {
  const service = await startService(postgres)
  const { id } = await service.create('ada', 'Ada 1')
  await service.create('eve', 'Eve 1')
  const refused = await service.call('eve', 'GET', '/solutions?userId=user-ada')
  expect([refused.status, refused.json<Problem>().code]).toEqual([403, 'forbidden'])
  expect(labels(await listOf(service, 'ada', '?userId=user-ada'))).toEqual(['Ada 1'])
  const ofAda = await listOf(service, 'operator', '?userId=user-ada')
  expect(ofAda.items.map(({ id: itemId, myRole }) => [itemId, myRole])).toEqual([[id, 'VIEWER']])
  expect(labels(await listOf(service, 'operator'))).toEqual([])
})

test('a cursor of somebody else shows nothing of theirs', async () => {
  const service = await startService(postgres)
  await service.create('eve', 'Eve 1')
  await service.create('ada', 'Ada 1')
  await service.create('ada', 'Ada 2')
  const { nextCursor } = await listOf(service, 'ada', '?limit=1')
  expect(labels(await listOf(service, 'eve', `?cursor=${nextCursor}`))).toEqual(['Eve 1'])
})

test('without a session there is no list, and bad parameters are named', async () => {
  const service = await startService(postgres)
  expect((await service.call(null, 'GET', '/solutions')).status).toBe(401)
  for (const query of ['limit=0', 'limit=101', 'limit=x', 'cursor=abc', `cursor=${'A'.repeat(23)}`, 'page=2']) {
    const answer = await service.call('ada', 'GET', `/solutions?${query}`)
    expect([answer.status, answer.json<Problem>().code], query).toEqual([400, 'invalid-parameter'])
  }
})
