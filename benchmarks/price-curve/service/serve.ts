import './accept-stand-ins.ts'
import { randomBytes } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import type { NetworkKind } from '@bollard/network-data'
import { readWidgetRelease, widgetDirectory } from '../../../server/api/widget-release.ts'
import type { SharedClock } from '../agenda.ts'

export interface ServeOptions {
  readonly connectionString: string
  readonly clock: SharedClock
  readonly mark: string
  readonly minimalData: boolean
  /** Networks whose kind the benchmark declares, by prefix. */
  readonly declared: ReadonlyMap<string, NetworkKind>
}
/** What the thread says once it serves. */
export interface Serving {
  readonly port: number
  readonly siteKey: string
  readonly secretKey: string
}

// After the stand-ins are in place: these load the service.
const [
  { auditMigrations },
  { createCaptchaService },
  { openDatabase, migrate },
  { installProblems, serverOptions },
  { openNetworkData },
] = await Promise.all([
  import('@bollard/audit'),
  import('@bollard/captcha-service'),
  import('@bollard/database'),
  import('@bollard/http'),
  import('@bollard/network-data'),
])
const { default: Fastify } = await import('fastify')
const { serveWidget } = await import('../../../server/api/serve-widget.ts')

const { connectionString, clock, minimalData, declared }: ServeOptions = workerData
const db = openDatabase({ connectionString })
const networks = openNetworkData()
const service = createCaptchaService({
  db,
  findActor: async () => null,
  findRole: async () => null,
  noteVisit: async () => {},
  signingKeys: [{ id: 1, secret: randomBytes(32) }],
  now: () => Math.floor(clock[0] ?? 0),
  randomBytes,
  // One machine plays all networks.
  trustedProxies: ['127.0.0.1'],
  partitionDaysAhead: 9,
  followSitesMs: 200,
  // An hour of the site's clock takes seconds.
  followVolumeMs: 25,
  followEngineMs: 50,
  secure: true,
  widgetRelease: readWidgetRelease(widgetDirectory),
  lookUpNetwork(address) {
    const facts = networks.lookup(address)
    const kind = declared.get(address.slice(0, address.lastIndexOf('.') + 1))
    return kind === undefined ? facts : { ...facts, kind }
  },
  nameOfNetwork: (asn) => networks.nameOf(asn),
  onError: (error) => console.error(error),
})
await migrate(db, auditMigrations)
await migrate(db, { schema: 'captcha', directory: service.migrations })
await service.start()
const site = await service.provisionSite({
  solutionId: '01941f29-7c00-7000-8000-000000000001',
  domains: ['shop.example', 'localhost'],
})
if (minimalData) {
  await db.query(
    'benchmark-minimal-data',
    `update captcha.sites set settings = settings || '{"minimalData":true}', version = version + 1, changed_at = clock_timestamp()`,
  )
  // Until every cache has seen it.
  await new Promise((resolve) => setTimeout(resolve, 1_500))
}
const app = Fastify({ ...serverOptions(), forceCloseConnections: true })
installProblems(app)
await app.register(service.edgeRoutes)
serveWidget(app, widgetDirectory)
await app.listen({ port: 0, host: '127.0.0.1' })
const address = app.server.address()
const serving: Serving = { port: typeof address === 'object' && address !== null ? address.port : 0, ...site }
parentPort?.postMessage(serving)
parentPort?.once('message', () => {
  void app
    .close()
    .then(() => service.drain())
    .then(() => db.close())
    .then(() => process.exit(0))
})
