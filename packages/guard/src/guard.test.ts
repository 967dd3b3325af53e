import { createHash } from 'node:crypto'
import { createMemoryStore, guardStore } from '@bollard/limits'
import { describe, expect, it } from 'vitest'
import { textsFor } from './page/texts.ts'
import { asForm, browser, fieldOf, fileOf, policyOf, type RunningGuard, startGuard } from './testing/start-guard.ts'

const always = fileOf('      - { name: all, mode: LIVE, challenge: ALWAYS }')
const elsewhere = { 'x-forwarded-for': '198.51.100.9' }

const limited = (limiter: string, more = '') =>
  fileOf(
    `      - { name: all, mode: LIVE, limiters: [a]${more} }`,
    `limiters: [{ id: a, mode: LIVE, key: [{ from: network }], ${limiter} }]
captcha: { api: "https://captcha.example.org", siteKey: bsk_0123456789012345678901, secretKey: bsec_a }`,
  )
const twoAMinute = 'limit: { kind: FIXED_WINDOW, limit: 2, windowMs: 60000 }'

/** Solves the challenge of a page and answers the cookie that comes of it. */
async function solve(running: RunningGuard, page: string, headers: Record<string, string> = {}): Promise<string> {
  const body = `ticket=${fieldOf(page, 'ticket')}&bollard-response=token`
  const got = await running.ask('/.well-known/bollard/pass', {
    method: 'POST',
    headers: { ...asForm, ...headers },
    body,
  })
  return got.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
}

describe('a challenge', () => {
  it('stands at the address that was asked for, and a solved one leads there with a pass of the host', async () => {
    await using running = await startGuard(always)
    const page = await running.ask('/shop?a=1&b=%22')
    expect(page.status).toBe(403)
    // By this those who monitor the site tell it from the content.
    expect([
      page.headers.get('bollard-mitigated'),
      page.body.includes('<meta name="bollard-mitigated" content="challenge"'),
    ]).toEqual(['challenge', true])
    expect(page.body).toMatch(
      /<bollard-captcha\s+sitekey="bsk_0123456789012345678901"\s+action="gateway"\s+language="en"/u,
    )
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'bollard-decision': running.reports[0]?.decision.id,
    })
    expect(page.body).toContain(running.reports[0]?.decision.id)
    expect(running.arrived).toEqual([])

    const body = `ticket=${fieldOf(page.body, 'ticket')}&bollard-response=token`
    const got = await running.ask('/.well-known/bollard/pass', { method: 'POST', headers: asForm, body })
    expect([got.status, got.headers.get('location')]).toEqual([303, '/shop?a=1&b=%22'])
    expect(got.headers.get('set-cookie')).toMatch(
      /^__Host-bollard-pass=\S+; Path=\/; Max-Age=14400; HttpOnly; SameSite=Lax; Secure$/u,
    )
    expect(running.captcha.asked).toEqual([
      { token: 'token', action: 'gateway', host: 'shop.example', address: '192.0.2.7' },
    ])

    const cookie = got.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
    expect(await running.ask('/shop', { headers: { cookie } })).toMatchObject({ status: 200, body: 'content' })
    expect(running.reports.map(({ decision }) => decision.parts.at(-1)?.state)).toEqual(['RUN', 'CACHED'])
    running.clock.now += 240 * 60_000
    expect((await running.ask('/shop', { headers: { cookie } })).status).toBe(403)
  })

  it('is told to programs as a problem, to people in their language, and runs nothing but the widget', async () => {
    await using running = await startGuard(always)
    const problem = await running.ask('/', { headers: { accept: '*/*' } })
    expect(problem.headers.get('content-type')).toBe('application/problem+json')
    expect(JSON.parse(problem.body)).toMatchObject({
      status: 403,
      code: 'challenge-needed',
      decision: problem.headers.get('bollard-decision'),
    })
    expect((await running.ask('/', { headers: { 'sec-fetch-dest': 'empty' } })).body).toContain('challenge-needed')
    for (const [wanted, title] of [
      ['de-AT', 'Ihr Browser wird geprüft'],
      ['fr', 'Vérification de votre navigateur'],
      ['es', 'Comprobando tu navegador'],
      ['it', 'Controllo del browser'],
      ['xx', 'Checking your browser'],
    ])
      expect((await running.ask('/', { headers: { 'accept-language': wanted ?? '' } })).body).toContain(
        `<h1>${title}</h1>`,
      )
    const policy = (await running.ask('/')).headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'; script-src https://captcha.example.org 'sha256-")
    expect(policy).not.toMatch(/unsafe|\*/u)
    const { body } = await running.ask('/')
    const inline = [...body.matchAll(/<(?:style|script)>([^<]*)<\/(?:style|script)>/gu)].map(([, text = '']) => text)
    expect(inline).toHaveLength(2)
    for (const text of inline) expect(policy).toContain(createHash('sha256').update(text).digest('base64'))
  })

  it('in place of a sent form says that it has to be sent again', async () => {
    await using running = await startGuard(always)
    const headers = { referer: 'https://shop.example/contact?x=1', ...asForm }
    const page = await running.ask('/send', { method: 'POST', headers, body: 'a=1' })
    expect(page.body).toContain('send it again')
    const body = `ticket=${fieldOf(page.body, 'ticket')}&bollard-response=token`
    const got = await running.ask('/.well-known/bollard/pass', { method: 'POST', headers: asForm, body })
    expect([got.status, got.body.includes('href="/contact?x=1"')]).toEqual([200, true])
    expect(got.headers.get('set-cookie')).toContain('__Host-bollard-pass=')
  })

  it('that was not solved stands there again, and one that is over begins anew', async () => {
    await using running = await startGuard(always)
    const page = await running.ask('/shop')
    running.captcha.answer = 'REFUSED'
    const body = `ticket=${fieldOf(page.body, 'ticket')}&bollard-response=token`
    const post = (text: string) =>
      running.ask('/.well-known/bollard/pass', { method: 'POST', headers: asForm, body: text })
    const again = await post(body)
    expect([again.status, again.body.includes('role="alert"'), again.headers.has('set-cookie')]).toEqual([
      403,
      true,
      false,
    ])
    // Without a token nobody is asked, and the page doesn't send itself, or it would run in circles.
    expect((await post(`ticket=${fieldOf(again.body, 'ticket')}`)).body).not.toContain('requestSubmit')
    expect(running.captcha.asked).toHaveLength(1)
    running.captcha.answer = 'PASSED'
    running.clock.now += 16 * 60_000
    for (const text of [body, 'ticket=forged&bollard-response=token', '', 'x'.repeat(20_000)])
      expect((await post(text)).status).toBe(403)
    expect(running.captcha.asked).toHaveLength(1)
    expect(running.passed).toEqual(['REFUSED', 'REFUSED', 'EXPIRED', 'EXPIRED', 'EXPIRED', 'EXPIRED'])
  })

  it('never leads to another host', async () => {
    await using running = await startGuard(always)
    for (const target of ['//evil.example/a', '/\\evil.example/a', '///evil.example']) {
      const page = await running.ask(target)
      const body = `ticket=${fieldOf(page.body, 'ticket')}&bollard-response=token`
      const got = await running.ask('/.well-known/bollard/pass', { method: 'POST', headers: asForm, body })
      expect(got.headers.get('location')).toMatch(/^\/evil\.example/u)
    }
    const sent = await running.ask('/send', {
      method: 'POST',
      headers: { referer: 'https://evil.example/x', ...asForm },
      body: 'a',
    })
    expect(await solve(running, sent.body)).not.toBe('')
  })

  it('can be waited out without scripts, once for a ticket and three times an hour for a network', async () => {
    await using running = await startGuard(always)
    const wait = async () => {
      const page = await running.ask('/shop')
      const body = `ticket=${fieldOf(page.body, 'ticket')}`
      const waiting = await running.ask('/.well-known/bollard/wait', { method: 'POST', headers: asForm, body })
      return /url=([^"]*)"/u.exec(waiting.body)?.[1] ?? ''
    }
    const first = await wait()
    expect((await running.ask(first)).status).toBe(403)
    running.clock.now += 20_000
    expect((await running.ask(first, { headers: elsewhere })).status).toBe(403)
    const got = await running.ask(first)
    expect([got.status, got.headers.get('location')]).toEqual([303, '/shop'])
    expect((await running.ask(first)).headers.has('set-cookie')).toBe(false)
    const cookie = got.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
    expect((await running.ask('/shop', { headers: { cookie } })).status).toBe(200)
    for (const status of [303, 303, 429]) {
      const next = await wait()
      running.clock.now += 20_000
      expect((await running.ask(next)).status).toBe(status)
    }
  })
})

describe('a pass', () => {
  it('is good for its network, browser and host alone, and no other text is one', async () => {
    await using running = await startGuard(always)
    const cookie = await solve(running, (await running.ask('/')).body)
    const status = async (headers: Record<string, string>) =>
      (await running.ask('/', { headers: { cookie, ...headers } })).status
    expect(await status({})).toBe(200)
    expect(await status({ 'x-forwarded-for': '192.0.2.200' })).toBe(200)
    expect(await status(elsewhere)).toBe(403)
    expect(await status({ 'user-agent': `${browser['user-agent']} x` })).toBe(403)
    // What a browser got by HTTPS is nothing that came without.
    expect(await status({ 'x-forwarded-proto': 'http' })).toBe(403)
    expect(await status({ cookie: `${cookie.slice(0, -2)}AA` })).toBe(403)
    expect(await status({ cookie: '__Host-bollard-pass=1.e30.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' })).toBe(403)
    const page = await running.ask('/')
    expect(await status({ cookie: `__Host-bollard-pass=${fieldOf(page.body, 'ticket')}` })).toBe(403)
  })

  it('needs no cookie where the owner wants none, for a few minutes', async () => {
    await using running = await startGuard(always.replace('ALWAYS', 'ALWAYS, pass: { cookies: false }'))
    expect(await solve(running, (await running.ask('/')).body)).toBe('')
    expect((await running.ask('/')).status).toBe(200)
    expect((await running.ask('/', { headers: elsewhere })).status).toBe(403)
    running.clock.now += 10 * 60_000
    expect((await running.ask('/')).status).toBe(403)
  })

  it('lives on when the file changes, and so do counts', async () => {
    await using running = await startGuard(limited(twoAMinute))
    await running.ask('/')
    running.guard.configure(policyOf(`trustedProxies: [127.0.0.1]\n${limited(twoAMinute, ', challenge: ALWAYS')}`))
    const cookie = await solve(running, (await running.ask('/')).body)
    expect((await running.ask('/', { headers: { cookie } })).status).toBe(429)
    running.clock.now += 60_000
    expect((await running.ask('/', { headers: { cookie } })).status).toBe(200)
  })
})

describe('what a visitor sends', () => {
  it('never passes as what only the gateway says', async () => {
    await using running = await startGuard(fileOf('      - { name: a, paths: [/a], mode: LIVE }'))
    const forged = {
      'bollard-decision': 'x',
      'bollard-conclusion': 'ALLOW',
      'bollard-bot': 'Googlebot',
      'bollard-probe': 'x',
      Bollard_Bot: 'x',
    }
    for (const path of ['/a', '/b']) await running.ask(path, { headers: { ...forged, 'user-agent': 'Googlebot/2.1' } })
    const [decided, undecided] = running.arrived
    expect(decided?.headers).toMatchObject({
      'bollard-decision': running.reports[0]?.decision.id,
      'bollard-conclusion': 'ALLOW',
    })
    for (const name of ['bollard-bot', 'bollard-probe', 'bollard_bot'])
      expect(decided?.headers).not.toHaveProperty(name)
    for (const name of Object.keys(forged)) expect(undecided?.headers).not.toHaveProperty(name.toLowerCase())
  })

  it('tells no address of its own where the connection is no declared proxy', async () => {
    await using running = await startGuard(limited(twoAMinute), { gateway: { trustedProxies: [] } })
    const statuses = []
    for (const address of ['1.1.1.1', '2.2.2.2', '3.3.3.3'])
      statuses.push((await running.ask('/', { headers: { 'x-forwarded-for': address } })).status)
    expect(statuses).toEqual([200, 200, 429])
  })

  it('below the gateway’s own folder never reaches the site', async () => {
    await using running = await startGuard(fileOf('      - name: all'))
    for (const path of [
      '/.well-known/bollard',
      '/.well-known/bollard/x',
      '/.well-known//bollard/pass',
      '/%2ewell-known/bollard/x',
    ])
      expect((await running.ask(path)).status, path).toBe(404)
    expect(running.arrived).toEqual([])
  })
})

describe('a limit', () => {
  it('is told in header fields, and refuses people with a page and programs with a problem', async () => {
    await using running = await startGuard(limited(twoAMinute))
    const first = await running.ask('/')
    expect(first.headers.get('ratelimit')).toMatch(/^"a";r=1;t=\d+$/u)
    await running.ask('/')
    const page = await running.ask('/')
    expect([page.status, page.headers.get('retry-after')]).toEqual([429, '60'])
    expect(page.body).toContain('Try again in 60 seconds.')
    const problem = await running.ask('/', { headers: { accept: 'application/json' } })
    expect(JSON.parse(problem.body)).toMatchObject({ status: 429, code: 'rate-limited', retryAfter: 60 })
  })

  it('is told to people in seconds, minutes or hours', () => {
    expect([1, 120, 925, 7_200, 40_000].map((seconds) => textsFor('en').retryIn(seconds))).toEqual([
      'Try again in 1 second.',
      'Try again in 120 seconds.',
      'Try again in 16 minutes.',
      'Try again in 120 minutes.',
      'Try again in 12 hours.',
    ])
    expect(['de', 'fr', 'es', 'it'].map((language) => textsFor(language).retryIn(925))).toEqual([
      'Versuchen Sie es in 16 Minuten noch einmal.',
      'Réessayez dans 16 minutes.',
      'Inténtalo de nuevo en 16 minutos.',
      'Riprova tra 16 minuti.',
    ])
  })

  it('of what runs at the same time ends with the answer', async () => {
    const open = Promise.withResolvers<void>()
    const file = limited('limit: { kind: CONCURRENCY, limit: 1, leaseMs: 60000 }')
    const listener = (_request: unknown, response: { end(text: string): void }) =>
      void open.promise.then(() => response.end('late'))
    await using running = await startGuard(file, { gateway: { listener } })
    const first = running.ask('/')
    await expect.poll(() => running.arrived.length).toBe(1)
    expect((await running.ask('/')).status).toBe(429)
    open.resolve()
    expect((await first).status).toBe(200)
    expect((await running.ask('/')).status).toBe(200)
  })

  it('that counts failures gives back what the site answered well', async () => {
    let status = 200
    const file = limited(`${twoAMinute}, counts: AFTER_FAILURE`)
    const listener = (_request: unknown, response: { writeHead(code: number): { end(): void } }) =>
      void response.writeHead(status).end()
    await using running = await startGuard(file, { gateway: { listener } })
    const ask = async () => (await running.ask('/')).status
    expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 200])
    status = 401
    expect([await ask(), await ask(), await ask()]).toEqual([401, 401, 429])
  })

  it('with a ladder asks for work first, and a solved challenge counts for one request', async () => {
    await using running = await startGuard(limited(`${twoAMinute.replace('limit: 2', 'limit: 4')}, ladder: USUAL`))
    const statuses = []
    let page = ''
    for (let index = 0; index < 6; index += 1) {
      const got = await running.ask('/')
      statuses.push(got.status)
      page = got.body
    }
    expect(statuses).toEqual([200, 200, 200, 200, 403, 403])
    const cookie = await solve(running, page)
    expect((await running.ask('/', { headers: { cookie } })).status).toBe(200)
    expect((await running.ask('/', { headers: { cookie } })).status).toBe(403)
  })

  it('does what its owner chose while the store is away, and nothing answers 500', async () => {
    const fail = () => Promise.reject(new Error('away'))
    const away = { take: fail, giveBack: fail, stand: fail, keep: fail, takeOut: fail }
    for (const [outage, statuses] of [
      ['OPEN', [200, 200, 200]],
      ['CLOSED', [429, 429, 429]],
      ['LOCAL', [200, 200, 429]],
    ] as const) {
      const store = guardStore(away, { local: createMemoryStore({ keysMax: 100 }) })
      await using running = await startGuard(limited(`${twoAMinute}, outage: ${outage}`), { store })
      const found = []
      for (let index = 0; index < 3; index += 1) found.push((await running.ask('/')).status)
      expect([outage, ...found]).toEqual([outage, ...statuses])
      const [first] = running.reports
      expect(first?.decision.reasons.map(({ code }) => code)).toContain(
        { OPEN: 'store-away-open', CLOSED: 'store-away-closed', LOCAL: 'counted-by-one-process' }[outage],
      )
    }
  })

  it('in dry run is told to its owner and to nobody else', async () => {
    await using running = await startGuard(limited(twoAMinute).replace('mode: LIVE', 'mode: DRY_RUN'))
    for (let index = 0; index < 3; index += 1) {
      const got = await running.ask('/')
      expect([got.status, got.headers.has('ratelimit')]).toEqual([200, false])
    }
    expect(running.reports.map(({ wouldBe }) => wouldBe)).toEqual(['ALLOW', 'ALLOW', 'THROTTLE'])
  })
})

describe('the captcha away', () => {
  it('lets requests pass or refuses them, as its owner chose, and always says so', async () => {
    await using running = await startGuard(always)
    running.captcha.isAway = true
    expect((await running.ask('/')).status).toBe(200)
    expect(running.reports[0]?.decision).toMatchObject({ conclusion: 'ALLOW', failedOpen: true })
    running.guard.configure(policyOf(`trustedProxies: [127.0.0.1]\n${always}  whenAway: REFUSE`))
    const page = await running.ask('/')
    running.captcha.answer = 'AWAY'
    expect([page.status, await solve(running, page.body)]).toEqual([403, ''])
    expect(running.passed).toEqual(['UNAVAILABLE'])
  })
})

describe('a program', () => {
  const file = fileOf(
    '      - { name: all, mode: LIVE, challenge: ALWAYS, programs: { AI_TRAINING: DENY, SEARCH: ALLOW } }',
  )

  it('that is not wanted is denied by its name, and no name alone opens anything', async () => {
    await using running = await startGuard(file)
    expect((await running.ask('/', { headers: { 'user-agent': 'GPTBot/1.2' } })).body).toContain('Access blocked')
    expect((await running.ask('/', { headers: { 'user-agent': 'Googlebot/2.1' } })).status).toBe(403)
  })

  it('that has proved who it is passes, and the site is told', async () => {
    const identify = async () => ({ name: 'Googlebot', purpose: 'SEARCH', verified: true }) as const
    await using running = await startGuard(file, { identify })
    expect((await running.ask('/')).status).toBe(200)
    expect(running.arrived[0]?.headers['bollard-bot']).toBe('Googlebot')
  })

  it('that proves to be somebody else is denied where its purpose is named, and nowhere else', async () => {
    const identify = () => ({ name: 'Googlebot', purpose: 'SEARCH', verified: false, isSpoofed: true }) as const
    await using running = await startGuard(file, { identify })
    expect((await running.ask('/')).body).toContain('Access blocked')
    await using open = await startGuard(fileOf('      - { name: all, mode: LIVE }'), { identify })
    expect((await open.ask('/')).status).toBe(200)
  })

  it('that is verified falls into no trap', async () => {
    const identify = () => ({ name: 'Googlebot', purpose: 'SEARCH', verified: true }) as const
    await using running = await startGuard(fileOf('      - { name: all, mode: LIVE }'), { identify })
    expect((await running.ask('/hidden/a')).status).toBe(200)
    expect((await running.ask('/')).status).toBe(200)
    expect(running.guard.figures().trapped).toBe(0)
  })

  it('that is suspicious is challenged, and browsers and feed readers are not', async () => {
    await using running = await startGuard(fileOf('      - { name: all, mode: LIVE, challenge: SUSPICIOUS }'))
    const status = async (path: string, headers: Record<string, string>) =>
      (await running.ask(path, { headers })).status
    expect(await status('/', {})).toBe(200)
    expect(await status('/', { 'user-agent': 'python-requests/2.32' })).toBe(403)
    expect(await status('/', { 'accept-language': '' })).toBe(403)
    expect(await status('/feed.xml', { 'user-agent': 'FreshRSS/1.24', accept: '*/*' })).toBe(200)
  })

  it('that follows a link which nobody sees is denied, and challenged from then on', async () => {
    await using running = await startGuard(fileOf('      - { name: all, mode: LIVE }'))
    expect((await running.ask('/')).status).toBe(200)
    expect((await running.ask('/hidden/a')).body).toContain('Access blocked')
    const page = await running.ask('/')
    expect(page.status).toBe(403)
    const found = running.reports.at(-1)?.decision.parts.find(({ part }) => part === 'trap')
    expect([found?.state, found?.finding?.reasons[0]?.code]).toEqual(['CACHED', 'trapped-before'])
    const cookie = await solve(running, page.body)
    expect((await running.ask('/', { headers: { cookie } })).status).toBe(200)
  })

  it('of the owner’s own monitoring passes, and is told apart', async () => {
    await using running = await startGuard(always, { isProbe: ({ headers }) => headers['bollard-probe'] === 'proof' })
    expect((await running.ask('/', { headers: { 'bollard-probe': 'proof' } })).status).toBe(200)
    expect([running.reports[0]?.isProbe, running.arrived[0]?.headers['bollard-probe']]).toEqual([true, undefined])
    expect((await running.ask('/', { headers: { 'bollard-probe': 'wrong' } })).status).toBe(403)
  })
})
