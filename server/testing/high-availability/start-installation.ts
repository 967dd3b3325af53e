import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCaptchaService } from '@bollard/captcha-service'
import { type Database, openDatabase } from '@bollard/database'
import { addressesOfRoles } from '@bollard/database/roles'
import { type ApplicationHost, applicationHostNames, applicationHosts, balancerHost } from './place-files.ts'
import { makeCaptchas } from '../make-captchas.ts'
import { endOf, freePorts, type Product, startProduct } from '../start-product.ts'

/** Where the installation has its database and its files. */
export interface Ground {
  readonly folder: string
  readonly network: string
  /** The owner's address as an application host reaches it. */
  readonly databaseUrl: (host: ApplicationHost) => string
  /** The owner's address of a second cell, if there is one. */
  readonly cellUrl?: string
}

export interface Captcha {
  readonly siteKey: string
  readonly secretKey: string
}

/** Two edges and a worker, with a captcha for `shop.example`. */
export interface Installation extends Captcha {
  /** A captcha in each cell. */
  readonly captchas: readonly Captcha[]
  /** Ends an edge with all of its processes at once. */
  killEdge(host: ApplicationHost): Promise<void>
  startEdge(host: ApplicationHost): Promise<void>
  /** What all of them have printed. */
  said(): string
  stop(): Promise<void>
}

export const origin = 'https://shop.example'

const hex = () => randomBytes(32).toString('hex')

export const makeSecrets = () => ({
  SESSION_SECRET: hex(),
  ENCRYPTION_KEY: hex(),
  CAPTCHA_SIGNING_KEYS: hex(),
  INTERNAL_SECRET: hex(),
})
type Secrets = ReturnType<typeof makeSecrets>

/** A file of settings as systemd reads it. */
function readSettings(name: string): Record<string, string> {
  const text = readFileSync(new URL(`../../../deploy/high-availability/${name}`, import.meta.url), 'utf8')
  return Object.fromEntries([...text.matchAll(/^([A-Z_]+)=(.*)$/gmu)].map(([, key = '', value = '']) => [key, value]))
}

/** Starts a role as its files set it, but with these secrets and database, at an address that stands for the host. */
export async function startRole(
  ground: Ground,
  role: 'edge' | 'api' | 'worker',
  host: ApplicationHost,
  secrets: Secrets,
): Promise<Product> {
  const address = `${ground.network}${applicationHosts[host]}`
  const { SMTP_URL: _, ...own } = { ...readSettings('common.env'), ...readSettings(`${role}.env`) }
  const database = ground.databaseUrl(host)
  const needed: Record<string, string> =
    role === 'edge'
      ? {
          EDGE_DATABASE_URL: addressesOfRoles(database, '').bollard_edge,
          CAPTCHA_SIGNING_KEYS: secrets.CAPTCHA_SIGNING_KEYS,
        }
      : { ...secrets, DATABASE_URL: database }
  if (ground.cellUrl !== undefined)
    needed.CELL_URLS = role === 'edge' ? addressesOfRoles(ground.cellUrl, '').bollard_edge : ground.cellUrl
  const { API_PORT, METRICS_PORT = '', ...environment } = own
  const ports = { ...(await freePorts()), ...(API_PORT === undefined ? {} : { API_PORT }), METRICS_PORT }
  return startProduct(ports, join(ground.folder, `${role}-${host}`), {
    ...environment,
    ...needed,
    // Nobody is written to here.
    ...(role === 'edge' ? {} : { SMTP_URL: 'smtp://127.0.0.1:9' }),
    HOST: address,
    METRICS_HOST: address,
    METRICS_TOKEN: hex(),
    TRUSTED_PROXIES: `${ground.network}${balancerHost}`,
  })
}

/** Starts two edges and a worker. */
export async function startInstallation(ground: Ground): Promise<Installation> {
  const secrets = makeSecrets()
  const products = new Map<string, Product>()
  const start = async (role: 'edge' | 'worker', host: ApplicationHost) => {
    products.set(`${role} ${host}`, await startRole(ground, role, host, secrets))
  }
  const startEdge = (host: ApplicationHost) => start('edge', host)

  // It migrates, so it comes first.
  await start('worker', 'app1')
  const captchas =
    ground.cellUrl === undefined
      ? [await createCaptcha(ground.databaseUrl('app1'))]
      : await createCaptchas(ground.databaseUrl('app1'), ground.cellUrl)
  const [first] = captchas
  if (first === undefined) throw new Error('no captcha was made')
  for (const host of applicationHostNames) await startEdge(host)

  return {
    ...first,
    captchas,
    startEdge,
    async killEdge(host) {
      const product = products.get(`edge ${host}`)
      if (product === undefined) throw new Error(`${host} has no edge`)
      const child = product.pidOf('edge')
      product.supervisor.kill('SIGKILL')
      if (child !== undefined) process.kill(child, 'SIGKILL')
      await endOf(product.supervisor)
    },
    said: () => [...products].map(([name, product]) => `${name}:\n${product.said()}`).join('\n'),
    async stop() {
      for (const product of products.values()) product.supervisor.kill('SIGTERM')
      await Promise.all([...products.values()].map(({ supervisor }) => endOf(supervisor)))
    },
  }
}

/** Whose work is the least that owners can set. */
export async function createCaptcha(connectionString: string): Promise<Captcha> {
  const db = openDatabase({ connectionString, max: 1 })
  const { provisionSite } = createCaptchaService({
    db,
    findActor: async () => null,
    findRole: async () => null,
    noteVisit: async () => {},
    signingKeys: [{ id: 1, secret: randomBytes(32) }],
    now: () => Date.now(),
    randomBytes,
    trustedProxies: [],
  })
  const keys = await provisionSite({
    solutionId: '01941f29-7c00-7000-8000-000000000001',
    domains: [new URL(origin).hostname],
  })
  await makeEasy(db)
  await db.close()
  return keys
}

/** One in each of two cells. */
async function createCaptchas(...urls: readonly [string, string]): Promise<readonly Captcha[]> {
  const [zero, one] = [
    openDatabase({ connectionString: urls[0], max: 2 }),
    openDatabase({ connectionString: urls[1], max: 2 }),
  ]
  const made = await makeCaptchas(zero, one)
  for (const db of [zero, one]) {
    await makeEasy(db)
    await db.close()
  }
  return made
}

async function makeEasy(db: Database): Promise<void> {
  const settings = { difficulty: -50, volumeBudgets: false, underAttack: 'OFF', failover: 'RECORDED_OUTAGES' }
  await db.query('easy', `update captcha.sites set settings = settings || $1::jsonb, changed_at = clock_timestamp()`, [
    JSON.stringify(settings),
  ])
}
