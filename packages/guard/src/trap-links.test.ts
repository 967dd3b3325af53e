import { expect, test } from 'vitest'
import { fileOf, startGuard } from './testing/start-guard.ts'

test('who follows a link of today or yesterday, which robots.txt forbids, is challenged from then on; an older one says nothing', async () => {
  const wanted = 'traps: [/hidden/**]\n    trapLinks: true\n    robots: { mode: OWN }'
  const policies = `      - { name: asked, mode: LIVE, paths: [/asked], challenge: ALWAYS }\n      - { name: all, mode: LIVE }`
  await using running = await startGuard(fileOf(policies).replace('traps: [/hidden/**]', wanted))
  const from = (address: string) => ({ 'x-forwarded-for': address, 'bollard-trap': '/forged' })
  await running.ask('/', { headers: from('192.0.2.1') })
  const link = String(running.arrived[0]?.headers['bollard-trap'])
  expect(link).toMatch(/^\/\w{12}\/\w{16}$/u)
  // Pages of ours have it too, where nobody sees it.
  expect((await running.ask('/asked', { headers: from('192.0.2.1') })).body).toContain(
    `<a href="${link}" rel="nofollow" hidden`,
  )
  const follow = async (address: string, more: object = {}) => [
    (await running.ask(link, { headers: { ...from(address), ...more } })).status,
    (await running.ask('/', { headers: from(address) })).status,
  ]
  expect(await follow('198.51.100.1', { 'sec-purpose': 'prefetch' })).toEqual([403, 200])
  // Whom another site leads there, or an image in what somebody wrote, has followed nothing.
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' },
  ])
    expect(await follow('198.51.100.1', headers)).toEqual([403, 200])
  expect(await follow('198.51.100.1')).toEqual([403, 403])
  running.clock.now += 86_400_000
  await running.ask('/', { headers: from('192.0.2.1') })
  expect(running.arrived.at(-1)?.headers['bollard-trap']).not.toBe(link)
  expect(await follow('198.51.100.2')).toEqual([403, 403])
  running.clock.now += 86_400_000
  expect(await follow('198.51.100.3')).toEqual([403, 200])
  // Nobody finds another by the one that is known.
  expect((await running.ask(`${link.slice(0, -1)}x`, { headers: from('198.51.100.4') })).status).toBe(403)
  expect((await running.ask('/', { headers: from('198.51.100.4') })).status).toBe(200)
})
