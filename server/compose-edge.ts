import { createCaptchaService } from '@bollard/captcha-service'
import { openDatabase, requireMigrated } from '@bollard/database'
import { createFlagFollower, keepProcess } from '@bollard/operations-service'
import { edgeFlagsOf } from './api/edge-flags.ts'
import { edgeOptions } from './api/edge-options.ts'
import { serveEdge } from './api/serve-edge.ts'
import { serveLicences } from './api/serve-licences.ts'
import { release } from './api/system-of.ts'
import { createMeasures } from './child/measure.ts'
import type { RunningPart } from './child/running-part.ts'
import { serveCalls } from './child/serve-calls.ts'
import type { Task } from './messages.ts'
import { measureCaptcha } from './watching/measure-captcha.ts'
import { measurePools } from './watching/measure-database.ts'
import { openLog } from './watching/open-log.ts'
import { startTracing } from './watching/tracing.ts'

/** Answers widgets and customers' servers, and nobody else: it signs in to the database as `bollard_edge` alone, and does no jobs. */
export async function composeEdge({
  config,
  databaseUrl,
  captchaSigningKeys,
  cellUrls = [],
}: Extract<Task, { name: 'edge' }>): Promise<RunningPart> {
  const measures = createMeasures('edge')
  const { registry } = measures
  const log = openLog(config, 'edge', { registry })
  const tracing = await startTracing(config, 'edge', '')
  const db = openDatabase({
    connectionString: databaseUrl,
    max: config.DATABASE_POOL ?? 10,
    applicationName: 'bollard edge',
  })
  const cells = cellUrls.map((connectionString) =>
    openDatabase({ connectionString, max: config.DATABASE_POOL ?? 10, applicationName: 'bollard edge' }),
  )
  const now = () => new Date()
  const onError = (error: unknown) => log.error({ err: error }, 'Following flags failed')
  const flags = createFlagFollower({ db, now, onError })
  const captcha = createCaptchaService({
    ...edgeOptions(config, captchaSigningKeys, db, log),
    db,
    workerDb: null,
    ...(cells.length === 0 ? {} : { cells: cells.map((cell) => ({ db: cell, edgeDb: cell, workerDb: null })) }),
    duties: ['visitors'],
    flags: edgeFlagsOf(() => flags),
    // Nobody has a session here; no route of this process asks for one.
    findActor: async () => null,
    findRole: async () => null,
    noteVisit: async () => {},
  })
  await requireMigrated(db, { schema: 'captcha', directory: captcha.migrations })
  await flags.start()
  await captcha.start()
  measureCaptcha(registry, captcha)
  measurePools(registry, {
    edge: db.pool,
    ...Object.fromEntries(cells.map((cell, index) => [`edge of cell ${index + 1}`, cell.pool])),
  })
  const alive = keepProcess({ db, now, role: config.ROLE, release, onError })
  // Nobody proves to be one of our own sites here.
  const server = await serveCalls(config, { log, measures, tracing, internalSecret: '' }, async (app) => {
    await serveEdge(app, captcha)
    serveLicences(app)
  })
  let ending: Promise<void> | undefined
  return {
    findings: { ownSites: null, firstAdminToken: null },
    metrics: () => measures.collect(),
    close(leave) {
      const drained = server.drain(leave)
      return (ending ??= end(drained))
    },
  }

  async function end(drained: Promise<void>): Promise<void> {
    await drained
    await server.close()
    // What was answered until then is written.
    await captcha.drain()
    await Promise.all([flags.stop(), alive.stop()])
    await Promise.all([db, ...cells].map((one) => one.close()))
    await tracing?.close()
  }
}
