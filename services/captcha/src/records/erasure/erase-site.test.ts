import { afterAll, expect, test } from 'vitest'
import { makeSite, startCluster } from '../../testing/start-service.ts'
import { codeOf, pass, siteverify, start } from '../../testing/walk-through.ts'

const cluster = await startCluster()
afterAll(() => cluster.stop())
const it = await cluster.startService()

/** How many rows of a site there are, table by table; those of the partitions are counted with their tables. */
async function rowsOf(siteId: number): Promise<Record<string, number>> {
  const tables = await it.db.query<{ name: string }>(
    'test-tables-of-sites',
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attname = 'site_id'
     where n.nspname = 'captcha' and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  )
  const counts = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await it.db.pool.query<{ n: number }>(
        `select count(*)::int as n from captcha.${name} where site_id = $1`,
        [siteId],
      )
      return [name, rows[0]?.n ?? -1] as const
    }),
  )
  return Object.fromEntries(counts.filter(([, n]) => n !== 0))
}
async function siteIdOf(solutionId: string): Promise<number> {
  const [row] = await it.db.query<{ id: number }>(
    'test-site-id',
    'select id from captcha.sites where solution_id = $1',
    [solutionId],
  )
  return row?.id ?? 0
}

test('of a site that is erased nothing is left in any table, and its keys open nothing from the first step on', async () => {
  const [gone, stays] = [await makeSite(it), await makeSite(it)]
  const tokens = [await pass(it.app, gone.siteKey), await pass(it.app, gone.siteKey)]
  await siteverify(it.app, { secret: gone.secretKey, response: tokens[0]?.token })
  await pass(it.app, stays.siteKey)
  it.roles.set(`ada ${gone.solutionId}`, 'ADMIN')
  const label = { method: 'PUT', headers: { cookie: 'ada' }, payload: { label: 'BOT' } } as const
  await it.app.inject({
    ...label,
    url: `/captcha/v1/sites/${gone.solutionId}/verifications/${tokens[0]?.verificationId}/feedback`,
  })
  const exported = { method: 'POST', headers: { cookie: 'ada' }, payload: { format: 'CSV', filters: {} } } as const
  await it.app.inject({ ...exported, url: `/captcha/v1/sites/${gone.solutionId}/exports` })
  const [siteId, otherId] = [await siteIdOf(gone.solutionId), await siteIdOf(stays.solutionId)]
  expect(Object.keys(await rowsOf(siteId)).length).toBeGreaterThan(5)

  expect(await it.service.eraseSite(gone.solutionId)).toBe(false)
  const secret = await siteverify(it.app, { secret: gone.secretKey, response: tokens[1]?.token })
  expect(secret).toMatchObject({ success: false, 'error-codes': ['invalid-input-secret'] })
  const ends = async () => {
    const response = await start(it.app, { siteKey: gone.siteKey })
    return response.statusCode === 404 ? codeOf(response) : String(response.statusCode)
  }
  await expect.poll(ends, { timeout: 20_000, interval: 100 }).toBe('site-key-unknown')

  await expect.poll(() => it.service.eraseSite(gone.solutionId), { timeout: 25_000, interval: 300 }).toBe(true)
  expect(await rowsOf(siteId)).toEqual({})
  expect(await siteIdOf(gone.solutionId)).toBe(0)
  // Asked once more, as after a crash, there is nothing.
  expect(await it.service.eraseSite(gone.solutionId)).toBe(true)
  expect((await rowsOf(otherId)).verifications).toBe(1)
  expect(await start(it.app, { siteKey: stays.siteKey })).toMatchObject({ statusCode: 201 })
})
