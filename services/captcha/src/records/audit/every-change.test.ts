import { findBrokenLink } from '@bollard/audit'
import type { Route } from '@bollard/contracts'
import { afterAll, expect, test } from 'vitest'
import { changingCalls, changingRoutes, trials } from '../../testing/audit/changing-calls.ts'
import { startCluster, type TestSite } from '../../testing/start-service.ts'

const cluster = await startCluster()
afterAll(() => cluster.stop())
const it = await cluster.startService()
const calls = changingCalls(it)
const all = changingRoutes.map((route): [string, Route] => [route.id, route])
const changes = all.filter(([id]) => !trials.includes(id))
const someId = '01941f29-7c00-7000-8000-0000000000ff'

async function entriesOf({ solutionId }: Pick<TestSite, 'solutionId'>): Promise<string[]> {
  const rows = await it.db.query<{ action: string }>(
    'test-audit',
    `select action from audit.entries where scope = 'SOLUTION' and scope_id = $1 order by number`,
    [solutionId],
  )
  return rows.map(({ action }) => action)
}

/** What calls change; the state of an export or an erasure moves by itself. */
async function stored(): Promise<unknown[]> {
  const whole = [
    'sites',
    'environments',
    'api_keys',
    'bypass_keys',
    'rules',
    'feedback',
    'alert_settings',
    'webhooks',
    'alert_outbox',
  ]
  const rows = whole.map((table) =>
    it.db.pool.query(`select to_jsonb(t) - 'first_verification_at' as row from captcha.${table} t order by 1`),
  )
  const counts = ['exports', 'erasures'].map((table) =>
    it.db.pool.query(`select count(*)::int as n from captcha.${table}`),
  )
  return (await Promise.all([...rows, ...counts])).map((result) => result.rows as unknown)
}

test('there are calls to look at', () => {
  expect(changes.length).toBeGreaterThanOrEqual(27)
  expect(all.length - changes.length).toBe(trials.length)
})

test.for(all)('%s leaves one entry when it has changed something, and none when it is refused', async ([id, route]) => {
  const { site, by, send } = await calls.prepare(route)
  const before = await entriesOf(site)
  const refused = [await send('stranger')]
  if (!trials.includes(id)) refused.push(await send('vera'))
  if (route.body !== undefined) refused.push(await send(by, { body: { nonsense: 1 } }))
  const named = /\{(?!solutionId)(\w+)\}/u.exec(route.path)?.[1]
  if (named !== undefined) refused.push(await send(by, { params: { [named]: someId } }))
  for (const { statusCode } of refused) expect(statusCode).toBeOneOf([400, 403, 404])
  expect(await entriesOf(site)).toEqual(before)

  const answer = await send(by)
  expect(answer.statusCode, answer.body).toBe(route.response.status)
  const now = await entriesOf(site)
  expect(now.slice(0, before.length)).toEqual(before)
  expect(now.length - before.length).toBe(trials.includes(id) ? 0 : 1)
  expect(await findBrokenLink(it.db, 'SOLUTION', site.solutionId)).toBeNull()
})

test.for(changes)('%s changes nothing when it cannot be written down', async ([, route]) => {
  const { by, send } = await calls.prepare(route)
  const before = await stored()
  await it.db.pool.query('alter function audit.append(jsonb, bytea) rename to append_away')
  const repair = () => it.db.pool.query('alter function audit.append_away(jsonb, bytea) rename to append')
  const answer = await send(by).finally(repair)
  expect(answer.statusCode).toBe(500)
  expect(await stored()).toEqual(before)
})

test('no entry holds a secret that a call has told, an address of a person, or what was to be erased', async () => {
  const { rows } = await it.db.pool.query<{ text: string }>(`select to_jsonb(e)::text as text from audit.entries e`)
  expect(rows.length).toBeGreaterThan(40)
  const log = rows.map(({ text }) => text).join('\n')
  expect(calls.secrets.size).toBeGreaterThan(40)
  for (const secret of calls.secrets) {
    expect(log).not.toContain(secret)
    // Nor the most of it: what a key begins and ends with may be shown.
    expect(log).not.toContain(secret.slice(12, -4))
  }
  for (const text of ['ada@shop.example', 'hooks.example/in', '192.0.2.1"', '198.51.100'])
    expect(log).not.toContain(text)
  for (const text of ['a…@shop.example', 'https://hooks.example/…', '192.0.2.0/24']) expect(log).toContain(text)
})
