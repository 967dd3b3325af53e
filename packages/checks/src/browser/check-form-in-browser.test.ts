import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { makeTestFolder } from '@bollard/testing'
import { createProbePasses, probePassKey } from '@bollard/visitor-credentials/probe-pass'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import type { CheckOptions, FormHelp, FormTarget } from '../check.ts'
import { makeBrowserProgram } from '../testing/make-browser-program.ts'
import { check, open, serveHttp } from '../testing/start-servers.ts'

// With the real widget, captcha and heartbeat: `server/form-monitoring.test.ts`. Here a page stands in for the widget, and attacks.

const folder = await makeTestFolder({ onDisk: true })
afterAll(() => folder.remove())
process.env['SECRET_OF_OURS'] = 'nothing for browsers'
const browser = await makeBrowserProgram(folder.path)
const given = () => readFileSync(join(folder.path, 'env'), 'utf8')
/** Whether the profile of the last browser is there. */
const isProfileLeft = () => existsSync(/^HOME=(.*)$/mu.exec(given())?.[1] ?? '/')
const html = { 'content-type': 'text/html; charset=utf-8' }
const patience = { timeout: 60_000 }

/** Stands in for the widget: asks the captcha once, and puts what it answers into the form. */
const widget = (captchaUrl: string) => `<i data-sitekey="bsk_test"></i><script>
  fetch('${captchaUrl}/captcha/v1/verifications', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' })
    .then((answer) => answer.text())
    .then((token) => { document.querySelector('[name=bollard-response]').value = token })
</script>`

interface World {
  readonly help: FormHelp
  readonly asked: { readonly pass: unknown; readonly body: string }[]
  readonly sent: { readonly url: string | undefined; readonly body: string; readonly agent: string | undefined }[]
  readonly options: CheckOptions
  readonly url: string
}
/** A captcha, and a site whose page has so much in and around its form. */
async function makeWorld({ inner = '', around = '', answer = 'Thank you.', status = 200 } = {}): Promise<World> {
  const asked: World['asked'] = []
  const sent: World['sent'] = []
  const captchaUrl = await serveHttp(async (request, response) => {
    asked.push({ pass: request.headers['bollard-probe-pass'], body: await text(request) })
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end('token-of-captcha')
  })
  const help: FormHelp = {
    captchaUrl,
    passFor: async () => 'pass',
    solve: async () => '',
    lastSignal: async () => null,
  }
  const url = await serveHttp(async (request, response) => {
    if (request.method === 'POST') {
      sent.push({ url: request.url, body: await text(request), agent: request.headers['user-agent'] })
      response.writeHead(status, html).end(answer)
      return
    }
    response.writeHead(200, html).end(`<!doctype html><form method=post action=/form>${inner}
      <input type=hidden name=bollard-response>${widget(captchaUrl)}<button>Send</button></form>${around}`)
  })
  return { help, asked, sent, url, options: { ...open, browser, form: help } }
}
const run = (world: World, target: Partial<FormTarget> = {}, more: CheckOptions = world.options) =>
  check('FORM', { url: `${world.url}/`, way: 'BROWSER', ...target }, { options: more, timeoutMs: 25_000 })

test('a form is filled in, passed and sent by a browser, of which nothing stays', patience, async () => {
  const inner = `<input name=mail type=email required><textarea name=text>old</textarea><input type=checkbox name=agree required>
    <select name=topic><option>a<option>b</select><input name=day type=date><input name=elements value=clobbered>
    <input name=made hidden><script>document.querySelector('[name=mail]').oninput = (event) => {
      document.querySelector('[name=made]').value = event.isTrusted + ' ' + event.target.value }</script>`
  const world = await makeWorld({ inner })
  const fields = [
    { name: 'mail', value: 'monitor@example.org' },
    { name: 'text', value: 'ü {{run}}' },
    { name: 'agree', value: 'on' },
    { name: 'topic', value: 'b' },
    { name: 'day', value: '2026-03-02' },
  ]
  const result = await run(world, { fields })
  expect(result).toMatchObject({ verdict: 'UP', fault: null, facts: { statusCode: 200 } })
  expect(world.asked).toEqual([{ pass: 'pass', body: '{}' }])
  expect(world.sent).toHaveLength(1)
  const form = Object.fromEntries(new URLSearchParams(world.sent[0]?.body))
  expect(form).toMatchObject({ mail: 'monitor@example.org', agree: 'on', topic: 'b', day: '2026-03-02' })
  expect(form).toMatchObject({ 'bollard-response': 'token-of-captcha', made: 'true monitor@example.org' })
  expect(form['text']).toMatch(/^ü [\da-f-]{36}$/u)
  expect(world.sent[0]?.agent).toMatch(/ Chrome\/.* Bollard-Monitoring\/1$/u)
  expect(isProfileLeft()).toBe(false)
  expect(given()).not.toContain('SECRET_OF_OURS')
})

test('a form that a script sends is judged by what the page says then', patience, async () => {
  const around = `<script>document.forms[0].addEventListener('submit', async (event) => {
    event.preventDefault()
    await fetch('/api', { method: 'POST', body: 'sent' })
    setTimeout(() => { document.body.innerHTML = '<p>Thanks ' + location.pathname }, 200)
  })</script>`
  const world = await makeWorld({ around, status: 202 })
  const assertions = [
    { source: 'TEXT', target: null, comparison: 'CONTAINS', value: '<p>Thanks /', verdict: 'DOWN' } as const,
  ]
  const result = await check(
    'FORM',
    { url: world.url, way: 'BROWSER' },
    { options: world.options, assertions, timeoutMs: 25_000 },
  )
  expect(result).toMatchObject({ verdict: 'UP', facts: { statusCode: 202 } })
  expect(world.sent).toMatchObject([{ url: '/api', body: 'sent' }])
})

test(
  'a page reaches nothing of the own network: by no spelling, name, redirect, protocol, and not past the proxy',
  patience,
  async () => {
    const trap = createServer((socket) => void reached.push(`tcp ${socket.localPort}`))
    const reached: string[] = []
    trap.listen(0, '127.0.0.3')
    await once(trap, 'listening')
    const port = (trap.address() as { port: number }).port
    const stun = createSocket('udp4', () => void reached.push('udp'))
    stun.bind(port, '127.0.0.3')
    onTestFinished(() => {
      trap.close()
      stun.close()
    })
    const image = await serveHttp((_request, response) => {
      reached.push('the internet')
      response.end()
    })
    const host = 'shop.example'
    const hosts = [
      '127.0.0.3',
      '0x7f.0.0.3',
      '2130706435',
      '[::ffff:7f00:3]',
      'localhost',
      'inside.example',
      'mixed.example',
    ]
    const around = `<link rel=preconnect href="http://127.0.0.3:${port}"><link rel=dns-prefetch href="//127.0.0.3:${port}">
    <img src="${image.replace('127.0.0.1', host)}/seen"><iframe src="file:///etc/passwd"></iframe><script>
    const near = document.forms[0]
    for (const host of ${JSON.stringify(hosts)}) for (const scheme of ['http', 'https']) {
      const at = scheme + '://' + host + ':${port}/'
      new Image().src = at
      fetch(at, { mode: 'no-cors' }).catch(() => 0)
      fetch('/to?' + at, { mode: 'no-cors' }).catch(() => 0)
      navigator.sendBeacon(at)
      new WebSocket(at.replace('http', 'ws'))
      const frame = document.createElement('iframe')
      frame.src = at
      near.append(frame)
      try { new EventSource(at) } catch {}
      try { open(at) } catch {}
    }
    try { new WebTransport('https://127.0.0.3:${port}/').ready.catch(() => 0) } catch {}
    const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.3:${port}' },
      { urls: 'turn:127.0.0.3:${port}?transport=tcp', username: 'a', credential: 'b' }] })
    peer.createDataChannel('a')
    peer.onicecandidate = (event) => { if (event.candidate !== null) near.tried.value += event.candidate.address }
    peer.createOffer().then((offer) => peer.setLocalDescription(offer)).then(() => { near.tried.value += 'offered ' })
    </script>`
    const world = await makeWorld({ inner: '<input name=tried hidden>', around })
    const options: CheckOptions = {
      browser,
      form: world.help,
      allowPrivate: false,
      isPublic: (address) => address === '127.0.0.1',
      resolve: async (name) =>
        (name === host ? ['127.0.0.1'] : name === 'mixed.example' ? ['127.0.0.1', '127.0.0.3'] : ['127.0.0.3']).map(
          (address) => ({ address, family: 4 }),
        ),
    }
    const at = world.url.replace('127.0.0.1', host)
    expect(await run({ ...world, url: at }, {}, options)).toMatchObject({ verdict: 'UP', fault: null })
    expect(new URLSearchParams(world.sent.find(({ url }) => url === '/form')?.body).get('tried')).toMatch(
      /^offered\s?$/u,
    )
    expect(reached).toEqual(['the internet'])
    const inside = { ...world, url: `http://inside.example:${port}` }
    expect(await run(inside, {}, options)).toMatchObject({ verdict: 'DOWN', fault: 'private-address' })
  },
)

test.for<[string, Partial<FormHelp>, string, string]>([
  [
    'pass-refused',
    { passFor: async () => null },
    '',
    'the captcha does not let this monitoring in, or not on this host',
  ],
  ['form-not-sent', {}, '<input name=phone required>', 'the form does not take phone'],
])('%s is told', patience, async ([fault, help, inner, detail]) => {
  const world = await makeWorld({ inner })
  const result = await check(
    'FORM',
    { url: world.url, way: 'BROWSER' },
    { options: { ...world.options, form: { ...world.help, ...help } }, timeoutMs: 20_000 },
  )
  expect(result).toMatchObject({ fault, detail })
  expect(world.sent).toEqual([])
})

test(
  'a page that never ends is ended with the check, and a program that is no browser says nothing of the form',
  patience,
  async () => {
    // It hangs while it is read: a timer would let a fast check through.
    const world = await makeWorld({ around: '<script>for (;;);</script>' })
    const late = await check('FORM', { url: world.url, way: 'BROWSER' }, { options: world.options, timeoutMs: 3_000 })
    expect(late).toMatchObject({ verdict: 'DOWN', fault: 'timeout' })
    await expect.poll(isProfileLeft, { timeout: 20_000 }).toBe(false)
    for (const [program, fault] of [
      ['/bin/true', 'browser-failed'],
      [join(folder.path, 'none'), 'browser-failed'],
      [null, 'browser-missing'],
    ] as const)
      expect(await run(world, {}, { ...world.options, browser: program })).toMatchObject({ verdict: 'UNKNOWN', fault })
  },
)

test('a browser that finds no sandbox does not start, and the result says why', async () => {
  const program = join(folder.path, 'without-sandbox')
  writeFileSync(program, '#!/bin/sh\necho "[1:1:FATAL] No usable sandbox! Update your kernel." >&2\nexit 1\n', {
    mode: 0o755,
  })
  const world = await makeWorld()
  expect(await run(world, {}, { ...world.options, browser: program })).toMatchObject({
    verdict: 'UNKNOWN',
    detail: 'the browser has no sandbox on this machine, and does not start without one',
  })
})

test(
  'behind a gateway each request of the page to its server has a pass of its own, and no other has',
  patience,
  async () => {
    const passes = createProbePasses('a secret that both of them know')
    const got: [string, boolean][] = []
    const foreign = await serveHttp((request, response) => {
      got.push(['foreign', request.headers['bollard-probe'] !== undefined])
      response.end()
    })
    const world = await makeWorld()
    const url = await serveHttp((request, response) => {
      const isGood = passes.use(String(request.headers['bollard-probe']), '127.0.0.1', Date.now())
      if (request.url !== '/favicon.ico') got.push([`${request.method} ${request.url}`, isGood])
      if (request.method === 'POST') return void response.writeHead(200, html).end('Thank you.')
      if (request.url === '/script.js') return void response.end('')
      return void response.writeHead(200, html)
        .end(`<!doctype html><script src=/script.js></script><img src="${foreign}/a.png">
      <form method=post action=/form><input type=hidden name=bollard-response>${widget(world.help.captchaUrl)}<button>Send</button></form>`)
    })
    const gateway = { secret: probePassKey('a secret that both of them know', '127.0.0.1').toString('base64url') }
    const result = await check(
      'FORM',
      { url: `${url}/`, way: 'BROWSER', gateway },
      { options: world.options, timeoutMs: 25_000 },
    )
    expect(result).toMatchObject({ verdict: 'UP', fault: null })
    expect(got.toSorted()).toEqual([
      ['GET /', true],
      ['GET /script.js', true],
      ['POST /form', true],
      ['foreign', false],
    ])
    expect(world.asked.map(({ pass }) => pass)).toEqual(['pass'])
  },
)
