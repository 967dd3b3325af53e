import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Actor } from '@bollard/access'
import { auditMigrations } from '@bollard/audit'
import type { ProbedResult } from '@bollard/contracts'
import { type Database, openDatabase } from '@bollard/database'
import { addressesOfRoles } from '@bollard/database/roles'
import { installProblems } from '@bollard/http'
import { makeTestFolder, startTestDatabase } from '@bollard/testing'
import Fastify from 'fastify'
import { askUntilUp } from './ask-until-up.ts'
import { type AlertReport, judgeAlerts, type Kill } from './judge-alerts.ts'
import { createLoneService } from './lone-service.ts'
import { watchAlerts } from './watch-alerts.ts'
import type { VictimOptions, VictimWord } from './victim.ts'

export type Victim = 'worker' | 'probe' | 'postgres'

export interface KillOptions {
  readonly victims: readonly Victim[]
  /** Services that workers check, and as many that the probe does. */
  readonly services: number
  readonly intervalSeconds: number
  /** Milliseconds before each kill, at most; random within. */
  readonly fuseMs: number
  readonly random: () => number
  /** So many of the services of each place fail during the first half of the kills and work again during the second one; none without it. */
  readonly failing?: number
}

/** What was left of results after kills. */
export interface KillReport {
  readonly kills: number
  /** Results that a probe had kept on its disk, and those whose delivery the product had acknowledged. */
  readonly kept: number
  readonly acknowledged: number
  /** Of these, those that are nowhere. */
  readonly lostKept: number
  readonly lostAcknowledged: number
  /** Results of workers and of the probe. */
  readonly results: Readonly<Record<'main' | 'office', number>>
  /** Longest time between two checks of one service, in seconds, by place. */
  readonly longestGapSeconds: Readonly<Record<'main' | 'office', number>>
  /** The most kills within two intervals of what checks at a place: each may cost a check an interval. */
  readonly killsInARow: Readonly<Record<'main' | 'office', number>>
  /** Services that were never checked. */
  readonly neverChecked: number
  /** What became of alerts; null where none failed. */
  readonly alerts: AlertReport | null
}

const solutionId = '019a9b1c-5d3e-7000-8000-0000000000a1'
const admin: Actor = {
  userId: '019a9b1c-5d3e-7000-8000-000000000001',
  isAdmin: false,
  emailVerified: true,
  email: 'ada@example.org',
  givenName: 'Ada',
  language: 'en',
  provenAt: new Date('2100-01-01'),
}
const workersAtOnce = 2

/**
 * Lets two workers and a probe check real servers, kills them and PostgreSQL with SIGKILL, starts them again, takes the API away from the
 * probe in between, and at the end looks for every result that was kept or acknowledged.
 */
export async function killEngine(options: KillOptions): Promise<KillReport> {
  const undo: (() => unknown)[] = []
  try {
    return await run(options, undo)
  } finally {
    for (const step of undo.toReversed()) await step()
  }
}

async function run(options: KillOptions, undo: (() => unknown)[]): Promise<KillReport> {
  const { victims, fuseMs, random } = options
  const folder = await makeTestFolder()
  undo.push(() => folder.remove())
  const postgres = await startTestDatabase({ durable: true })
  undo.push(() => postgres.stop())
  const directory = new URL('../migrations/', import.meta.url)
  const connectionString = await postgres.createDatabase(auditMigrations, { schema: 'monitoring', directory })
  const addresses = addressesOfRoles(connectionString, 'as whom it signs in, the server does not check')
  const db = openDatabase({ connectionString, max: 2 })
  undo.push(() => db.close())
  const target = await startTarget()
  undo.push(() => target.close())
  const api = await startApi(addresses.bollard_api)
  undo.push(() => api.close())
  const token = await fill(api, db, options, (target.server.address() as AddressInfo).port)
  const alerts = options.failing === undefined ? null : await watchAlerts(api.call, db, random)
  undo.push(() => alerts?.close())

  const kept = new Map<string, { serviceId: string; at: number }>()
  const start = (given: VictimOptions) => startVictim(given, kept)
  const startWorker = () => start({ role: 'worker', databaseUrl: addresses.bollard_worker })
  const startProbe = () => start({ role: 'probe', apiUrl: api.url, token, folder: join(folder.path, 'probe') })
  const workers = await Promise.all(Array.from({ length: workersAtOnce }, startWorker))
  let probe = await startProbe()
  undo.push(() => Promise.all([...workers, probe].map(kill)))
  const kills: Kill[] = []
  for (const [index, victim] of victims.entries()) {
    const isSecondHalf = index >= victims.length / 2
    if (index === Math.ceil(victims.length / 2)) await alerts?.allOpened(2 * target.failing.size)
    // One after the other, so that messages are on their way all the time.
    const number = Math.floor((index % (victims.length / 2)) / 2)
    if (isSecondHalf) target.failing.delete(number)
    else if (number < (options.failing ?? 0)) target.failing.add(number)
    // The moment at which a provider has a message in hand is the one that hurts.
    await Promise.race([pause(random() * fuseMs), alerts?.heard() ?? pause(fuseMs)])
    let from = Date.now()
    if (victim === 'postgres') {
      process.kill(await postmasterOf(db), 'SIGKILL')
      await askUntilUp(db, 'select', [])
    }
    if (victim === 'worker') {
      const chosen = Math.floor(random() * workersAtOnce)
      await kill(workers[chosen])
      workers[chosen] = await startWorker()
    }
    if (victim === 'probe') {
      // What it finds meanwhile is on its disk alone when it is killed.
      api.setAway(true)
      await pause((random() * fuseMs) / 2)
      from = Date.now()
      await kill(probe)
      api.setAway(false)
      probe = await startProbe()
    }
    kills.push({ victim, from, until: Date.now() })
  }
  target.failing.clear()
  const told = alerts === null ? null : judgeAlerts(await alerts.allResolved(), alerts.accepted, kills)
  const known = await settled(db, options.intervalSeconds, kept, api.acknowledged)
  const inARow = (victim: Victim) => mostWithin(2_000 * options.intervalSeconds, kills, [victim, 'postgres'])
  const killsInARow = { main: inARow('worker'), office: inARow('probe') }
  return { ...(await report(db, victims.length, known)), killsInARow, alerts: told }
}

/** The most kills of some victims within so many milliseconds. */
function mostWithin(ms: number, kills: readonly Kill[], victims: readonly string[]): number {
  const moments = kills.filter(({ victim }) => victims.includes(victim)).map(({ from }) => from)
  return Math.max(0, ...moments.map((first) => moments.filter((at) => at >= first && at < first + ms).length))
}

async function report(
  db: Database,
  kills: number,
  { kept, acknowledged }: Known,
): Promise<Omit<KillReport, 'alerts' | 'killsInARow'>> {
  const { rows } = await db.pool.query<{ key: string; place: 'main' | 'office'; gap: number }>(
    `select service_id || ' ' || (extract(epoch from at) * 1000)::bigint as key, place,
       coalesce(extract(epoch from at - lag(at) over (partition by service_id, place order by at)), 0)::float8 as gap from monitoring.results`,
  )
  const stored = new Set(rows.map(({ key }) => key))
  const missing = (wanted: readonly string[]) => wanted.filter((key) => !stored.has(key)).length
  const of = <Value>(read: (place: 'main' | 'office') => Value) => ({ main: read('main'), office: read('office') })
  const never = await db.pool.query(
    'select from monitoring.services s where not exists (select from monitoring.results r where r.service_id = s.id)',
  )
  return {
    kills,
    kept: kept.length,
    acknowledged: acknowledged.length,
    lostKept: missing(kept),
    lostAcknowledged: missing(acknowledged),
    results: of((place) => rows.filter((row) => row.place === place).length),
    longestGapSeconds: of((place) => Math.max(0, ...rows.filter((row) => row.place === place).map(({ gap }) => gap))),
    neverChecked: never.rowCount ?? 0,
  }
}

/** Results that were kept and acknowledged by a moment. */
interface Known {
  readonly kept: readonly string[]
  readonly acknowledged: readonly string[]
}

/** Until all that is kept is delivered and applied, and every service was checked after the last kill. What comes meanwhile is left out. */
async function settled(
  db: Database,
  intervalSeconds: number,
  kept: ReadonlyMap<string, unknown>,
  acknowledged: ReadonlyMap<string, unknown>,
): Promise<Known> {
  const since = new Date()
  const patience = AbortSignal.timeout(60_000 + 3_000 * intervalSeconds)
  for (;;) {
    const before = new Set(acknowledged.keys())
    const known = { kept: [...kept.keys()], acknowledged: [...before] }
    const { rows } = await askUntilUp<{ unchecked: number; waiting: number }>(
      db,
      `select (select count(*)::int from monitoring.services s
          where not exists (select from monitoring.results r where r.service_id = s.id and r.at > $1)) as unchecked,
        (select count(*)::int from monitoring.probe_results) as waiting`,
      [since],
    )
    const isDone = rows[0]?.unchecked === 0 && rows[0].waiting === 0
    if (isDone && known.kept.every((key) => before.has(key))) return known
    await pause(100, undefined, { signal: patience })
  }
}

interface Target {
  readonly server: Server
  /** Numbers of services that do not work now. */
  readonly failing: Set<number>
  close(): void
}

/** Answers at once, as a server that works, but for what is failing. */
async function startTarget(): Promise<Target> {
  const failing = new Set<number>()
  const server = createServer(({ url = '' }, response) => {
    response.statusCode = failing.has(Number(url.slice(1))) ? 503 : 200
    response.end('all that it says')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, failing, close: () => void (server.close(), server.closeAllConnections()) }
}

interface KilledApi {
  /** Makes something of the solution. Throws what is refused. */
  call<Made>(path: string, payload: object): Promise<Made>
  readonly url: string
  /** Results whose delivery was answered, by service and moment. */
  readonly acknowledged: ReadonlyMap<string, unknown>
  /** While away it drops every call of the probe, half of them after they took effect. */
  setAway(isAway: boolean): void
  close(): Promise<void>
}

async function startApi(databaseUrl: string): Promise<KilledApi> {
  const db = openDatabase({ connectionString: databaseUrl, max: 4 })
  const service = createLoneService(db, { identity: { findActor: async () => admin }, onError: () => undefined })
  await service.provisionSpace({ solutionId, timeZone: 'Europe/Berlin' })
  const app = Fastify()
  installProblems(app, { logger: { error: () => undefined } })
  const acknowledged = new Map<string, unknown>()
  let isAway = false
  let calls = 0
  app.addHook('onRequest', async (request) => {
    if (isAway && (calls += 1) % 2 === 0) request.raw.socket.destroy()
  })
  app.addHook('onSend', async (request, reply, payload) => {
    // The product has answered, and the answer gets lost: what took effect will be sent again.
    if (isAway) return void request.raw.socket.destroy()
    if (request.url.endsWith('/probe/results') && reply.statusCode === 200) {
      const { delivered } = JSON.parse(String(payload)) as { delivered: number }
      const { results } = request.body as { results: ProbedResult[] }
      for (const { sequence, serviceId, result } of results)
        if (sequence <= delivered) acknowledged.set(`${serviceId} ${result.at}`, null)
    }
    return payload
  })
  await app.register(service.routes)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    async call<Made>(path: string, payload: object): Promise<Made> {
      const answer = await app.inject({ method: 'POST', url: `/monitoring/v1/solutions/${solutionId}${path}`, payload })
      if (answer.statusCode !== 201) throw new Error(answer.body)
      return answer.json<Made>()
    },
    url,
    acknowledged,
    setAway: (given) => void (isAway = given),
    async close() {
      await app.close()
      await db.close()
    },
  }
}

/** A probe with its services, and as many for workers; answers the token of the probe. */
async function fill(
  { call }: KilledApi,
  db: Database,
  { services, intervalSeconds }: KillOptions,
  port: number,
): Promise<string> {
  await db.pool.query(`insert into monitoring.places (name, seen_at) values ('main', now())`)
  const { secretKey } = await call<{ secretKey: string }>('/probes', {
    name: 'Office',
    place: 'office',
    allowPrivate: true,
  })
  for (const place of ['main', 'office'])
    for (let number = 0; number < services; number += 1)
      await call('/services', {
        name: `${place} ${number}`,
        places: [place],
        retries: 0,
        check: { kind: 'HTTP', target: { url: `http://127.0.0.1:${port}/${number}` }, timeoutMs: 2_000 },
      })
  await db.pool.query('update monitoring.services set interval_seconds = $1', [intervalSeconds])
  await db.pool.query('update monitoring.spaces set plan_interval_seconds = least($1, plan_interval_seconds)', [
    intervalSeconds,
  ])
  return secretKey
}

async function startVictim(
  given: VictimOptions,
  kept: Map<string, { serviceId: string; at: number }>,
): Promise<ChildProcess> {
  const child = fork(new URL('./victim.ts', import.meta.url), [JSON.stringify(given)])
  const ready = Promise.withResolvers<void>()
  child.on('message', (word: VictimWord) => {
    if (word.kind === 'ready') ready.resolve()
    else kept.set(`${word.serviceId} ${word.at}`, word)
  })
  child.once('exit', () => ready.reject(new Error(`a ${given.role} ended before it was ready`)))
  await ready.promise
  return child
}

async function kill(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** Process id of PostgreSQL, as it writes it itself. */
async function postmasterOf(db: Database): Promise<number> {
  const { rows } = await askUntilUp<{ data_directory: string }>(db, 'show data_directory', [])
  const file = readFileSync(join(rows[0]?.data_directory ?? '', 'postmaster.pid'), 'utf8')
  return Number(file.split('\n')[0])
}
