/**
 * What the gateway costs beside a plain proxy of node:http and, where it is installed, HAProxy: requests per second and CPU time per request
 * of a page of 2 kB, and CPU time and memory while 256 MiB pass in either direction. Each proxy has a process of its own and lets everything
 * pass; the gateway asks a decision that takes nothing, and the guarded one decides by three limiters, crawlers and a pass. All are measured in
 * turn, seven times, since one machine is not as fast as it was a minute before: figures are medians, and ratios those of each turn's. Exits with 1
 * where either serves less than 80 % of the plain proxy's requests per second, or holds more than half of a large body while it passes.
 * Run: node_modules/.bin/node benchmarks/gateway/run.ts [--seconds 4]
 */
import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, createServer, request as ask, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createGateway, createGatewayServer } from '@bollard/gateway'
import autocannon from 'autocannon'
import { browser, startGuarded, takePass } from './guarded.ts'
import { memoryMiB, postgresCpu } from '../service/postgres-cpu.ts'

const host = '127.0.0.1'
const bodyBytes = 256 * 1_024 * 1_024
const shareMin = 0.8
/** Half of the body: garbage that is not yet collected varies, and a body that was gathered would be held whole. */
const heldMiBMax = 128
const turnCount = 7

interface Proxy {
  readonly name: string
  readonly port: number
  readonly pid: number
  readonly stop: () => void
}

interface Load {
  readonly requestsPerSecond: number
  readonly p99Ms: number
  /** CPU time of the proxy per request, in microseconds. */
  readonly cpuMicroseconds: number
}

interface Cost extends Load {
  readonly download: Passed
  readonly upload: Passed
}

interface Passed {
  readonly mibPerSecond: number
  /** CPU time of the proxy per MiB, in milliseconds. */
  readonly cpuMsPerMiB: number
  /** By how much its memory was larger while it passed, at most. */
  readonly heldMiB: number
}

const [role = 'lead', given = ''] = process.argv[2]?.startsWith('--') === true ? [] : process.argv.slice(2)
if (role === 'site') listen(startSite())
else if (role === 'plain') listen(startPlain(Number(given)))
else if (role === 'gateway') listen(startGateway(Number(given)))
else if (role === 'guarded')
  listen(createGatewayServer((await startGuarded(`http://${host}:${given}`)).gateway) as Server)
else await lead()

async function lead(): Promise<void> {
  const { values } = parseArgs({ options: { seconds: { type: 'string', default: '4' } } })
  const site = await startPart('site')
  const proxies = [
    await startPart('plain', site.port),
    await startPart('gateway', site.port),
    await startPart('guarded', site.port),
    await startHaproxy(site.port),
  ]
  const turns: Record<string, Load>[] = []
  const costs: Record<string, Cost> = {}
  try {
    const asked: (readonly [Proxy, Record<string, string>])[] = []
    for (const proxy of proxies) if (proxy !== null) asked.push([proxy, await headersFor(proxy)])
    // What is compiled at first is nobody's cost later.
    for (const [proxy, headers] of asked) await load(proxy, headers, 3)
    while (turns.length < turnCount) {
      const turn: Record<string, Load> = {}
      for (const [proxy, headers] of asked) turn[proxy.name] = await load(proxy, headers, Number(values.seconds))
      turns.push(turn)
    }
    for (const [proxy, headers] of asked) {
      const middle = (of: keyof Load): number => median(turns.map(({ [proxy.name]: one }) => one?.[of] ?? 0))
      costs[proxy.name] = {
        requestsPerSecond: middle('requestsPerSecond'),
        p99Ms: middle('p99Ms'),
        cpuMicroseconds: middle('cpuMicroseconds'),
        download: await pass(proxy, 'GET', headers),
        upload: await pass(proxy, 'POST', headers),
      }
    }
  } finally {
    for (const proxy of [...proxies, site]) proxy?.stop()
  }
  const { gateway, guarded } = costs
  if (gateway === undefined || guarded === undefined) throw new Error('a proxy was not measured')
  const timesPlain = (name: string, of: keyof Load): number =>
    round(median(turns.map(({ plain, [name]: one }) => (one?.[of] ?? 0) / (plain?.[of] ?? 0))))
  const result = {
    measuredAt: new Date().toISOString(),
    machine: { cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, node: process.version },
    haproxy: haproxyVersion(),
    costs,
    turns: turnCount,
    requestsTimesPlain: timesPlain('gateway', 'requestsPerSecond'),
    cpuTimesPlain: timesPlain('gateway', 'cpuMicroseconds'),
    guardedRequestsTimesPlain: timesPlain('guarded', 'requestsPerSecond'),
    guardedCpuTimesPlain: timesPlain('guarded', 'cpuMicroseconds'),
  }
  const folder = new URL('../results/', import.meta.url)
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL('gateway.json', folder), `${JSON.stringify(result, null, 2)}\n`)
  console.dir(result, { depth: 4 })
  const holds = Math.max(...[gateway, guarded].flatMap(({ download, upload }) => [download.heldMiB, upload.heldMiB]))
  const least = Math.min(result.requestsTimesPlain, result.guardedRequestsTimesPlain)
  if (least < shareMin || holds > heldMiBMax) process.exitCode = 1
}

async function load(proxy: Proxy, headers: Record<string, string>, seconds: number): Promise<Load> {
  const before = await postgresCpu(proxy.pid)
  const run = await autocannon({
    url: `http://${host}:${proxy.port}/`,
    connections: 64,
    headers,
    duration: seconds,
  })
  const used = (await postgresCpu(proxy.pid)) - before
  if (run.non2xx > 0 || run.errors > 0) throw new Error(`${proxy.name}: ${run.non2xx} refused, ${run.errors} failed`)
  return {
    requestsPerSecond: Math.round(run.requests.average),
    p99Ms: run.latency.p99,
    cpuMicroseconds: round(used / run.requests.total),
  }
}

/** The value in the middle of an odd number of them. */
function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0
}

/** All send what a browser sends; one who meets a challenge also a pass, which is solved for beforehand. */
async function headersFor(proxy: Proxy): Promise<Record<string, string>> {
  if (proxy.name !== 'guarded') return { ...browser, cookie: `bollard-pass=${'a'.repeat(240)}` }
  const cookie = await takePass(async (path, form) => {
    const more = form === null ? {} : { 'content-type': 'application/x-www-form-urlencoded' }
    const headers = { ...browser, ...more }
    const sent = ask({ host, port: proxy.port, method: form === null ? 'GET' : 'POST', path, headers, agent: false })
    sent.end(form ?? undefined)
    const [answer] = (await once(sent, 'response')) as [import('node:http').IncomingMessage]
    return { body: await text(answer), cookie: answer.headers['set-cookie']?.[0] ?? null }
  })
  return { ...browser, cookie }
}

/** One body through the proxy; memory is looked at all the while. */
async function pass(proxy: Proxy, method: 'GET' | 'POST', headers: Record<string, string>): Promise<Passed> {
  const atRest = await memoryMiB(proxy.pid)
  let most = atRest
  const looking = setInterval(() => void memoryMiB(proxy.pid).then((now) => (most = Math.max(most, now))), 100)
  const [begun, before] = [performance.now(), await postgresCpu(proxy.pid)]
  const sent = ask({ host, port: proxy.port, method, path: '/large', headers, agent: false })
  if (method === 'GET') sent.end()
  else Readable.from(chunks()).pipe(sent)
  const [answer] = (await once(sent, 'response')) as [import('node:http').IncomingMessage]
  let bytes = 0
  answer.on('data', (chunk: Buffer) => (bytes += chunk.length))
  await once(answer, 'end')
  const [seconds, used] = [(performance.now() - begun) / 1_000, (await postgresCpu(proxy.pid)) - before]
  clearInterval(looking)
  if (method === 'GET' && bytes !== bodyBytes) throw new Error(`${proxy.name} gave ${bytes} bytes`)
  const mib = bodyBytes / 1_024 / 1_024
  return {
    mibPerSecond: Math.round(mib / seconds),
    cpuMsPerMiB: round(used / 1_000 / mib),
    heldMiB: Math.round(most - atRest),
  }
}

function* chunks(): Generator<Buffer> {
  const chunk = Buffer.alloc(65_536, 'x')
  for (let bytes = 0; bytes < bodyBytes; bytes += chunk.length) yield chunk
}

function startSite(): Server {
  const page = `<!doctype html><title>Shop</title>${'<p>something</p>'.repeat(128)}`
  return createServer((request, response) => {
    if (request.url !== '/large') return void response.writeHead(200, { 'content-type': 'text/html' }).end(page)
    if (request.method === 'POST') return void request.resume().on('end', () => response.end('taken'))
    response.writeHead(200, { 'content-length': bodyBytes })
    Readable.from(chunks()).pipe(response)
  })
}

/** What one writes who needs a proxy: keeps connections, takes away what belongs to one, pipes both ways. */
function startPlain(sitePort: number): Server {
  const agent = new Agent({ keepAlive: true, maxSockets: 512 })
  return createServer((request, response) => {
    const { connection: _connection, ...headers } = request.headers
    const address = request.socket.remoteAddress ?? ''
    const { method, url: path } = request
    const sent = ask({ host, port: sitePort, agent, method, path, headers: { ...headers, 'x-forwarded-for': address } })
    sent.on('response', (answer) => {
      const { connection: _own, 'keep-alive': _keep, ...own } = answer.headers
      response.writeHead(answer.statusCode ?? 502, own)
      answer.pipe(response)
    })
    sent.on('error', () => response.destroy())
    request.pipe(sent)
  })
}

function startGateway(sitePort: number): Server {
  const gateway = createGateway({
    sites: [{ hosts: ['shop.example'], upstreams: [{ url: `http://${host}:${sitePort}` }] }],
    decide: ({ path }) => (path.startsWith('/admin') ? { pass: false, status: 403 } : { pass: true }),
    whenUndecided: 'REFUSE',
    onError: (error) => console.error(error),
  })
  return createGatewayServer(gateway) as Server
}

function listen(server: Server): void {
  server.listen(0, host, () => process.send?.((server.address() as AddressInfo).port))
}

async function startPart(name: string, ...more: number[]): Promise<Proxy> {
  const child = fork(new URL(import.meta.url), [name, ...more.map(String)])
  const [port] = (await once(child, 'message')) as [number]
  return { name, port, pid: child.pid ?? 0, stop: () => child.kill() }
}

/** With one thread, as the others have. Null where it is not installed. */
async function startHaproxy(sitePort: number): Promise<Proxy | null> {
  if (haproxyVersion() === null) return null
  const folder = mkdtempSync(join(tmpdir(), 'haproxy-'))
  const port = await freePort()
  writeFileSync(
    join(folder, 'haproxy.cfg'),
    `global\n  nbthread 1\n  maxconn 4096\ndefaults\n  mode http\n  timeout connect 5s\n  timeout client 60s\n  timeout server 60s\n  option forwardfor\n  http-reuse always\nfrontend in\n  bind ${host}:${port}\n  acl admin path_beg /admin\n  http-request deny if admin\n  default_backend site\nbackend site\n  server site ${host}:${sitePort}\n`,
  )
  const child: ChildProcess = spawn('haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')], { stdio: 'ignore' })
  while (!(await isOpen(port))) await pause(50)
  const stop = (): void => {
    child.kill()
    rmSync(folder, { recursive: true })
  }
  return { name: 'haproxy', port, pid: child.pid ?? 0, stop }
}

function haproxyVersion(): string | null {
  try {
    return /version (\S+)/u.exec(execFileSync('haproxy', ['-v'], { encoding: 'utf8' }))?.[1] ?? null
  } catch {
    return null
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host, () => {
      socket.destroy()
      resolve(true)
    }).on('error', () => resolve(false))
  })
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
