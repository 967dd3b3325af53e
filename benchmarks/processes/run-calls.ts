/**
 * Whether twenty processes of the API enforce the limits of people's calls as one does (0128): real processes over one database, twenty calls at the
 * same moment, in turn to each. Counts what passes of answers on a page by one address, of messages to the operator and of all calls by one person, and of failed
 * sign-ins by one address.
 * Ends with 1 when more passes than the limit says; then nothing is stored.
 * Run: node_modules/.bin/node benchmarks/processes/run-calls.ts [--processes 20] [--print] (needs the built widget; takes two minutes)
 */
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { addressesOfRoles, ensureSignIn } from '@bollard/database/roles'
import { openDatabase } from '@bollard/database'
import { makeTestFolder, startTestDatabase } from '@bollard/testing'
import { readConfig } from '../../server/config.ts'
import { schemas } from '../../server/migrate-every-schema.ts'
import { findFreePorts } from '../../server/testing/free-ports.ts'
import { type RunningChild, startChild } from '../../server/testing/start-child.ts'
import { describeMachine } from '../service/report.ts'
import { startAll, stopAll } from './edges.ts'
import { type CallsResult, callsFile } from './tables.ts'

const { values } = parseArgs({
  options: { processes: { type: 'string', default: '20' }, print: { type: 'boolean', default: false } },
})
const many = Number(values.processes)
const hex = () => randomBytes(32).toString('hex')
const secrets = { sessionSecret: hex(), captchaSigningKeys: [hex()], encryptionKey: hex() }
const password = 'eleven bells across the harbour'
const internalSecret = hex()

interface Api extends RunningChild {
  readonly url: string
}
interface Call {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly address: string
  readonly cookie?: string
  readonly body?: object
}

async function startApi(databaseUrl: string, dataDirectory: string): Promise<Api> {
  const [port = 0, metricsPort = 0] = await findFreePorts(2)
  const read = readConfig({
    ROLE: 'api',
    HOST: '127.0.0.1',
    DATA_DIR: dataDirectory,
    API_PORT: String(port),
    API_URL: `http://127.0.0.1:${port}`,
    METRICS_PORT: String(metricsPort),
    DATABASE_URL: databaseUrl,
    INTERNAL_SECRET: internalSecret,
    SIGN_UP_CAPTCHA: 'false',
    TRUSTED_PROXIES: '127.0.0.1',
    DATABASE_POOL: '10',
    LOG_LEVEL: 'error',
  })
  if (read.status === 'invalid') throw new Error(read.faults.join('\n'))
  const databases = addressesOfRoles(databaseUrl, secrets.encryptionKey)
  const task = { name: 'api', config: read.config, secrets, internalSecret, mailboxKey: null, databases } as const
  return { ...(await startChild(task)), url: `http://127.0.0.1:${port}` }
}

async function send({ url }: Api, { method, path, address, cookie, body }: Call): Promise<Response> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      'x-forwarded-for': address,
      ...(cookie === undefined ? {} : { cookie }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  // Taken in whole, so that the connection is free for the next call.
  return new Response(await answer.arrayBuffer().then((bytes) => (bytes.byteLength === 0 ? null : bytes)), answer)
}

/** Sends a call so many times, in turn to each process and some at the same moment; how many get each status, and for how many seconds the calls lasted. */
async function flood(
  apis: readonly Api[],
  { count, atOnce }: { count: number; atOnce: number },
  call: (n: number) => Call,
) {
  const begun = performance.now()
  const statuses: number[] = []
  let next = 0
  async function sendOn(): Promise<void> {
    while (next < count) {
      const n = next
      next += 1
      const api = apis[n % apis.length]
      if (api === undefined) throw new RangeError('there is no process')
      statuses.push((await send(api, call(n))).status)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, sendOn))
  const seconds = (performance.now() - begun) / 1_000
  const of = (status: number) => statuses.filter((one) => one === status).length
  return { of, seconds, count }
}

/** What came out of it: how many passed, and at most how many may have, with what the limit gives back in that time. */
function passedOf(flooded: Awaited<ReturnType<typeof flood>>, status: number, limit: number, perSecond: number) {
  const { of, seconds, count } = flooded
  if (of(status) + of(429) !== count)
    throw new Error(`of ${count} calls ${of(status)} have ${status}, ${of(429)} have 429`)
  return { asked: count, passed: of(status), most: limit + Math.ceil(seconds * perSecond) }
}

/** Each start makes a new token in place of the one before it, and of starts at once nobody knows which was the last. */
async function signUpOperator(apis: readonly Api[]): Promise<string> {
  let refused = 'no process told the token of the first administrator'
  for (const [at, api] of apis.entries()) {
    const token = api.findings !== null && 'firstAdminToken' in api.findings ? api.findings.firstAdminToken : null
    if (!token) continue
    const made = await send(api, {
      method: 'POST',
      path: '/identity/v1/first-admin',
      address: `192.0.2.${100 + at}`,
      body: { token, email: 'olga@operator.example', password, givenName: 'Olga', language: 'en' },
    })
    const cookies = made.headers.getSetCookie().map((one) => one.split(';', 1)[0] ?? '')
    if (made.ok) return cookies.join('; ')
    refused = `${made.status} ${await made.text()}`
  }
  throw new Error(`The first administrator was not made: ${refused}`)
}

async function measure(processes: number): Promise<Record<keyof CallsResult['one'], ReturnType<typeof passedOf>>> {
  const folder = await makeTestFolder()
  const postgres = await startTestDatabase({ alone: true })
  try {
    const databaseUrl = await postgres.createDatabase(...schemas)
    const db = openDatabase({ connectionString: databaseUrl, max: 1 })
    await ensureSignIn(db.pool, addressesOfRoles(databaseUrl, secrets.encryptionKey)).finally(() => db.close())
    const begun = performance.now()
    const apis = await startAll(processes, () => startApi(databaseUrl, folder.path))
    process.stdout.write(`${processes} started in ${Math.round((performance.now() - begun) / 1_000)} s\n`)
    try {
      const cookie = await signUpOperator(apis)
      const answers = await flood(apis, { count: 200, atOnce: 20 }, () => ({
        method: 'POST',
        path: '/contact/v1/documentation/answers',
        address: '198.51.100.7',
        body: { path: '/start/quick-start', language: 'en', isHelpful: true },
      }))
      const messages = await flood(apis, { count: 60, atOnce: 20 }, (n) => ({
        method: 'POST',
        path: '/contact/v1/enquiries',
        address: '192.0.2.1',
        cookie,
        body: { topic: 'OTHER', message: `Message ${n} of many at once` },
      }))
      const calls = await flood(apis, { count: 600, atOnce: 20 }, () => ({
        method: 'GET',
        path: '/solution/v1/solutions',
        address: '192.0.2.1',
        cookie,
      }))
      const signIns = await flood(apis, { count: 60, atOnce: 4 }, () => ({
        method: 'POST',
        path: '/identity/v1/sessions',
        address: '203.0.113.9',
        body: { email: `nobody-${randomBytes(4).toString('hex')}@muster.example`, password },
      }))
      return {
        pageAnswers: passedOf(answers, 204, 20, 20 / 3_600),
        messages: passedOf(messages, 201, 5, 5 / 3_600),
        calls: passedOf(calls, 200, 200, 20),
        failedSignIns: passedOf(signIns, 401, 20, 20 / 3_600),
      }
    } finally {
      await stopAll(apis)
    }
  } finally {
    await postgres.stop()
    await folder.remove()
  }
}

const [one, all] = [await measure(1), await measure(many)]
console.table({ ...one })
console.table({ ...all })
const holds = [one, all].every((measured) =>
  Object.values(measured).every(({ passed, most }) => passed > 0 && passed <= most),
)
if (!holds) process.exitCode = 1
else if (!values.print) {
  const result = { measuredAt: new Date().toISOString(), machine: describeMachine(), processes: many, one, many: all }
  writeFileSync(callsFile, `${JSON.stringify(result, null, 2)}\n`)
}
