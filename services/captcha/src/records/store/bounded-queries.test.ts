import { captchaRoutes, type Route } from '@bollard/contracts'
import { unboundedScans } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { changingCalls, changingRoutes } from '../../testing/audit/changing-calls.ts'
import { makeSite, startCluster } from '../../testing/start-service.ts'
import { pass } from '../../testing/walk-through.ts'

const cluster = await startCluster({ apart: true })
afterAll(() => cluster.stop())

test('no statement of an owner’s call reads a whole table', { timeout: 60_000 }, async () => {
  const it = await cluster.startService({ asOwner: true })
  const site = await makeSite(it)
  it.roles.set(`ada ${site.solutionId}`, 'ADMIN')
  await pass(it.app, site.siteKey)
  const lists = Object.values(captchaRoutes).filter(
    ({ method, path, response }: Route) =>
      method === 'GET' && !response.stream && /^\/captcha\/v1\/sites\/\{solutionId\}\/[\w/-]+$/u.test(path),
  )
  for (const { path } of lists) {
    const answer = await it.app.inject({
      url: path.replace('{solutionId}', site.solutionId),
      headers: { cookie: 'ada' },
    })
    expect(answer.statusCode, path).toBe(200)
  }
  const calls = changingCalls(it)
  for (const route of changingRoutes) await (await calls.prepare(route)).send('ada')
  // What the test is worth: a statement without an index for it is found.
  await it.db.query('test-control', 'select id from captcha.verifications where score = $1', [0])
  // One row for each process of the edge, the hour that processes tell each other of, the only one that says which cell this is, and what
  // jobs ask of all sites once an hour.
  const { looked, scans } = await unboundedScans(it.db.pool, [
    'cell',
    'edge_heartbeats',
    'sites_under_attack',
    'volume_counts',
  ])
  expect(looked).toBeGreaterThan(60)
  expect(scans.filter((scan) => scan.startsWith('test-control: verifications_'))).not.toEqual([])
  expect(scans.filter((scan) => !scan.startsWith('test-control'))).toEqual(['captcha-retention-longest: sites'])
})
