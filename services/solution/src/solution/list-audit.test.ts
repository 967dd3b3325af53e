import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { startService } from '../testing/start-service.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

test('members read the audit log as far back as the plan shows it, administrators of the deployment all of it, and a larger plan shows again what was hidden', async () => {
  let days: number | null = null
  const asked: string[] = []
  const { call, create, clock } = await startService(postgres, {
    auditLogDays: async (solutionId) => (asked.push(solutionId), days),
  })
  const { id, version } = await create('ada')
  const read = async (person: 'ada' | 'operator', query = '') =>
    (await call(person, 'GET', `/solutions/${id}/audit-log${query}`)).json<{
      items: { action: string }[]
      nextCursor: string | null
    }>()
  const actions = async (person: 'ada' | 'operator') =>
    (await read(person)).items.map(({ action }) => action).filter((action) => action !== 'solution.visited')
  clock.now = new Date(clock.now.getTime() + 30 * 86_400_000)
  expect((await call('ada', 'PUT', `/solutions/${id}`, { label: 'Shop of Ada', version })).status).toBe(200)
  expect(await actions('ada')).toEqual(['solution.updated', 'solution.created'])

  days = 30
  expect(await actions('ada'), 'what is exactly as old as that is shown').toEqual([
    'solution.updated',
    'solution.created',
  ])
  clock.now = new Date(clock.now.getTime() + 1)
  expect(await actions('ada')).toEqual(['solution.updated'])
  expect((await read('ada', '?limit=1')).nextCursor).toBeNull()
  expect(await actions('operator')).toEqual(['solution.updated', 'solution.created'])
  days = 31
  expect(await actions('ada')).toEqual(['solution.updated', 'solution.created'])
  expect(new Set(asked)).toEqual(new Set([id]))
})
