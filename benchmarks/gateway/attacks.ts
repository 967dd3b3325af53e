/**
 * What becomes of those who only hold what a gateway gives them, and of a visitor who comes meanwhile: heads, bodies and readers that are slow,
 * streams of HTTP/2 that are reset in a row, and one address with thousands of connections. The gateway has a process of its own and the bounds
 * that it starts with. The slow ones send a byte a second, or read nothing. Exits with 1 where a visitor gets no answer, or anybody still holds
 * something at the end.
 * Run: node_modules/.bin/node benchmarks/gateway/attacks.ts [--connections 2000]
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, request as ask, type Server } from 'node:http'
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { cpus } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { createSecureContext } from 'node:tls'
import { parseArgs } from 'node:util'
import { createGateway, createGatewayServer } from '@bollard/gateway'
import { selfSignedCertificate } from '../../packages/tls-fingerprint/src/testing/self-signed-certificate.ts'
import { memoryMiB, postgresCpu } from '../service/postgres-cpu.ts'

const host = '127.0.0.1'
const names = ['nobody', 'slowHeads', 'slowBodies', 'slowReaders', 'manyOfOneAddress', 'resets'] as const
const slowMs = 75_000
const resetMs = 10_000
const sessionsMax = 50
/** Addresses of attackers, each with as many connections as one may have at most. */
const perAddress = 400

interface Ports {
  readonly http: number
  readonly https: number
}

interface Held {
  /** Connections at once, at most. */
  readonly held: number
  /** Seconds until none was left; null where some were. */
  readonly allCutAfterSeconds: number | null
}

interface Visitor {
  readonly answered: number
  readonly failed: number
  readonly p50Ms: number
  readonly p99Ms: number
}

const [role = 'lead', given = '{}'] = process.argv[2]?.startsWith('--') === true ? [] : process.argv.slice(2)
if (role === 'gateway') await serve()
else if (role === 'attack') await attack(JSON.parse(given))
else await lead()

async function lead(): Promise<void> {
  const { values } = parseArgs({ options: { connections: { type: 'string', default: '2000' } } })
  const count = Number(values.connections)
  const gateway = fork(new URL(import.meta.url), ['gateway'])
  const [ports] = (await once(gateway, 'message')) as [Ports]
  const pid = gateway.pid ?? 0
  const results: Record<string, Visitor & { cpuSeconds: number; heldMiB: number }> = {}
  try {
    // What is compiled at first is nobody's cost later.
    await visit(ports, pause(3_000))
    for (const name of names) {
      const [before, atRest] = [await postgresCpu(pid), await memoryMiB(pid)]
      let most = atRest
      const looking = setInterval(() => void memoryMiB(pid).then((now) => (most = Math.max(most, now))), 500)
      // In a process of its own, or the visitor would wait for it and not for the gateway.
      const attacker = fork(new URL(import.meta.url), ['attack', JSON.stringify({ name, ports, count })])
      const attacking = once(attacker, 'message').then(([found]) => found as object)
      const visitor = await visit(ports, attacking)
      clearInterval(looking)
      const cpuSeconds = round(((await postgresCpu(pid)) - before) / 1e6)
      results[name] = { ...(await attacking), ...visitor, cpuSeconds, heldMiB: Math.round(most - atRest) }
      console.log(name, results[name])
    }
  } finally {
    gateway.kill()
  }
  const folder = new URL('../results/', import.meta.url)
  mkdirSync(folder, { recursive: true })
  const machine = { cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, node: process.version }
  writeFileSync(
    new URL('gateway-attacks.json', folder),
    `${JSON.stringify({ measuredAt: new Date().toISOString(), machine, connections: count, results }, null, 2)}\n`,
  )
  const isHeld = Object.values(results).some(
    (one) => one.failed > 0 || ('allCutAfterSeconds' in one && one.allCutAfterSeconds === null),
  )
  if (isHeld) process.exitCode = 1
  process.exit()
}

interface Attack {
  readonly name: (typeof names)[number]
  readonly ports: Ports
  readonly count: number
}

async function attack({ name, ports, count }: Attack): Promise<void> {
  const attacks: Readonly<Record<Attack['name'], () => Promise<object>>> = {
    nobody: () => pause(resetMs, {}),
    slowHeads: () => hold(ports, count, 'GET / HTTP/1.1\r\nHost: shop.example\r\nX-Any: ', 'a'),
    slowBodies: () =>
      hold(ports, count, 'POST / HTTP/1.1\r\nHost: shop.example\r\nContent-Length: 1000000\r\n\r\n', 'a'),
    // What kernels hold for each is megabytes.
    slowReaders: () => hold(ports, count / 10, 'GET /large HTTP/1.1\r\nHost: shop.example\r\n\r\n', ''),
    manyOfOneAddress: () => crowd(ports, count),
    resets: () => reset(ports),
  }
  process.send?.(await attacks[name](), () => process.exit())
}

/** A visitor who asks twenty times a second, each time anew, until `until`. */
async function visit({ http }: Ports, until: Promise<unknown>): Promise<Visitor> {
  const took: number[] = []
  let failed = 0
  let isOver = false
  void until.finally(() => (isOver = true))
  while (!isOver) {
    const begun = performance.now()
    const status = await statusOf(http)
    if (status === 200) took.push(performance.now() - begun)
    else failed += 1
    await pause(50)
  }
  took.sort((one, other) => one - other)
  const at = (share: number): number => round(took[Math.floor(took.length * share)] ?? 0)
  return { answered: took.length, failed, p50Ms: at(0.5), p99Ms: at(0.99) }
}

async function statusOf(port: number): Promise<number> {
  const sent = ask({ host, port, agent: false, headers: { host: 'shop.example' }, timeout: 10_000 })
  sent.on('timeout', () => sent.destroy()).end()
  try {
    const [answer] = (await once(sent, 'response')) as [import('node:http').IncomingMessage]
    answer.resume()
    await once(answer, 'end')
    return answer.statusCode ?? 0
  } catch {
    return 0
  }
}

function open(port: number, index: number): Socket {
  // A thousandth part of a second between two, or the queue of connections that nobody has taken yet would be the bound.
  return connect({ host, port, localAddress: `127.7.0.${1 + Math.floor(index / perAddress)}` }).on('error', () => {})
}

/** Connections that begin a request and then send a byte a second, or nothing, and read nothing. */
async function hold({ http }: Ports, count: number, head: string, drop: string): Promise<Held> {
  const here = new Set<Socket>()
  const begun = performance.now()
  let held = 0
  for (let index = 0; index < count; index += 1) {
    const socket = open(http, index)
    socket.pause()
    socket.once('connect', () => {
      here.add(socket)
      held = Math.max(held, here.size)
      socket.write(head)
    })
    socket.once('close', () => here.delete(socket))
    if (index % 10 === 9) await pause(10)
  }
  let last = performance.now()
  while (performance.now() - begun < slowMs) {
    await pause(1_000)
    // Whoever never reads hears of the end only by writing.
    for (const socket of here) socket.write(drop === '' ? '\r\n' : drop)
    if (here.size > 0) last = performance.now()
    else break
  }
  const left = here.size
  for (const socket of here) socket.destroy()
  return { held, allCutAfterSeconds: left > 0 ? null : Math.round((last - begun) / 1_000) }
}

async function crowd({ http }: Ports, count: number): Promise<{ asked: number; held: number }> {
  const sockets = Array.from({ length: count }, () => open(http, 0))
  await pause(5_000)
  const held = sockets.filter(({ destroyed, readyState }) => !destroyed && readyState === 'open').length
  for (const socket of sockets) socket.destroy()
  return { asked: count, held }
}

/** CVE-2023-44487: streams that are reset as soon as they are asked for, on as many connections as are left open. */
async function reset({ https }: Ports): Promise<{ connections: number; cut: number; resets: number }> {
  const until = performance.now() + resetMs
  const sessions = new Set<ClientHttp2Session>()
  const found = { connections: 0, cut: 0, resets: 0 }
  const begin = (): void => {
    const from = { localAddress: '127.7.0.1', servername: 'localhost', rejectUnauthorized: false }
    const session = connectHttp2(`https://${host}:${https}`, from)
    found.connections += 1
    sessions.add(session)
    session.on('error', () => undefined)
    session.once('close', () => {
      sessions.delete(session)
      if (performance.now() < until) found.cut += 1
    })
  }
  while (performance.now() < until) {
    while (sessions.size < sessionsMax) begin()
    for (const session of sessions) {
      if (session.connecting || session.destroyed || session.closed) continue
      for (let index = 0; index < 20; index += 1) {
        session
          .request({ ':path': '/', ':authority': 'localhost' })
          .on('error', () => undefined)
          .close(8)
        found.resets += 1
      }
    }
    await pause(1)
  }
  for (const session of sessions) session.destroy()
  return found
}

async function serve(): Promise<void> {
  const large = Buffer.alloc(16 * 1_048_576, 'x')
  const site = createServer((request, response) => {
    request.resume().once('end', () => response.end(request.url === '/large' ? large : 'content'))
  })
  const gateway = createGateway({
    sites: [{ hosts: ['shop.example', 'localhost'], upstreams: [{ url: `http://${host}:${await portOf(site)}` }] }],
    decide: () => ({ pass: true }),
    whenUndecided: 'REFUSE',
    onError: (error) => console.error(error),
  })
  const context = createSecureContext(selfSignedCertificate())
  const http = createGatewayServer(gateway) as Server
  const https = createGatewayServer(gateway, { certificateFor: () => context }) as Server
  process.send?.({ http: await portOf(http), https: await portOf(https) } satisfies Ports)
}

async function portOf(server: Server): Promise<number> {
  server.listen(0, host)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
