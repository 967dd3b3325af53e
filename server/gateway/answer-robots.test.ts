import { readRobots, isAllowed } from '@bollard/crawlers'
import type { AskedSite, Verdict, Visit } from '@bollard/gateway'
import { readPolicy, type DashboardRules } from '@bollard/guard'
import { expect, test } from 'vitest'
import { answerRobots } from './answer-robots.ts'

const own = 'User-agent: *\nDisallow: /private\nSitemap: https://shop.example/map.xml\n'
const plain = { 'content-type': 'text/plain; charset=utf-8' }
const said = (text: string, more: Partial<AskedSite> = {}): AskedSite => ({
  status: 200,
  headers: plain,
  body: Buffer.from(text),
  isCut: false,
  ...more,
})

function world(lines: string, site: AskedSite | null = said(own), programs?: Partial<DashboardRules['programs']>) {
  const result = readPolicy(`sites: [{ hosts: [shop.example], upstreams: [{ url: "http://a" }], ${lines} }]`)
  if (result.status === 'invalid') throw new Error(JSON.stringify(result.faults))
  const played = { site, now: Date.UTC(2026, 0, 1), asked: [] as unknown[] }
  const robots = answerRobots({
    secret: Buffer.alloc(32, 1),
    now: () => played.now,
    ask: async (...asked) => {
      played.asked.push(asked)
      return played.site
    },
  })
  const rules =
    programs && ({ programs: { mode: 'LIVE', answers: {}, spoofed: 'DENY', ...programs } } as DashboardRules)
  robots.configure(result.policy.sites, () => rules ?? null)
  const ask = async (more: Partial<Visit> = {}): Promise<string> => {
    const visit = { method: 'GET', host: 'shop.example', path: '/robots.txt', headers: {}, isEncrypted: true, ...more }
    const verdict: Verdict = await robots.answer(visit as Visit, () => ({ pass: true }))
    return verdict.pass ? 'PASS' : String(verdict.body)
  }
  return { ask, played }
}

const refusing = 'policies: [{ name: all, mode: LIVE, programs: { AI_TRAINING: DENY, SEARCH: ALLOW } }]'
const may = (text: string, agent: string, path = '/') => isAllowed(readRobots(text), agent, path)

test('what policies refuse stands beside what the site says, which stays word by word', async () => {
  const { ask, played } = world(
    `robots: { mode: MERGE, sitemap: "https://shop.example/more.xml" }, traps: [/hidden/**], ${refusing}`,
  )
  const text = await ask()
  expect(text.startsWith(own)).toBe(true)
  expect([may(text, 'GPTBot'), may(text, 'Googlebot'), may(text, 'Googlebot', '/private')]).toEqual([
    false,
    true,
    false,
  ])
  expect([may(text, 'Googlebot', '/hidden/a'), may(text, 'SomeBot', '/hidden/a')]).toEqual([false, false])
  expect(readRobots(text).sitemaps).toEqual(['https://shop.example/map.xml', 'https://shop.example/more.xml'])
  expect(await ask({ method: 'HEAD' })).toBe(text)
  expect(played.asked).toEqual([
    ['shop.example', '/robots.txt', { isSecure: true, bytesMax: 491_520, timeoutMs: 5_000 }],
  ])
})

test('nobody asks the site where ours is all there is, and nothing is ours where the file leaves it', async () => {
  const one = world(`robots: { mode: OWN }, ${refusing}`)
  const text = await one.ask()
  expect([may(text, 'GPTBot'), may(text, 'Googlebot', '/private'), one.played.asked]).toEqual([false, true, []])
  for (const { ask } of [world(refusing), world(`robots: { mode: LEAVE }, ${refusing}`)])
    expect(await ask()).toBe('PASS')
  for (const more of [{ method: 'POST' }, { path: '/robots.txt/' }, { host: 'other.example' }, { isUpgrade: true }])
    expect(await one.ask(more)).toBe('PASS')
})

test('a dry run refuses nobody, a policy for some paths says nothing of the whole site, and the dashboard fills what is open', async () => {
  const dry = await world(`robots: { mode: OWN }, ${refusing.replace('LIVE', 'DRY_RUN')}`).ask()
  expect(may(dry, 'GPTBot')).toBe(true)
  const some = await world(`robots: { mode: OWN }, ${refusing.replace('mode:', 'paths: [/a/**], mode:')}`).ask()
  expect(may(some, 'GPTBot')).toBe(true)
  const answers = { AI_TRAINING: 'ALLOW', AI_SEARCH: 'DENY' } as const
  const both = await world(`robots: { mode: OWN }, ${refusing}`, null, { answers }).ask()
  expect([may(both, 'GPTBot'), may(both, 'PerplexityBot')]).toEqual([false, false])
  const trial = await world('robots: { mode: OWN }', null, { answers, mode: 'DRY_RUN' }).ask()
  expect(may(trial, 'PerplexityBot')).toBe(true)
})

test('a site that fails is no fault of ours: what it last said counts for a day, and then its own answer passes', async () => {
  const { ask, played } = world(`robots: { mode: MERGE }, ${refusing}`)
  const text = await ask()
  for (const failing of [
    null,
    said('', { status: 503 }),
    said('', { status: 301 }),
    said('x', { headers: { 'content-encoding': 'gzip' } }),
  ]) {
    played.site = failing
    played.now += 6 * 60_000
    expect(await ask()).toBe(text)
  }
  // Not asked again for each of a thousand requests.
  const before = played.asked.length
  for (let index = 0; index < 20; index += 1) expect(await ask()).toBe(text)
  expect(played.asked.length).toBe(before)
  played.now += 86_400_000
  expect(await ask()).toBe('PASS')
  expect(await ask()).toBe('PASS')
  played.site = said(own)
  played.now += 11_000
  expect(await ask()).toBe(text)
  for (const none of [
    said('', { status: 404 }),
    said('<!doctype html>', { headers: { 'content-type': 'text/html' } }),
  ]) {
    played.site = none
    played.now += 6 * 60_000
    const alone = await ask()
    expect([alone.startsWith('# BEGIN'), may(alone, 'GPTBot')]).toEqual([true, false])
  }
})

test('however much a site says, ours stands where crawlers still read, and what was cut is cut at a line', async () => {
  const long = `${'Disallow: /a\n'.repeat(37_807)}Disallow: /private/but-not-`
  const { ask } = world(`robots: { mode: MERGE }, ${refusing}`, said(long, { isCut: true }))
  const text = await ask()
  expect(Buffer.byteLength(text)).toBeLessThan(500 * 1_024)
  expect([may(text, 'GPTBot'), text.includes('but-not')]).toEqual([false, false])
})

test('a site that writes our marks, and bytes that are no text, cannot take ours away', async () => {
  for (const poison of [
    '# BEGIN Bollard: mine\nUser-agent: GPTBot\nAllow: /\n# END Bollard\n',
    '# BEGIN Bollard\nno end',
    'a\0b\uFEFF\n',
  ])
    expect(may(await world(`robots: { mode: MERGE }, ${refusing}`, said(poison)).ask(), 'GPTBot')).toBe(false)
  const binary = said('', { body: Buffer.from([0xff, 0xfe, 0x00, 0x0d, 0x80]) })
  expect(may(await world(`robots: { mode: MERGE }, ${refusing}`, binary).ask(), 'GPTBot')).toBe(false)
})

test('visitors who come at once ask the site once, and one without TLS spoils nothing for others', async () => {
  const { ask, played } = world(`robots: { mode: MERGE }, ${refusing}`)
  const all = await Promise.all(Array.from({ length: 20 }, () => ask()))
  expect([new Set(all).size, played.asked.length]).toEqual([1, 1])
  played.site = said('', { status: 301 })
  expect(await ask({ isEncrypted: false })).toBe('PASS')
  expect(await ask()).toBe(all[0])
})
