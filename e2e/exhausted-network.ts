import { randomBytes } from 'node:crypto'
import { auditMigrations } from '@bollard/audit'
import { createCaptchaService } from '@bollard/captcha-service'
import { openDatabase } from '@bollard/database'
import { installProblems, serverOptions } from '@bollard/http'
import { chromiumHeaders, startTestDatabase } from '@bollard/testing'
import Fastify from 'fastify'
import { serveWidget } from '../server/api/serve-widget.ts'
import { readWidgetRelease, widgetDirectory } from '../server/api/widget-release.ts'

export interface ExhaustedNetwork {
  readonly keys: { readonly siteKey: string; readonly secretKey: string }
  /** Milliseconds since 1970, for the service. */
  now(): number
  /** Lets time pass for the service. */
  pass(ms: number): void
  stop(): Promise<void>
}

const throttledFrom = 1_000
const prefix = '20.3.3.'
/** What the journeys call the API; until it is stopped it is this one. */
const address = 'E2E_API'

/**
 * The real service beside the product, with the widget, on a clock that a journey moves, at a site of which a script in one /24 has asked
 * for 999 challenges this hour: the next visitor of that network is the first one to be throttled. The usual budget lets
 * ten times as many in; waiting, tickets and work beyond it are the usual ones but for the number of hashes.
 */
export async function exhaustNetwork(): Promise<ExhaustedNetwork> {
  const database = await startTestDatabase()
  const migrations = new URL('../services/captcha/src/migrations/', import.meta.url)
  const db = openDatabase({
    connectionString: await database.createDatabase(auditMigrations, { schema: 'captcha', directory: migrations }),
  })
  let ahead = 0
  const now = () => Date.now() + ahead
  const service = createCaptchaService({
    db,
    findActor: async () => null,
    findRole: async () => null,
    noteVisit: async () => {},
    signingKeys: [{ id: 1, secret: Buffer.alloc(32, 7) }],
    now,
    randomBytes,
    trustedProxies: ['127.0.0.1', '::1'],
    lookUpNetwork: () => ({ asn: 64_500, country: null, kind: 'access' }),
    budgets: { throttleFrom: throttledFrom - 1 },
    // The most work of a first challenge is 16 times this.
    work: { min: 2 ** 16, max: 2 ** 17, stepUpMin: 2 ** 18, stepUpMax: 2 ** 18 },
    partitionDaysAhead: 1,
    widgetRelease: readWidgetRelease(widgetDirectory),
    onError: (error) => console.error(error),
  })
  await service.start()
  const keys = await service.provisionSite({
    solutionId: '01941f29-7c00-7000-8000-000000000001',
    domains: ['localhost'],
  })
  // A program drives these visitors, so nobody asks what they are.
  await db.query(
    'journey-lenient-site',
    `update captcha.sites set settings = settings || '{"riskScoring":false}', version = version + 1, changed_at = clock_timestamp()`,
    [],
  )
  const app = Fastify({ ...serverOptions(), forceCloseConnections: true })
  installProblems(app)
  await app.register(service.edgeRoutes)
  serveWidget(app, widgetDirectory)
  // As a proxy before the service would say of them, all browsers that come here are of the attacked network.
  app.server.prependListener('request', ({ headers }) => (headers['x-forwarded-for'] = `${prefix}254`))
  const url = (await app.listen({ port: 0, host: '127.0.0.1' })).replace('127.0.0.1', 'localhost')
  const before = process.env[address]
  process.env[address] = url
  for (let visitor = 1; visitor < throttledFrom; visitor++) {
    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/captcha/v1/verifications',
      headers: { ...chromiumHeaders, origin: 'http://localhost', 'x-forwarded-for': `${prefix}${visitor % 250}` },
      payload: JSON.stringify({ siteKey: keys.siteKey }),
    })
    if (statusCode !== 201) throw new Error(`Challenge ${visitor} of the attack was refused with ${statusCode}`)
  }
  return {
    keys,
    now,
    pass: (ms) => void (ahead += ms),
    async stop() {
      process.env[address] = before
      await app.close()
      await service.drain()
      await db.close()
      await database.stop()
    },
  }
}
