import { fork } from 'node:child_process'
import { once } from 'node:events'
import { captchaRoutes } from '@bollard/contracts'
import { afterAll, expect, test } from 'vitest'
import { startKeyRoutes } from '../../testing/start-key-routes.ts'
import { createBypassUses } from './use-bypass-key.ts'

const it = await startKeyRoutes()
afterAll(() => it.stop())

const { solutionId, siteId } = await it.makeSite()
const now = it.clock.now
let made = 0
const { use } = createBypassUses(it.db)

/** Number of a new key with a limit. */
async function keyWith(usesPerDay: number | null) {
  const payload = { name: 'Tests', expiresAt: new Date(now + 86_400_000).toISOString(), usesPerDay }
  const { id } = captchaRoutes.createBypassKey.response.schema.parse(
    (await it.call('POST', `${solutionId}/bypass-keys`, 'ada', payload)).json(),
  )
  return { id, number: ++made }
}
const used = async (number: number, n: number) =>
  (await Promise.all(Array.from({ length: n }, () => use({ siteId, key: { number }, now })))).filter(
    (result) => result === 'used',
  ).length
const counted = async (number: number) => {
  const [row] = await it.db.query<{ n: number }>(
    'test-uses',
    'select n from captcha.bypass_uses where site_id = $1 and number = $2',
    [siteId, number],
  )
  return row?.n
}

test('a limit of 73 lets exactly 73 of 200 parallel uses pass, over two processes', { timeout: 60_000 }, async () => {
  const { number } = await keyWith(73)
  const processes = [0, 1].map(() =>
    fork(new URL('../../testing/use-bypass-key-often.ts', import.meta.url), {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    }),
  )
  try {
    await Promise.all(processes.map((process) => once(process, 'message')))
    const answers = processes.map(async (process): Promise<unknown> => {
      const answer = once(process, 'message')
      process.send({ connectionString: it.connectionString, siteId, number, now, times: 100 })
      return (await answer)[0]
    })
    const passed = (await Promise.all(answers)).map(Number)
    expect(passed.reduce((sum, n) => sum + n, 0)).toBe(73)
    expect(await counted(number)).toBe(73)
  } finally {
    for (const process of processes) process.kill()
  }
})

test('a key without a limit passes everybody and counts them', async () => {
  const { number } = await keyWith(null)
  expect([await used(number, 250), await used(number, 50), await counted(number)]).toEqual([250, 50, 300])
})

test('a limit that was lowered takes nothing back and gives nothing more, and a raised one gives the rest', async () => {
  const { id, number } = await keyWith(10)
  const limit = (usesPerDay: number, version: number) =>
    it.call('PUT', `${solutionId}/bypass-keys/${id}`, 'ada', {
      name: 'Tests',
      origins: [],
      networks: [],
      usesPerDay,
      version,
    })
  expect(await used(number, 8)).toBe(8)
  await limit(5, 1)
  expect([await used(number, 3), await counted(number)]).toEqual([0, 8])
  await limit(11, 2)
  expect([await used(number, 30), await counted(number)]).toEqual([3, 11])
})

test('a key that was revoked or has ended is used no more, whatever a process still remembers', async () => {
  const [revoked, ended] = [await keyWith(null), await keyWith(5)]
  expect([await used(revoked.number, 1), await used(ended.number, 1)]).toEqual([1, 1])
  await it.call('DELETE', `${solutionId}/bypass-keys/${revoked.id}`, 'ada')
  expect(await used(revoked.number, 3)).toBe(0)
  expect(await use({ siteId, key: { number: ended.number }, now: now + 86_400_000 })).toBe('used-up')
  expect(await use({ siteId, key: { number: 999 }, now })).toBe('used-up')
})

test('uses of many keys at once are counted apart', async () => {
  const keys = await Promise.all([keyWith(1), keyWith(2), keyWith(3)])
  const all = await Promise.all(
    keys.flatMap(({ number }) =>
      Array.from({ length: 4 }, async () => ((await use({ siteId, key: { number }, now })) === 'used' ? number : 0)),
    ),
  )
  expect(keys.map(({ number }) => all.filter((one) => one === number).length)).toEqual([1, 2, 3])
})
