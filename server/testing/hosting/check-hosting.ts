import { strict as assert } from 'node:assert'
import { connect as connectTls } from 'node:tls'
import { createApiClient } from '@bollard/api-client'
import { createSolver } from '@bollard/proof-of-work'
import { visit } from '../visit.ts'

/** An installation as visitors reach it. */
export interface Hosted {
  readonly urls: {
    readonly website: string
    readonly identity: string
    readonly dashboard: string
    readonly docs: string
    readonly admin: string
    readonly api: string
  }
  /** Asks those addresses as a visitor from `visitorNetwork`. */
  readonly ask: typeof fetch
  readonly visitorNetwork: RegExp
  /** Where on this machine a name is served. */
  readonly portOf: (hostname: string) => number
  /** Null where no proxy is in front: then nothing listens for plain HTTP. */
  readonly httpPort: number | null
  /** Where the product says how many forwarding headers it has ignored. */
  readonly metricsUrl: string
}
export interface Owner {
  readonly cookie: string
  readonly solutionId: string
  readonly siteKey: string
  readonly secretKey: string
}

const password = 'eleven bells across the harbour'
const email = 'operator@example.org'

/** The first administrator, with a captcha; `said` is what the product printed. Everything goes through what is in front of it. */
export async function createOwner({ urls, ask, visitorNetwork }: Hosted, said: string): Promise<Owner> {
  const token = decodeURIComponent(/first-admin\?token=([\w.~%-]+)/u.exec(said)?.[1] ?? '')
  const set: string[] = []
  const cookie = () => set.map((line) => line.split(';', 1)[0]).join('; ')
  const api = createApiClient({
    baseUrl: urls.api,
    fetch: ask,
    cookies: cookie,
    onSetCookie: (lines) => void set.push(...lines),
  })
  await api.createFirstAdmin({ firstAdminNewDto: { token, email, password, givenName: 'Olga', language: 'en' } })
  for (const line of set) assert.match(line, /; Secure/u, 'cookies are Secure')
  assert.match(set.join('\n'), /Domain=example\.org/u, 'a session reaches all sites')
  const { items } = await api.listSessions()
  assert.match(items[0]?.network ?? '', visitorNetwork, 'the session comes from the visitor, not from the proxy')
  const made = await api.createSolution({
    solutionNewDto: { type: 'CAPTCHA', label: 'Contact form', domains: ['www.example.org'] },
  })
  assert.ok(made.siteKey !== null && made.secretKey !== null)
  return { cookie: cookie(), solutionId: made.id, siteKey: made.siteKey, secretKey: made.secretKey }
}

/** A page of each site that anybody may read. */
const pages = {
  website: '/en/products/captcha',
  identity: '/en/sign-in',
  dashboard: '/en/no-such-page',
  docs: '/en',
  admin: '/en/no-such-page',
  api: '/widget.js',
}

/** Named checks of what somebody who reaches the installation through it relies on; each throws where it doesn't hold. */
export const checks: Readonly<Record<string, (hosted: Hosted, owner: Owner) => Promise<void>>> = {
  'http leads to https': async ({ httpPort, urls }) => {
    if (httpPort === null) return
    const answer = await fetch(`http://127.0.0.1:${httpPort}/en/legal?a=1`, {
      redirect: 'manual',
      headers: { host: new URL(urls.website).host },
    })
    assert.equal(answer.status, 308)
    assert.match(answer.headers.get('location') ?? '', /^https:\/\/[^/]+\/en\/legal\?a=1$/u)
  },
  'every name leads to its site, over HTTP/2 where the client speaks it': async ({ urls, ask, portOf }) => {
    for (const [site, url] of Object.entries(urls)) {
      const { hostname } = new URL(url)
      const socket = connectTls({
        port: portOf(hostname),
        host: '127.0.0.1',
        servername: hostname,
        rejectUnauthorized: false,
        ALPNProtocols: ['h2'],
      })
      const protocol = await new Promise((resolve, reject) => {
        socket.once('secureConnect', () => resolve(socket.alpnProtocol)).once('error', reject)
      })
      socket.destroy()
      assert.equal(protocol, 'h2')
      const answer = await ask(url + pages[site as keyof typeof pages])
      assert.deepEqual(
        [site, answer.status],
        [site, pages[site as keyof typeof pages].endsWith('no-such-page') ? 404 : 200],
      )
      const text = await answer.text()
      assert.ok(
        site === 'api' ? text.includes('bollard-captcha') : text.includes(`"${url}`),
        `${site} is at its own address`,
      )
    }
  },
  'another name gets no page': async ({ ask }) => {
    const status = await ask('https://elsewhere.example.org/en').then(
      (answer) => answer.status,
      () => 'refused',
    )
    assert.ok(status === 'refused' || Number(status) >= 400, String(status))
  },
  'HSTS and file expiry are said once, and files are compressed once': async ({ urls, ask }) => {
    const page = await ask(urls.website + pages.website, { headers: { 'accept-encoding': 'identity' } })
    assert.equal(page.headers.get('strict-transport-security'), 'max-age=63072000; includeSubDomains')
    const asset = /\/assets\/[\w.-]+\.(?:js|css)/u.exec(await page.text())?.[0]
    assert.ok(asset, 'the page names a file')
    const file = await ask(`${urls.website}${asset}`, { headers: { 'accept-encoding': 'br' } })
    assert.deepEqual(
      [file.status, file.headers.get('cache-control'), file.headers.get('content-encoding')],
      [200, 'public, max-age=31536000, immutable', 'br'],
    )
    await file.body?.cancel()
  },
  'what a visitor writes into forwarding headers counts nothing': async ({ urls, ask, visitorNetwork }, owner) => {
    const api = createApiClient({
      baseUrl: urls.api,
      cookies: () => owner.cookie,
      fetch: (input, init) => {
        const asked = new Request(input, init)
        asked.headers.set('x-forwarded-for', '203.0.113.9')
        asked.headers.set('x-forwarded-proto', 'http')
        return ask(asked)
      },
    })
    const { items } = await api.listSessions()
    assert.match(items[0]?.network ?? '', visitorNetwork)
  },
  'a verification passes from its start to the check of its token': async ({ urls, ask }, owner) => {
    const { siteKey, secretKey } = owner
    const solver = await createSolver({ wasm: true })
    const whole = {
      apiUrl: urls.api,
      origin: urls.website,
      siteKey,
      secretKey,
      solver,
      address: '203.0.113.77',
      fetch: ask,
    }
    const done = await visit({ ...whole, mayAnswer: async () => {} })
    assert.ok(done?.redeemed, JSON.stringify(done))
  },
  'the live view gets each event as it happens': async ({ urls, ask }, owner) => {
    const abort = new AbortController()
    const live = await ask(`${urls.dashboard}/en/solutions/${owner.solutionId}/live`, {
      headers: { cookie: owner.cookie, accept: 'text/event-stream' },
      signal: abort.signal,
    })
    assert.match(live.headers.get('content-type') ?? '', /^text\/event-stream/u)
    const reader = live.body?.getReader()
    const heard = async (wanted: RegExp) => {
      let text = ''
      while (!wanted.test(text)) {
        const late = new Promise<never>(
          (_resolve, reject) => void setTimeout(() => reject(new Error(`only "${text}" within 10 s`)), 10_000).unref(),
        )
        const part = await Promise.race([reader?.read(), late])
        if (part === undefined || part.done) throw new Error(`the stream ended after "${text}"`)
        text += Buffer.from(part.value).toString()
      }
    }
    await heard(/retry: 2000/u)
    await checks['a verification passes from its start to the check of its token']?.({ urls, ask } as Hosted, owner)
    await heard(/^data: /mu)
    abort.abort()
  },
  'a body of 2 MB is refused': async ({ urls, ask }) => {
    const sent = ask(`${urls.website}/en`, {
      method: 'POST',
      body: 'x'.repeat(2_000_000),
      headers: { origin: urls.website },
    })
    const status = await sent.then(
      (answer) => answer.status,
      () => 413,
    )
    // Caddy 2.6 stops reading, and calls that a fault of what is behind it.
    assert.ok(status === 413 || status === 502, String(status))
  },
  'forwarding headers count where a proxy wrote them, and nowhere else': async ({ metricsUrl, httpPort }) => {
    const ignored = await ignoredAt(metricsUrl)
    // Without a proxy only visitors write any, and those above did.
    assert.ok(httpPort === null ? ignored > 0 : ignored === 0, String(ignored))
  },
}

/** Requests with forwarding headers that came from no trusted proxy. */
export async function ignoredAt(metricsUrl: string): Promise<number> {
  const text = await (await fetch(`${metricsUrl}/metrics`)).text()
  const lines = [...text.matchAll(/^bollard_forwarding_headers_ignored_total(?:\{.*\})? (\d+)$/gmu)]
  return lines.reduce((sum, [, count]) => sum + Number(count), 0)
}
