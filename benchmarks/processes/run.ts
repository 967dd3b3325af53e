/**
 * Whether twenty processes of the edge enforce the limits of one: cheap challenges of a network, wrong answers that are logged, and refusals
 * of a rule that are logged, with one and with twenty real processes over one database. Requests go round all processes at a steady rate.
 * Ends with 1 when a figure of twenty is more than a fifth away from that of one.
 * Run: node_modules/.bin/node benchmarks/processes/run.ts [--processes 20] [--print]
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createCaptchaService } from '@bollard/captcha-service'
import { type Database, openDatabase } from '@bollard/database'
import { addressesOfRoles } from '@bollard/database/roles'
import { readChallenge } from '@bollard/proof-of-work'
import { chromiumHeaders, collectedFor, startTestDatabase } from '@bollard/testing'
import { readConfig } from '../../server/config.ts'
import { schemas } from '../../server/migrate-every-schema.ts'
import { findFreePorts } from '../../server/testing/free-ports.ts'
import { type RunningChild, startChild } from '../../server/testing/start-child.ts'
import { describeMachine } from '../service/report.ts'

const { values } = parseArgs({
  options: { processes: { type: 'string', default: '20' }, print: { type: 'boolean', default: false } },
})
const many = Number(values.processes)
const signingKey = randomBytes(32).toString('hex')

interface Edge extends RunningChild {
  readonly url: string
}

async function startEdge(databaseUrl: string): Promise<Edge> {
  const [port = 0, metricsPort = 0] = await findFreePorts(2)
  const read = readConfig({
    ROLE: 'edge',
    HOST: '127.0.0.1',
    API_PORT: String(port),
    METRICS_PORT: String(metricsPort),
    EDGE_DATABASE_URL: databaseUrl,
    CAPTCHA_SIGNING_KEYS: signingKey,
    TRUSTED_PROXIES: '127.0.0.1',
    DATABASE_POOL: '10',
    LOG_LEVEL: 'error',
  })
  if (read.status === 'invalid') throw new Error(read.faults.join('\n'))
  const child = await startChild({
    name: 'edge',
    config: read.config,
    captchaSigningKeys: [signingKey],
    databaseUrl,
  })
  return { ...child, url: `http://127.0.0.1:${port}` }
}

const headersOf = (address: string) => ({
  ...chromiumHeaders,
  'content-type': 'application/json',
  origin: 'https://shop.example',
  'x-forwarded-for': address,
})

async function post(edge: Edge, path: string, address: string, body: object) {
  const answer = await fetch(`${edge.url}/captcha/v1/${path}`, {
    method: 'POST',
    headers: headersOf(address),
    body: JSON.stringify(body),
  })
  return {
    status: answer.status,
    body: (await answer.json()) as { verificationId: string; challenge: { token: string } },
  }
}

/** Sends so many requests a second, each to the next process, and waits for all answers. */
async function atRate(
  edges: readonly Edge[],
  { seconds, perSecond }: { readonly seconds: number; readonly perSecond: number },
  send: (edge: Edge) => Promise<void>,
): Promise<void> {
  const begun = performance.now()
  const sent: Promise<void>[] = []
  for (let n = 0; n < seconds * perSecond; n += 1) {
    await pause(Math.max(0, begun + (n * 1_000) / perSecond - performance.now()))
    const edge = edges[n % edges.length]
    if (edge !== undefined) sent.push(send(edge))
  }
  await Promise.all(sent)
}

async function newSite(db: Database): Promise<{ siteKey: string; siteId: number }> {
  const solutionId = randomUUID()
  const { siteKey } = await service(db).provisionSite({ solutionId, domains: ['shop.example'] })
  const { rows } = await db.pool.query<{ id: number }>('select id from captcha.sites where solution_id = $1', [
    solutionId,
  ])
  return { siteKey, siteId: rows[0]?.id ?? 0 }
}
const service = (db: Database) =>
  createCaptchaService({
    db,
    findActor: async () => null,
    findRole: async () => null,
    noteVisit: async () => {},
    signingKeys: [{ id: 1, secret: randomBytes(32) }],
    now: () => Date.now(),
    randomBytes,
    trustedProxies: [],
  })
const rowsOf = async (db: Database, siteId: number) =>
  (
    await db.pool.query<{ n: number }>('select count(*)::int as n from captcha.verifications where site_id = $1', [
      siteId,
    ])
  ).rows[0]?.n ?? 0

/** Challenges at the usual work that one network gets, of 90 that it asks for within half a minute. */
async function cheapChallenges(db: Database, edges: readonly Edge[], net: number): Promise<number> {
  const { siteKey } = await newSite(db)
  const targets: number[] = []
  await atRate(edges, { seconds: 30, perSecond: 3 }, async (edge) => {
    const { status, body } = await post(edge, 'verifications', `198.51.${net}.7`, { siteKey })
    if (status === 201) targets.push(readChallenge(body.challenge.token).target)
  })
  const usual = Math.max(...targets)
  return targets.filter((target) => target > usual / 2).length
}

/** Rows of the log that one network's wrong answers make, of 48 within 24 seconds. */
async function loggedWrongAnswers(db: Database, edges: readonly Edge[], net: number): Promise<number> {
  const { siteKey, siteId } = await newSite(db)
  await atRate(edges, { seconds: 24, perSecond: 2 }, async (edge) => {
    const address = `198.51.${net}.7`
    const { status, body } = await post(edge, 'verifications', address, { siteKey })
    if (status !== 201) return
    const { token } = body.challenge
    await post(edge, `verifications/${body.verificationId}/solutions`, address, {
      challenge: token,
      solution: 'A'.repeat(171),
      workMs: 3,
      collected: collectedFor(token),
    })
  })
  return rowsOf(db, siteId)
}

/** Rows of the log that refusals of a rule make, of 1 200 within half a minute. */
async function loggedRefusals(db: Database, edges: readonly Edge[]): Promise<number> {
  const { siteKey, siteId } = await newSite(db)
  await db.pool.query(
    `insert into captcha.rules (id, site_id, number, name, priority, conditions, action, created_at, updated_at)
     values (gen_random_uuid(), $1, 1, 'Closed', 1, '[{"field":"path","not":false,"values":["/closed"]}]', '{"type":"BLOCK"}', now(), now())`,
    [siteId],
  )
  let n = 0
  await atRate(edges, { seconds: 30, perSecond: 40 }, async (edge) => {
    n += 1
    await post(edge, 'verifications', `203.0.${n % 250}.7`, { siteKey, path: '/closed' })
  })
  return rowsOf(db, siteId)
}

async function measure(db: Database, databaseUrl: string, processes: number) {
  const edges: Edge[] = []
  try {
    // A few at a time: each compiles for seconds.
    while (edges.length < processes)
      edges.push(
        ...(await Promise.all(
          Array.from({ length: Math.min(4, processes - edges.length) }, () => startEdge(databaseUrl)),
        )),
      )
    // Until each has seen the signs of life of all.
    await pause(6_000)
    return {
      cheapChallenges: await cheapChallenges(db, edges, processes),
      loggedWrongAnswers: await loggedWrongAnswers(db, edges, 100 + processes),
      loggedRefusals: await loggedRefusals(db, edges),
    }
  } finally {
    await Promise.all(edges.map((edge) => edge.stop()))
  }
}

const postgres = await startTestDatabase({ alone: true })
try {
  const connectionString = await postgres.createDatabase(...schemas)
  const db = openDatabase({ connectionString, max: 4 })
  const databaseUrl = addressesOfRoles(connectionString, 'the server does not check').bollard_edge
  const one = await measure(db, databaseUrl, 1)
  // The signs of life of the first end, so that they do not count with the next.
  await pause(16_000)
  const all = await measure(db, databaseUrl, many)
  await db.close()
  const limits = (['cheapChallenges', 'loggedWrongAnswers', 'loggedRefusals'] as const).map((limit) => ({
    limit,
    one: one[limit],
    many: all[limit],
    ratio: Math.round((all[limit] / one[limit]) * 100) / 100,
  }))
  console.table(limits)
  const result = { measuredAt: new Date().toISOString(), machine: describeMachine(), processes: many, limits }
  if (!values.print)
    await writeFile(new URL('../results/processes.json', import.meta.url), `${JSON.stringify(result, null, 2)}\n`)
  if (limits.some(({ ratio }) => !(ratio >= 0.8 && ratio <= 1.2))) process.exitCode = 1
} finally {
  await postgres.stop()
}
