import { strict as assert } from 'node:assert'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { endOf, freePorts, startProduct } from '../start-product.ts'
import { findFreePorts } from '../free-ports.ts'
import { askThroughTls } from './ask-through-tls.ts'
import { checkProxy, type PlacedProxy, placeFile, proxyNames, startProxy, stopProxy, versionOf } from './start-proxy.ts'

/*
 * Puts the gateway of deploy/gateway between each proxy there and a site, and checks what the site and its visitors rely on.
 *   node_modules/.bin/node server/testing/hosting/test-gateway.ts [--date 2026-11-27]
 * Needs the proxies installed, see test-proxies.ts. Writes deploy/last-run-of-gateway.json.
 */
const { values } = parseArgs({ options: { date: { type: 'string' } } })
const folder = mkdtempSync(join(tmpdir(), 'bollard-gateway-'))
const date = values.date ?? new Date().toISOString().slice(0, 10)
const from = '127.8.9.10'
const record: Record<string, object> = {}
const page = { accept: 'text/html', 'accept-language': 'en', 'sec-fetch-mode': 'navigate', 'user-agent': firefox() }

interface Behind {
  readonly ask: typeof fetch
  readonly placed: PlacedProxy
  readonly port: number
}

async function behind(name: (typeof proxyNames)[number]): Promise<object> {
  const version = versionOf(name)
  assert.notEqual(version, null, `${name} is not installed`)
  // Each its own gateway, so that no limit is used up by the one before.
  const gateway = await startProduct(await freePorts(), join(folder, `data-${name}`), {
    ROLE: 'gateway',
    GATEWAY_FILE: file.path,
  })
  const [http = 0, https = 0] = await findFreePorts(2)
  const placed = placeFile(name, join(folder, name), [http, https], { 8070: String(file.port) }, 'gateway')
  assert.equal(checkProxy(name, placed), '')
  const proxy = await startProxy(name, placed, https)
  let passed = 0
  try {
    const ask = askThroughTls({ portOf: () => https, from, certificate: placed.certificate })
    for (const [title, check] of Object.entries(checks)) {
      await check({ ask, placed, port: https })
      passed += 1
      console.log(`${name}: ok: ${title}`)
    }
  } finally {
    await stopProxy(proxy)
    gateway.supervisor.kill('SIGTERM')
    await endOf(gateway.supervisor)
  }
  return { date, version, passed, of: Object.keys(checks).length }
}

const checks: Readonly<Record<string, (behind: Behind) => Promise<void>>> = {
  async 'a visitor gets the page of the site, with the number of the decision'({ ask }) {
    const answer = await ask('https://shop.example.org/', { headers: page })
    assert.equal(answer.status, 200)
    assert.match(answer.headers.get('bollard-decision') ?? '', /^[\da-f-]{36}$/u)
    assert.equal(await answer.text(), 'content')
  },
  async 'the site is told the visitor’s address and its own host, whatever the visitor claims'({ ask }) {
    const claims = { 'x-forwarded-for': '203.0.113.1', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' }
    await ask('https://shop.example.org/', { headers: { ...page, ...claims } })
    const { headers } = site.last()
    assert.equal(headers['x-forwarded-host'], 'shop.example.org')
    assert.equal(headers.host, 'shop.example.org')
    assert.equal(String(headers['x-forwarded-for']).split(',')[0]?.trim(), from)
    assert.equal(headers['x-forwarded-proto'], 'https')
  },
  async 'failed sign-ins are limited, by the visitor and not by the proxy'({ ask }) {
    const signIn = () =>
      ask('https://shop.example.org/sign-in', { method: 'POST', body: 'password=wrong', headers: page })
    for (let attempt = 0; attempt < 5; attempt++) assert.equal((await signIn()).status, 401)
    const sixth = await signIn()
    assert.equal(sixth.status, 429)
    assert.ok(Number(sixth.headers.get('retry-after')) > 0)
  },
  async 'a page that needs a challenge is a page of ours until it is solved, under any spelling'({ ask }) {
    for (const path of ['/account/orders', '/account/../account/orders', '/%61ccount/orders', '/account//orders']) {
      const answer = await ask(`https://shop.example.org${path}`, { headers: page })
      assert.equal(answer.status, 403, path)
      assert.match(answer.headers.get('x-robots-tag') ?? '', /noindex/u)
      assert.match(await answer.text(), /bollard-captcha/u)
    }
    const program = await ask('https://shop.example.org/account/orders', { headers: { accept: 'application/json' } })
    assert.equal(program.headers.get('content-type'), 'application/problem+json')
  },
  async 'an upload of 20 MB arrives whole'({ ask }) {
    const body = Buffer.alloc(20_000_000, 7)
    const answer = await ask('https://shop.example.org/upload', { method: 'POST', body, headers: page })
    assert.equal(await answer.text(), String(body.length))
  },
  async 'events of the server arrive one by one'({ ask }) {
    const answer = await ask('https://shop.example.org/events', { headers: { ...page, accept: 'text/event-stream' } })
    const reader = answer.body?.getReader()
    const first = await reader?.read()
    assert.equal(Buffer.from(first?.value ?? []).toString(), 'data: 1\n\n')
    await reader?.cancel()
  },
  async 'a WebSocket is opened and echoes'({ port, placed }) {
    const sent = request({
      host: '127.0.0.1',
      port,
      path: '/socket',
      ca: placed.certificate,
      servername: 'shop.example.org',
      localAddress: from,
      headers: {
        ...page,
        host: 'shop.example.org',
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      },
    })
    sent.end()
    const [answer, socket] = (await once(sent, 'upgrade')) as [IncomingMessage, import('node:net').Socket]
    assert.equal(answer.statusCode, 101)
    socket.write('hello')
    const [echoed] = await once(socket, 'data')
    assert.equal(String(echoed), 'hello')
    socket.destroy()
  },
}

const site = await startSite()
const captcha = createServer((_request, response) => response.end()).listen(0, '127.0.0.1')
await once(captcha, 'listening')
const file = writeGatewayFile()
for (const name of proxyNames) record[name] = await behind(name)
site.server.close()
captcha.close()
rmSync(folder, { recursive: true, force: true })
writeFileSync(
  new URL('../../../deploy/last-run-of-gateway.json', import.meta.url),
  `${JSON.stringify(record, null, 2)}\n`,
)

function writeGatewayFile() {
  const key = join(folder, 'captcha-key')
  writeFileSync(key, 'bsec_test', { mode: 0o600 })
  mkdirSync(folder, { recursive: true })
  const port = 20_000 + Math.floor(process.pid % 10_000)
  const path = join(folder, 'gateway.yaml')
  const text = readFileSync(new URL('../../../deploy/gateway/gateway.yaml', import.meta.url), 'utf8')
    .replace('http: 8070', `http: ${port}`)
    .replace('https://captcha.example.org', `http://127.0.0.1:${(captcha.address() as AddressInfo).port}`)
    .replace('/etc/bollard/captcha-key', key)
    .replace('http://127.0.0.1:3000', site.url)
  writeFileSync(path, text)
  return { path, port }
}

async function startSite() {
  let last: IncomingMessage | null = null
  const server = createServer(async (incoming, response) => {
    last = incoming
    let bytes = 0
    for await (const part of incoming) bytes += part.length
    if (incoming.url === '/sign-in') return void response.writeHead(401).end('wrong')
    if (incoming.url === '/upload') return void response.end(String(bytes))
    if (incoming.url !== '/events') return void response.end('content')
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('data: 1\n\n')
    return undefined
  })
  server.on('upgrade', (_incoming, socket) => {
    // RFC 6455 §1.3, for the key of the example there.
    const accept = 'Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo='
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${accept}\r\n\r\n`)
    socket.pipe(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    server,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    last: () => {
      if (last === null) throw new Error('nothing reached the site')
      return last
    },
  }
}

function firefox(): string {
  return 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
}
