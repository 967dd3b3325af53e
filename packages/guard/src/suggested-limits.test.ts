import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import type { Answer, Verdict, Visit } from '@bollard/gateway'
import { createMemoryStore } from '@bollard/limits'
import { describe, expect, it } from 'vitest'
import { createGuard, type Reported } from './guard.ts'
import { asForm, browser, fieldOf, policyOf } from './testing/start-guard.ts'

/** The file that operators begin with, with everything live. */
const file = readFileSync(new URL('../../../deploy/gateway/gateway.yaml', import.meta.url), 'utf8').replace(
  '- name: everything-else',
  '- name: everything-else\n        mode: LIVE',
)

function start() {
  const reports: Reported[] = []
  const clock = { now: Date.UTC(2026, 0, 1) }
  const guard = createGuard({
    policy: policyOf(file.replaceAll('ladder: USUAL', 'ladder: USUAL\n    mode: LIVE')),
    secret: Buffer.alloc(32, 7),
    captcha: { verify: async () => 'PASSED', isAway: () => false },
    store: createMemoryStore({ keysMax: 1_000 }),
    networkData: null,
    report: (one) => reports.push(one),
    now: () => clock.now,
  })
  /** A request of a whole browser as it arrives. */
  function ask(method: string, target: string, more: Record<string, string>, body = ''): Verdict | Promise<Verdict> {
    const headers: Record<string, string> = {
      ...browser,
      host: 'shop.example.org',
      'accept-encoding': 'gzip, deflate, br, zstd',
      'sec-fetch-user': '?1',
      ...more,
    }
    const rest = { headers, rawHeaders: Object.entries(headers).flat(), socket: { remoteAddress: '127.0.0.1' } }
    const request = Object.assign(Readable.from([Buffer.from(body)]), rest)
    const about = { method, host: 'shop.example.org', path: target, target, address: '192.0.2.7', headers }
    return guard.decide({ ...about, isEncrypted: false, isUpgrade: false, request } as unknown as Visit)
  }
  /** Opens a page. Answers what was decided. */
  async function open(number: number, userAgent = browser['user-agent']): Promise<string> {
    await ask('GET', `/products/${number}`, { 'user-agent': userAgent })
    return reports.at(-1)?.decision.conclusion ?? ''
  }
  let cookie = ''
  /** Opens a page, and does the work that is asked for, once. Answers what came of it. */
  async function openAtAnyCost(number: number): Promise<string> {
    const target = `/products/${number}`
    const page = (await ask('GET', target, { cookie })) as Answer
    if (reports.at(-1)?.decision.conclusion !== 'CHALLENGE') return reports.at(-1)?.decision.conclusion ?? ''
    const body = `ticket=${fieldOf(String(page.body), 'ticket')}&bollard-response=token`
    const passed = (await ask('POST', '/.well-known/bollard/pass', { ...asForm, cookie }, body)) as Answer
    if (passed.status !== 303) return 'NO_PASS'
    cookie = String(passed.headers?.['set-cookie']).split(';', 1)[0] ?? ''
    await ask('GET', target, { cookie })
    return reports.at(-1)?.decision.conclusion ?? ''
  }
  return { open, openAtAnyCost, clock, reports }
}

describe('the file that operators begin with', () => {
  it('asks a browser for work that crawls 200 pages, for more work then, and lets it wait in the end', async () => {
    const { open, clock, reports } = start()
    const conclusions: string[] = []
    for (let page = 0; page < 200; page += 1) {
      conclusions.push(await open(page))
      // Ten pages a second, and no file of any of them.
      clock.now += 100
    }
    const changes = conclusions.filter((one, index) => one !== conclusions[index - 1])
    expect(changes).toEqual(['ALLOW', 'CHALLENGE', 'THROTTLE'])
    expect(conclusions.filter((one) => one === 'ALLOW').length).toBeLessThan(100)
    const codes = reports.flatMap(({ decision }) => decision.reasons.map(({ code }) => code))
    expect([...new Set(codes.filter((code) => code.startsWith('ladder-')))]).toEqual([
      'ladder-log',
      'ladder-easy-work',
      'ladder-hard-work',
      'ladder-throttle',
    ])
  })

  it('lets a browser wait that crawls and does all the work it is asked for, and lets it go on at twice the pace of the limit at most', async () => {
    const { openAtAnyCost, clock } = start()
    const conclusions: string[] = []
    const pagesOf = async (minutes: number): Promise<number> => {
      conclusions.length = 0
      // A page each second, three times as many as the limit lets come for free.
      for (let second = 0; second < 60 * minutes; second += 1) {
        conclusions.push(await openAtAnyCost(second))
        clock.now += 1_000
      }
      return conclusions.filter((one) => one === 'ALLOW').length
    }
    // Sixty at once and thirty a minute are free, and as much again is the credit.
    expect(await pagesOf(10)).toBeLessThan(3 * 60 + 2 * 30 * 10)
    expect(new Set(conclusions)).toContain('THROTTLE')
    expect(await pagesOf(30)).toBeLessThan(2 * 30 * 30)
  })

  it('asks a network for work whose browser is another one with each request', async () => {
    const { open, clock } = start()
    const conclusions: string[] = []
    for (let page = 0; page < 800; page += 1) {
      conclusions.push(await open(page, browser['user-agent'].replaceAll('140', String(page))))
      clock.now += 10
    }
    expect(conclusions.filter((one) => one === 'ALLOW').length).toBeLessThan(700)
    expect(conclusions.at(-1)).toBe('CHALLENGE')
  })

  it('asks nobody for anything who reads, also while somebody of the same network crawls', async () => {
    const { open, clock } = start()
    const reader = browser['user-agent'].replaceAll('140', '139')
    const read: string[] = []
    for (let page = 0; page < 200; page += 1) {
      await open(page)
      await open(page + 1_000)
      read.push(await open(page, reader))
      // A page each three seconds for ten minutes, after a tab for each of twenty results.
      if (page > 20) clock.now += 3_000
    }
    expect(new Set(read)).toEqual(new Set(['ALLOW']))
  })
})
