import type { ProtectionSettings } from '@bollard/contracts'
import { afterAll, expect, test } from 'vitest'
import { startService } from '../testing/start-service.ts'

const it = await startService()
afterAll(() => it.stop())

const read = async () => (await it.call('vic', 'getProtectionSettings')).json<ProtectionSettings>()

test('settings change by the version that was read, in the name of a person or a key, and the log says what', async () => {
  const former = await read()
  const changed = await it.call('ada', 'updateProtectionSettings', { body: { ...former, controlPercent: 0.5 } })
  expect(changed.json()).toEqual({ ...former, controlPercent: 0.5, version: former.version + 1 })
  const late = await it.call('ada', 'updateProtectionSettings', { body: { ...former, sampledPercent: 100 } })
  expect([late.status, late.json<{ code: string }>().code]).toEqual([409, 'version-conflict'])
  const now = await read()
  const byKey = await it.call('bsec_ours', 'updateProtectionSettings', { body: { ...now, decisionDays: 7 } })
  expect(byKey.status).toBe(200)
  const entries = await it.db.query<object>(
    'test-audit',
    `select action, actor_kind as kind, actor_id as id, after from audit.entries order by number desc limit 2`,
  )
  expect(entries).toEqual([
    {
      action: 'protection-settings.changed',
      kind: 'API_KEY',
      id: '019a9b1c-5d3e-7000-8000-00000000ee01',
      after: { decisionDays: 7 },
    },
    {
      action: 'protection-settings.changed',
      kind: 'USER',
      id: '019a9b1c-5d3e-7000-8000-000000000001',
      after: { controlPercent: 0.5 },
    },
  ])
})

test('a proxy that is neither an address nor a network is named', async () => {
  const body = { ...(await read()), trustedProxies: ['10.0.0.0/8', '10.0.0.0/99'] }
  const refused = await it.call('ada', 'updateProtectionSettings', { body })
  expect([refused.status, refused.json<{ errors: unknown }>().errors]).toEqual([
    422,
    [{ pointer: '/trustedProxies/1', code: 'bad-network' }],
  ])
})

test('a stranger and a key of another solution learn nothing, and members may not change what holds for all', async () => {
  for (const who of ['eve', 'bsec_theirs'] as const)
    expect((await it.call(who, 'getProtectionSettings')).status, who).toBe(404)
  expect((await it.call(null, 'getProtectionSettings')).status).toBe(401)
  expect((await it.call('bsec_none', 'getProtectionSettings')).status).toBe(401)
  expect((await it.call('mia', 'updateProtectionSettings', { body: await read() })).status).toBe(403)
})

test('what an earlier version stored and nothing asks for any more is left out, and is no change', async () => {
  const more = `update protection.spaces set settings = settings || '{"trapsMode": "LIVE"}'`
  await it.db.query('test-former', more, [])
  const former = await read()
  expect(former).not.toHaveProperty('trapsMode')
  const changed = await it.call('ada', 'updateProtectionSettings', { body: { ...former, decisionDays: 8 } })
  expect(changed.json()).toEqual({ ...former, decisionDays: 8, version: former.version + 1 })
})
