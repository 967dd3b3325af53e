import { get } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  exampleIds,
  exampleMaintenance,
  examplePage,
  exampleReport,
} from '../sites/status/app/examples/example-page.ts'
import { startStatusSite } from './testing/status-pages/start-status-site.ts'

/**
 * Everything that a first visit loads: a page, its style sheet, its font and its icon. Without the owner's logo,
 * which has up to 48 KiB.
 */
const bytesMax = 60_000

let site: Awaited<ReturnType<typeof startStatusSite>>
beforeAll(async () => {
  site = await startStatusSite()
})
afterAll(() => site?.close())
let number = 0
let slug = ''
beforeEach(() => {
  // Nothing of another test is in memory.
  number += 1
  slug = `shop-${number}`
  Object.assign(site.answers, { pages: {}, hosts: {}, reports: [], subscription: null, failure: null, opened: null })
  site.asked.length = 0
})

const put = (made: Parameters<typeof examplePage>[0] = {}) =>
  (site.answers.pages[slug] = examplePage({ ...made, page: { slug, ...made.page } }))
const read = (path: string, headers: Record<string, string> = {}) =>
  fetch(site.url + path, { headers, redirect: 'manual' })

/** By another name than the installation's, as a customer's own host is asked. */
const readAs = (host: string, path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number | undefined; text: string; headers: Record<string, unknown> }>((resolve, reject) => {
    get(site.url + path, { headers: { host, ...headers } }, (response) => {
      let text = ''
      response.on('data', (chunk) => (text += String(chunk)))
      response.on('end', () => resolve({ status: response.statusCode, text, headers: response.headers }))
    }).on('error', reject)
  })

test('a visitor reads the page in their language, or the one that the address names, without a cookie or a script', async () => {
  put({ content: { reports: [exampleReport], maintenance: [exampleMaintenance] } })
  const german = await read(`/${slug}`, { 'accept-language': 'de-AT,en;q=0.5' })
  const text = await german.text()
  expect(text).toContain('<html lang="de" dir="ltr">')
  expect(text).toContain('Alle Dienste funktionieren')
  expect(text).toContain('Orders are slow')
  expect(text).not.toContain('<script')
  expect(german.headers.getSetCookie()).toEqual([])
  expect(german.headers.get('content-security-policy')).toMatch(
    /script-src 'none'; style-src 'self' 'sha256-\S+';.*frame-ancestors 'none'/u,
  )
  expect(await (await read(`/${slug}?lang=fr`, { 'accept-language': 'de' })).text()).toContain(
    'Tous les services fonctionnent',
  )
})

test('what an owner writes stays text, and colours and logos are nothing else', async () => {
  const attack = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
  const made = put({
    page: {
      name: attack,
      logo: `data:image/svg+xml;base64,${btoa(attack)}`,
      colors: { light: `red}${attack}`, dark: null },
    },
  })
  made.content.announcement = attack
  made.content.description = attack
  made.content.groups[0] = {
    name: attack,
    components: made.content.groups[0]?.components.map((one) => ({ ...one, name: attack, description: attack })) ?? [],
  }
  made.content.reports = [
    {
      ...exampleReport,
      title: attack,
      updates: [{ at: exampleReport.startedAt, correctedAt: null, stage: 'IDENTIFIED', text: attack, impacts: [] }],
    },
  ]
  made.content.maintenance = [{ ...exampleMaintenance, title: attack }]
  for (const path of [
    '',
    '?lang=de',
    '/subscribe',
    `/reports/${exampleReport.id}`,
    '/feed.rss',
    '/feed.atom',
    '/badge/status.svg',
    '/embed',
    '/embed.js',
  ])
    expect(await (await read(`/${slug}${path}`)).text(), path).not.toMatch(/<script>|<img src=x/u)
  expect((await read(`/${slug}/logo`)).status).toBe(404)
  const style = /<style[^>]*>([^<]*)/u.exec(await (await read(`/${slug}`)).text())?.[1]
  expect(style).toBe('html:root{--accent:light-dark(#17181a,#f3f1ec)}')
})

test('a logo leaves as the picture that it is', async () => {
  put({ page: { logo: `data:image/png;base64,${btoa('picture')}` } })
  const logo = await read(`/${slug}/logo`)
  expect([logo.headers.get('content-type'), logo.headers.get('x-content-type-options'), await logo.text()]).toEqual([
    'image/png',
    'nosniff',
    'picture',
  ])
})

test('the same page is sent from memory and confirmed, and made anew once its version is another', async () => {
  put()
  const first = await read(`/${slug}`)
  const etag = first.headers.get('etag') ?? ''
  await first.text()
  const again = await read(`/${slug}`, { 'if-none-match': etag })
  expect([again.status, await again.text()]).toEqual([304, ''])
  const feed = await read(`/${slug}/feed.atom`)
  expect((await read(`/${slug}/feed.atom`, { 'if-none-match': feed.headers.get('etag') ?? '' })).status).toBe(304)
  expect(site.asked).toEqual([`GET /monitoring/v1/status-pages/${slug}`])
})

test('while the service is away pages are answered from memory, and a page that nobody has read says so without blaming its services', async () => {
  put()
  await read(`/${slug}`)
  site.answers.failure = 503
  expect((await read(`/${slug}`)).status).toBe(200)
  const unread = await read('/never-read')
  expect([unread.status, unread.headers.get('cache-control')]).toEqual([503, 'no-store'])
  expect(await unread.text()).toContain('That says nothing about the services')
})

test('what does not exist is a real 404, in the language of the visitor', async () => {
  put()
  const paths = [
    '/nothing',
    '/Not-a-slug',
    '/@status.example',
    `/${slug}/nothing`,
    `/${slug}/reports/${exampleIds.report}`,
    `/${slug}/reports/1`,
  ]
  paths.push(
    `/${slug}/history?month=2026-13`,
    `/${slug}/history?month=2031-01`,
    `/${slug}/badge/nothing.svg`,
    `/${slug}/badge/toString`,
    `/${slug}/components/1/badge/status.svg`,
  )
  for (const path of paths) expect((await read(path)).status, path).toBe(404)
  expect(await (await read('/nothing', { 'accept-language': 'es' })).text()).toContain('Esta página no existe')
})

test('a page on its own host has its addresses at the root; a host that shows none is told so', async () => {
  put({ content: { reports: [exampleReport] } })
  site.answers.hosts['status.customer.example'] = slug
  const own = await readAs('status.customer.example:1234', '/')
  expect(own.status).toBe(200)
  expect(own.text).toContain(`href="/reports/${exampleReport.id}"`)
  const { port } = new URL(site.url)
  const feed = await readAs('status.customer.example:1234', '/feed.atom')
  // What a client writes behind the name decides nothing: the answer is kept for others.
  expect(feed.text).toContain(`<id>https://status.customer.example:${port}/</id>`)
  expect((await readAs('other.example', '/')).status).toBe(404)
  // The installation's captcha works on its own hosts only.
  const form = await readAs('status.customer.example', '/subscribe?lang=de')
  const address = '/@status.customer.example/subscribe?lang=de'
  expect([form.status, form.headers['location']]).toEqual([303, `http://localhost:${port}${address}`])
  const shown = await (await read(address)).text()
  expect(shown).toContain(`href="http://status.customer.example:${port}/history?lang=de"`)
  expect(shown).toContain('name="destination"')
  for (const text of [own.text, shown]) expect(text, 'the slug is told nowhere').not.toContain(slug)
  for (const path of ['', '/history', '/feed.rss', '/subscribe.data'])
    expect((await read(`/@status.customer.example${path}`)).status, path).toBe(404)
  expect((await readAs('status.customer.example', `/@other.example`)).status).toBe(404)
  expect((await readAs('evil_name', '/')).status).toBe(421)
})

test('a locked page shows its face and asks for the password; the pass is a cookie of this page alone, and nothing of it is kept', async () => {
  const behind = put({ page: { name: 'Behind' } })
  site.answers.pages[slug] = { ...behind, name: 'Locked', content: null }
  const locked = await read(`/${slug}`)
  expect([locked.status, locked.headers.get('location')]).toEqual([302, `/${slug}/unlock`])
  for (const path of ['/history', '/feed.rss', '/status.json', '/embed', '/badge/status.svg', '/subscribe'])
    expect((await read(`/${slug}${path}`)).headers.get('location'), path).toBe(`/${slug}/unlock`)
  const send = (origin: string) =>
    fetch(`${site.url}/${slug}/unlock`, {
      method: 'POST',
      body: new URLSearchParams({ password: 'open sesame' }),
      headers: { origin },
      redirect: 'manual',
    })
  const own = `http://localhost:${new URL(site.url).port}`
  expect((await send('https://evil.example')).status).toBe(400)
  const wrong = await send(own)
  expect([wrong.status, wrong.headers.getSetCookie()]).toEqual([401, []])
  expect(await wrong.text()).toContain('This isn’t the password of the page.')
  site.answers.opened = { pass: 'pass-1', page: behind }
  const right = await send(own)
  expect([right.status, right.headers.get('location')]).toEqual([303, `/${slug}`])
  const [cookie = ''] = right.headers.getSetCookie()
  expect(cookie).toBe(
    `status-pass-${slug}=pass-1; Path=/${slug}; Expires=Thu, 01 Jan 2099 00:00:00 GMT; HttpOnly; SameSite=Lax`,
  )
  const opened = await read(`/${slug}`, { cookie: `status-pass-${slug}=pass-1` })
  expect(await opened.text()).toContain('All services work')
  expect([opened.headers.get('cache-control'), opened.headers.get('access-control-allow-origin')]).toEqual([
    'private, no-cache',
    null,
  ])
  expect((await read(`/${slug}`)).status).toBe(302)
  expect((await read(`/${slug}`, { cookie: `status-pass-${slug}=guess` })).status).toBe(302)
})

test('a visitor who has given the password on the own host of a page takes the pass along to the form, in no address', async () => {
  const behind = put({ page: { name: 'Behind' } })
  site.answers.pages[slug] = { ...behind, content: null }
  site.answers.hosts['locked.customer.example'] = slug
  site.answers.opened = { pass: 'pass-1', page: behind }
  const origin = `http://localhost:${new URL(site.url).port}`
  const asked = await readAs('locked.customer.example', '/subscribe')
  expect([asked.status, asked.headers['location']]).toEqual([302, '/unlock'])
  const held = { cookie: 'status-pass-lockedcustomerexample=pass-1' }
  const over = await readAs('locked.customer.example', '/subscribe', held)
  expect(over.text).toContain(`action="${origin}/@locked.customer.example/pass"`)
  expect(over.text).toContain('name="pass" value="pass-1"')
  expect(over.headers).toMatchObject({ 'cache-control': 'no-store' })
  expect(over.headers['content-security-policy']).toContain(`form-action 'self' ${origin};`)
  const bring = async (pass: string) => {
    const body = new URLSearchParams({ pass })
    // From another origin, as a browser says.
    const from = { origin: 'http://locked.customer.example' }
    const answer = await fetch(`${origin}/@locked.customer.example/pass`, {
      method: 'POST',
      body,
      headers: from,
      redirect: 'manual',
    })
    return [answer.status, answer.headers.get('location'), ...answer.headers.getSetCookie()]
  }
  const there = '/@locked.customer.example/subscribe'
  const cookie = 'status-pass-lockedcustomerexample=pass-1'
  expect(await bring('pass-1')).toEqual([
    303,
    there,
    `${cookie}; Path=/@locked.customer.example; HttpOnly; SameSite=Lax`,
  ])
  expect(await bring('guess')).toEqual([303, there])
  expect(await bring('a;Domain=localhost')).toEqual([303, there])
  expect((await read('/@locked.customer.example/pass')).status).toBe(404)
  const form = await read(there, { cookie })
  expect(await form.text()).toContain('name="destination"')
  expect((await read(there)).headers.get('location')).toBe('/@locked.customer.example/unlock')
  const sent = await fetch(origin + there, {
    method: 'POST',
    body: new URLSearchParams({ destination: 'ada@example.org' }),
    headers: { origin, cookie },
    redirect: 'manual',
  })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, `${there}?sent=`])
})

test('a page for some networks is never answered from the copy of another visitor, nor kept by anybody on the way', async () => {
  put({ page: { forEverybody: false } })
  const answer = await read(`/${slug}`)
  expect(answer.headers.get('cache-control')).toBe('private, no-cache')
  await read(`/${slug}`)
  delete site.answers.pages[slug]
  expect((await read(`/${slug}/status.json`)).headers.get('access-control-allow-origin')).toBeNull()
})

test('only the embed may be framed, only the form with a captcha may run something, and search engines stay out where asked', async () => {
  put({ page: { noindex: true }, content: { subscribing: { open: true, siteKey: 'site-key' } } })
  const policyOf = async (path: string) => (await read(`/${slug}${path}`)).headers.get('content-security-policy') ?? ''
  expect(await policyOf('/embed')).toContain('frame-ancestors *')
  expect(await policyOf('/embed')).toContain(`script-src 'none'`)
  expect(await policyOf('/subscribe')).toMatch(/script-src 'nonce-\S+' 'strict-dynamic'.*frame-ancestors 'none'/u)
  expect(await (await read(`/${slug}`)).text()).toContain('<meta name="robots" content="noindex"/>')
})

test('opening the link of a message changes nothing; a press confirms, another one ends, and then the link leads nowhere', async () => {
  const components = ['1', '2'].map((id) => ({ id, name: `Part ${id}` }))
  const of = { slug: 'shop', host: null, name: 'Shop', components }
  const subscription = { page: of, channel: 'EMAIL', destination: 'ada@example.org', componentIds: [] } as const
  site.answers.subscription = { ...subscription, componentIds: [], state: 'PENDING', language: 'de' }
  const link = `/subscription/${'a'.repeat(43)}`
  const opened = await read(link)
  const text = await opened.text()
  expect(text).toContain('Abonnement bestätigen')
  expect(text).toContain('<meta name="robots" content="noindex"/>')
  expect([opened.headers.get('cache-control'), site.asked.every((call) => call.startsWith('GET '))]).toEqual([
    'no-store',
    true,
  ])
  const press = async (what: string) => {
    const headers = { origin: `http://localhost:${new URL(site.url).port}` }
    const answer = await fetch(site.url + link, { method: 'POST', body: new URLSearchParams({ do: what }), headers })
    return [answer.status, /<h1[^>]*>([^<]*)/u.exec(await answer.text())?.[1]]
  }
  expect(await press('confirm')).toEqual([200, 'Ihr Abonnement ist bestätigt'])
  expect((await press('everything'))[0]).toBe(404)
  expect((await press('end'))[0]).toBe(200)
  expect(await (await read(link)).text()).toContain('There is no subscription here')
})

test('the address of the installation says what it is for and names no page', async () => {
  put()
  await read(`/${slug}`)
  const home = await (await read('/')).text()
  expect(home).toContain('Organizations show here whether their services work.')
  expect(home).not.toContain(slug)
})

test('a page of two hundred components with a year of posts, and with charts, has at most 60 kB with everything that it loads', async () => {
  put({ components: 200, days: 365, responseTimes: true, content: { reports: Array(20).fill(exampleReport) } })
  const page = await sizeOf(`/${slug}`)
  const files = [...page.text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/gu)].map(([, path = '']) => path)
  expect(files.some((path) => path.endsWith('.css'))).toBe(true)
  expect(files.filter((path) => path.endsWith('.js'))).toEqual([])
  const sizes = await Promise.all([...new Set(files)].map((path) => sizeOf(path)))
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, page.bytes)
  expect(total).toBeLessThanOrEqual(bytesMax)
})

/** As it comes over the wire. */
function sizeOf(path: string): Promise<{ bytes: number; text: string }> {
  return new Promise((resolve, reject) => {
    get(site.url + path, { headers: { 'accept-encoding': 'br' } }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => (bytes += chunk.length))
      response.on('end', () => {
        read(path).then(async (plain) => resolve({ bytes, text: await plain.text() }), reject)
      })
    }).on('error', reject)
  })
}
