import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import { type ApiClient, createApiClient } from '@bollard/api-client'
import { clientIpHeader, internalSecretHeader, mailboxKeyCookie } from '@bollard/contracts'
import { becomeCell } from '@bollard/captcha-service/cells'
import { type Database, openDatabase } from '@bollard/database'
import { addressesOfRoles } from '@bollard/database/roles'
import { installProblems, serverOptions } from '@bollard/http'
import { patience, startTestDatabase } from '@bollard/testing'
import Fastify, { type FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { createServices, type Services } from '../../api/create-services.ts'
import { measureMails } from '../../api/measure-mails.ts'
import { figuresOf } from '../../api/system-of.ts'
import { alertRules } from '../../watching/alert-rules.ts'
import { healthCounters, readHealth } from '../../watching/health.ts'
import { readSamples } from '../../watching/samples.ts'
import { createWatcher } from '../../watching/watcher.ts'
import { mount } from '../../compose-api.ts'
import { openDatabases } from '../../child/open-databases.ts'
import { readConfig } from '../../config.ts'
import { schemas, schemasOfCell } from '../../migrate-every-schema.ts'
import { createHearing, type Hearing } from './hearing.ts'
import { type CuttableWay, openCuttableWay } from '../cuttable-way.ts'
import { freePorts } from '../start-product.ts'

/** Every service on one port, composed as the server does. */
export interface RunningApi {
  readonly url: string
  /** Of the sites, none of which runs. */
  readonly siteUrls: Readonly<Record<'website' | 'identity' | 'dashboard' | 'docs' | 'admin' | 'status', string>>
  readonly app: FastifyInstance
  readonly db: Database
  /** Of all cells, the first of them `db`; one where there are no others. */
  readonly cells: readonly Database[]
  /** The way of the services to cell 1, where `cuttableCell` asked for it. */
  readonly wayToCell: CuttableWay | null
  readonly databaseUrl: string
  /** With which a site says for whom it asks. */
  readonly internalSecret: string
  readonly services: Services
  /** The time by which all services go. */
  readonly now: () => Date
  /** Moves that time on at once; never back. */
  goTo(time: Date): void
  /** Everything that is mounted, as `GET /path/:name`. */
  readonly mounted: readonly string[]
  /** Every line of the process log so far. */
  readonly logged: string[]
  /** Everything that was answered to the people of the tests. */
  readonly hearing: Hearing
  /** A client of somebody at this address with a browser of their own; `cookie` tells what it holds. */
  clientFrom(address: string): { client: ApiClient; cookie: () => string }
  /** The cell that the captcha of a solution lies in. */
  databaseOf(solutionId: string): Promise<Database>
  stop(): Promise<void>
}

/** A company that is made up. */
const operator = {
  legalName: 'Example Operator GmbH',
  address: { street: 'Musterstraße 1', postalCode: '10115', city: 'Berlin', countryCode: 'DE' },
  email: 'billing@operator.example',
  contact: { name: 'Billing', phone: '+49 30 1234567', email: 'billing@operator.example' },
  vatId: 'DE123456788',
  taxNumber: '30/123/45678',
  registerNumber: 'HRB 1234',
  bank: { accountHolder: 'Example Operator GmbH', iban: 'DE02120300000000202051', bic: 'BYLADEM1001' },
}

const hex = () => randomBytes(32).toString('hex')

export interface ApiOptions {
  readonly now?: () => Date
  /** The plans that are sold, in place of the built-in ones. */
  readonly plans?: object
  /** Further settings, as in the environment of a process. */
  readonly settings?: Readonly<Record<string, string>>
  /** Further fields of the operator file. */
  readonly terms?: object
  /** Two cells, whatever TEST_CELLS says, and the way to the second one can be cut. */
  readonly cuttableCell?: boolean
}

/** Starts the services on a new database: local mailbox, no captcha on our own forms, log in memory. */
export async function startApi({
  now: given = () => new Date(),
  plans,
  settings: further = {},
  terms = {},
  cuttableCell = false,
}: ApiOptions = {}): Promise<RunningApi> {
  let aheadMs = 0
  const now = () => new Date(given().getTime() + aheadMs)
  const folder = mkdtempSync(join(tmpdir(), 'bollard-api-'))
  writeFileSync(join(folder, 'operator.json'), JSON.stringify({ ...operator, ...terms }))
  if (plans) writeFileSync(join(folder, 'plans.json'), JSON.stringify(plans))
  const ports = await freePorts()
  const settings = readConfig({
    HOST: '127.0.0.1',
    ...ports,
    DATA_DIR: folder,
    OPERATOR_FILE: join(folder, 'operator.json'),
    PLANS_FILE: plans ? join(folder, 'plans.json') : '',
    SIGN_UP_CAPTCHA: 'false',
    SIGN_UPS_PER_HOUR: '100',
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'debug',
    NODE_ENV: 'test',
    ...further,
  })
  if (settings.status === 'invalid') throw new Error(settings.faults.join('\n'))
  const { config } = settings
  const secrets = { sessionSecret: hex(), captchaSigningKeys: [hex()], encryptionKey: hex() }
  const internalSecret = hex()

  const hearing = createHearing()
  const logged: string[] = []
  const sink = new Writable({ write: (chunk, _encoding, done) => (logged.push(String(chunk)), done()) })
  const log = pino({ level: config.LOG_LEVEL }, sink)
  const postgres = await startTestDatabase()
  const databaseUrl = await postgres.createDatabase(...schemas)
  const db = openDatabase({ connectionString: databaseUrl, max: 4, ...patience })
  // The tests look at everything; the services see what their roles let them.
  const addresses = addressesOfRoles(databaseUrl, secrets.encryptionKey)
  const otherCells = cuttableCell || process.env['TEST_CELLS'] === '2' ? [await makeCell(postgres)] : []
  const [second] = otherCells
  const wayToCell = cuttableCell && second !== undefined ? await openCuttableWay(second) : null
  const cells = [db, ...otherCells.map((connectionString) => openDatabase({ connectionString, max: 2 }))]
  const databases = openDatabases(
    { ROLE: 'all', DATABASE_POOL: undefined },
    addresses,
    null,
    () => undefined,
    otherCells.map((address) => addressesOfRoles(wayToCell?.connectionString ?? address, secrets.encryptionKey)),
  )
  const registry = new Registry()
  const services = createServices(
    { name: 'api', config, secrets, internalSecret, mailboxKey, databases: addresses },
    databases,
    log,
    { identity: () => null, website: () => null },
    {
      readFigures: () => figuresOf(registry, now()),
      async readHealth() {
        const watcher = createWatcher(alertRules, healthCounters)
        watcher.take(readSamples(await registry.metrics()), now().getTime())
        return readHealth(watcher)
      },
    },
    now,
  )
  measureMails(registry, services.outbox)
  await services.captcha.start()
  // Of the captcha; nothing looks for runs, since tests do what is due themselves.
  await services.operations.jobs.register()
  const docsUrl = config.DOCS_URL
  const app = Fastify({ ...serverOptions({ docsUrl }), forceCloseConnections: true })
  const mounted: string[] = []
  app.addHook('onRoute', ({ method, url }) => void mounted.push(...[method].flat().map((name) => `${name} ${url}`)))
  installProblems(app, { logger: log, docsUrl })
  await mount(app, config, services)
  await app.listen({ host: config.HOST, port: config.API_PORT })

  return {
    url: config.API_URL,
    siteUrls: {
      website: config.WEBSITE_URL,
      identity: config.IDENTITY_URL,
      dashboard: config.DASHBOARD_URL,
      admin: config.ADMIN_URL,
      status: config.STATUS_URL,
      docs: docsUrl,
    },
    app,
    db,
    cells,
    wayToCell,
    databaseUrl,
    internalSecret,
    services,
    now,
    async databaseOf(solutionId) {
      const sql = 'select cell from captcha.directory where key = $1'
      const { rows } = await db.pool.query<{ cell: number }>(sql, [solutionId])
      return cells[rows[0]?.cell ?? 0] ?? db
    },
    goTo: (time) => void (aheadMs += Math.max(0, time.getTime() - now().getTime())),
    mounted,
    logged,
    hearing,
    clientFrom: (address) =>
      withCookies(config.API_URL, hearing.fetch, { [internalSecretHeader]: internalSecret, [clientIpHeader]: address }),
    async stop() {
      const closing = app.close()
      await services.operations.jobs.stop()
      await services.captcha.drain()
      await closing
      await services.identity.drain()
      await services.outbox.stop()
      await databases.close()
      await wayToCell?.close()
      await Promise.all(cells.map((cell) => cell.close()))
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const mailboxKey = randomBytes(32).toString('base64url')

/** A second cell (0119), which TEST_CELLS=2 asks for as well. Captchas lie in the one and the other in turn: tenants are neighbours of tenants elsewhere. */
async function makeCell(postgres: Awaited<ReturnType<typeof startTestDatabase>>): Promise<string> {
  const connectionString = await postgres.createDatabase(...schemasOfCell)
  const db = openDatabase({ connectionString, max: 1 })
  await becomeCell(db, 1).finally(() => db.close())
  return connectionString
}

function withCookies(baseUrl: string, fetching: typeof fetch, headers: Record<string, string>) {
  const held = new Map<string, string>([
    ['browser_id', randomBytes(16).toString('base64url')],
    [mailboxKeyCookie, mailboxKey],
  ])
  const cookie = () => [...held].map(([name, value]) => `${name}=${value}`).join('; ')
  const onSetCookie = (cookies: string[]) => {
    for (const text of cookies) {
      const [pair = ''] = text.split(';')
      const at = pair.indexOf('=')
      held.set(pair.slice(0, at), pair.slice(at + 1))
    }
  }
  return {
    client: createApiClient({
      baseUrl,
      fetch: fetching,
      cookies: cookie,
      onSetCookie,
      requestHeaders: () => headers,
      timeoutMs: 30_000,
    }),
    cookie,
  }
}
