import { startTestDatabase, unboundedScans } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { found } from '../testing/found-organization.ts'
import { startService } from '../testing/start-service.ts'

const postgres = await startTestDatabase({ apart: true })
afterAll(() => postgres.stop())

test('no statement of a list or a change reads a whole table', async () => {
  const service = await startService(postgres)
  const solution = await service.create('ada')
  const { id: office } = await found(service, 'ada')
  const own = [`/solutions/${solution.id}`, `/organizations/${office}`]
  const lists = own.flatMap((path) => [path, `${path}/members`, `${path}/invitations`, `${path}/audit-log`])
  const reads = [
    '/solutions',
    '/organizations',
    '/invitations',
    ...lists,
    `/organizations/${office}/solutions`,
    `/organizations/${office}/invite-tokens`,
  ]
  for (const path of reads) expect((await service.call('ada', 'GET', path)).status, path).toBe(200)
  await service.service.runDue(new Date('2026-03-02T10:00:00.000Z'))
  // What the test is worth: a statement without an index for it is found.
  await service.db.query('test-control', 'select id from solution.solutions where label = $1', [''])
  const { looked, scans } = await unboundedScans(service.db.pool)
  expect(looked).toBeGreaterThan(20)
  expect(scans).toEqual(['test-control: solutions'])
})
