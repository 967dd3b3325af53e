import { strict as assert } from 'node:assert'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findFreePorts } from '../free-ports.ts'
import { askThroughTls } from './ask-through-tls.ts'
import { checkProxy, placeFile, type ProxyName, startProxy, stopProxy, versionOf } from './start-proxy.ts'

/*
 * Puts a site behind each proxy of deploy/forward-auth that Debian has, with a stand-in for the call forwardAuth, and checks what the proxy asks,
 * lets through and shows. What the call itself answers is held by the tests of the service.
 *   node_modules/.bin/node server/testing/hosting/test-forward-auth.ts [--date 2026-11-27]
 * Needs nginx and caddy installed, see test-proxies.ts. Writes deploy/last-run-of-forward-auth.json.
 */
const { values } = parseArgs({ options: { date: { type: 'string' } } })
const folder = mkdtempSync(join(tmpdir(), 'bollard-forward-auth-'))
const date = values.date ?? new Date().toISOString().slice(0, 10)
const from = '127.8.9.10'
const names = ['nginx', 'caddy'] as const satisfies readonly ProxyName[]

interface Listening {
  readonly server: Server
  readonly port: string
}

interface World {
  readonly name: (typeof names)[number]
  readonly ask: typeof fetch
  readonly asked: IncomingMessage[]
  readonly arrived: { readonly headers: IncomingMessage['headers']; readonly body: string }[]
  /** What the next questions are answered; null: nobody answers. */
  answer: ((request: IncomingMessage, response: ServerResponse) => void) | null
}

const passes = (_request: IncomingMessage, response: ServerResponse) =>
  void response.writeHead(204, { 'bollard-decision': 'decision-1' }).end()
const isShown = ({ url = '' }: IncomingMessage) => url.includes('show=1')

const checks: Readonly<Record<string, (world: World) => Promise<void>>> = {
  async 'what passes reaches the site with its body, and the answer has the number of the decision'(world) {
    world.answer = passes
    const answer = await world.ask('https://shop.example.org/a?b=1', { method: 'POST', body: 'sent' })
    assert.equal(answer.status, 200)
    assert.equal(world.arrived.at(-1)?.body, 'sent')
    const decision = answer.headers.get('bollard-decision') ?? world.arrived.at(-1)?.headers['bollard-decision']
    assert.equal(decision, 'decision-1')
  },
  async 'the question tells of the request and carries the key, and the visitor writes none of it'(world) {
    world.answer = passes
    const lies = {
      'x-forwarded-for': '203.0.113.1',
      'x-forwarded-uri': '/free',
      'x-forwarded-host': 'other.example',
      'x-forwarded-method': 'HEAD',
      'x-original-url': 'https://other.example/free',
      'x-original-method': 'HEAD',
      'bollard-secret-key': 'bsec_other',
    }
    await world.ask('https://shop.example.org/a?b=1', { method: 'PUT', body: 'sent', headers: lies })
    const { headers, url } = world.asked.at(-1) ?? {}
    assert.equal(headers?.['bollard-secret-key'], 'YOUR_SECRET_KEY')
    assert.equal(headers?.['x-forwarded-for'], from)
    if (world.name === 'nginx') {
      assert.match(url ?? '', /\?by=nginx$/u)
      assert.equal(headers?.['x-original-url'], 'https://shop.example.org/a?b=1')
      assert.equal(headers?.['x-original-method'], 'PUT')
    } else {
      assert.ok(!url?.includes('by='))
      assert.equal(headers?.['x-forwarded-uri'], '/a?b=1')
      assert.equal(headers?.['x-forwarded-host'], 'shop.example.org')
      assert.equal(headers?.['x-forwarded-method'], 'PUT')
    }
    assert.equal(world.arrived.at(-1)?.headers['bollard-secret-key'] === 'YOUR_SECRET_KEY', false)
    assert.equal(world.arrived.at(-1)?.headers['x-forwarded-host'], 'shop.example.org')
  },
  async 'a browser sees the page with the challenge, and its cookie comes with the next question'(world) {
    world.answer = (request, response) => {
      const fields = { 'bollard-conclusion': 'CHALLENGE', 'bollard-ticket': 'ticket-1', 'bollard-site-key': 'bsk_1' }
      const shows = world.name === 'caddy' || isShown(request)
      if (isShown(request)) assert.equal(request.headers['bollard-ticket'], 'ticket-1')
      response.writeHead(isShown(request) ? 403 : 401, { ...fields, 'content-type': 'text/html' })
      response.end(shows ? 'the challenge' : 'nobody reads this')
    }
    const before = world.arrived.length
    const answer = await world.ask('https://shop.example.org/a', { headers: { cookie: 'bollard-response=token-1' } })
    assert.ok([401, 403].includes(answer.status))
    assert.equal(await answer.text(), 'the challenge')
    assert.equal(world.arrived.length, before)
    assert.match(world.asked[0]?.headers.cookie ?? world.asked.at(-1)?.headers.cookie ?? '', /token-1/u)
  },
  async 'who comes too often is told when to come again'(world) {
    world.answer = (request, response) => {
      const fields = { 'bollard-conclusion': 'THROTTLE', 'retry-after': '7', 'content-type': 'text/html' }
      if (isShown(request)) assert.equal(request.headers['bollard-retry-after'], '7')
      response.writeHead(world.name === 'caddy' || isShown(request) ? 429 : 403, fields).end('too many')
    }
    const answer = await world.ask('https://shop.example.org/a')
    assert.equal(answer.status, 429)
    assert.equal(answer.headers.get('retry-after'), '7')
    assert.equal(await answer.text(), 'too many')
  },
  async 'while nobody answers, requests pass'(world) {
    world.answer = null
    const answer = await world.ask('https://shop.example.org/a')
    assert.equal(answer.status, 200)
    assert.equal(await answer.text(), 'content')
  },
}

async function behind(name: World['name']): Promise<object> {
  const version = versionOf(name)
  assert.notEqual(version, null, `${name} is not installed`)
  const [http = 0, https = 0] = await findFreePorts(2)
  const asked: IncomingMessage[] = []
  const arrived: World['arrived'] = []
  const service = await listen((request, response) => {
    asked.push(request)
    if (world.answer === null) request.socket.destroy()
    else world.answer(request, response)
  })
  const site = await listen(async (request, response) => {
    const body = (await Array.fromAsync(request)).join('')
    arrived.push({ headers: request.headers, body })
    response.end('content')
  })
  const moved = { 8090: service.port, 3000: site.port }
  const placed = placeFile(name, join(folder, name), [http, https], moved, 'forward-auth')
  assert.equal(checkProxy(name, placed), '')
  const proxy = await startProxy(name, placed, https)
  const ask = askThroughTls({ portOf: () => https, from, certificate: placed.certificate })
  const world: World = { name, ask, asked, arrived, answer: passes }
  let passed = 0
  for (const [title, check] of Object.entries(checks)) {
    asked.length = 0
    const fault = await check(world).then(
      () => null,
      (error: unknown) => String(error),
    )
    if (fault === null) passed += 1
    else process.exitCode = 1
    console.log(`${name}: ${fault === null ? 'ok' : 'FAILED'}: ${title}${fault === null ? '' : `\n  ${fault}`}`)
  }
  await stopProxy(proxy)
  for (const { server } of [service, site]) {
    server.close()
    server.closeAllConnections()
  }
  return { date, version, passed, of: Object.keys(checks).length }
}

async function listen(listener: Parameters<typeof createServer>[1]): Promise<Listening> {
  const server = createServer(listener ?? (() => {}))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, port: String((server.address() as AddressInfo).port) }
}

const record: Record<string, object> = {}
for (const name of names) record[name] = await behind(name)
rmSync(folder, { recursive: true, force: true })
writeFileSync(
  new URL('../../../deploy/last-run-of-forward-auth.json', import.meta.url),
  `${JSON.stringify(record, null, 2)}\n`,
)
