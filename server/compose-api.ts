import { useAuditKey } from '@bollard/audit'
import type { Database, StandbyState } from '@bollard/database'
import { refuseCrossSite } from '@bollard/http'
import { keepProcess } from '@bollard/operations-service'
import type { FastifyInstance } from 'fastify'
import { createServices, type Services } from './api/create-services.ts'
import { provisionOwnSite } from './api/provision-own-site.ts'
import { serveEdge } from './api/serve-edge.ts'
import { serveDescription } from './api/serve-description.ts'
import { serveLicences } from './api/serve-licences.ts'
import { startUpkeep } from './api/start-upkeep.ts'
import { figuresOf, readHealth, release } from './api/system-of.ts'
import { createMeasures } from './child/measure.ts'
import { openDatabases } from './child/open-databases.ts'
import type { RunningPart } from './child/running-part.ts'
import { serveCalls } from './child/serve-calls.ts'
import type { Config } from './config.ts'
import type { Task } from './messages.ts'
import { otherKeysOf } from './supervise/key-ring.ts'
import { identitySiteOf, type OwnSites, ownSitesOf } from './own-sites.ts'
import { measureJobs } from './watching/measure-jobs.ts'
import { measureServices } from './watching/measure-services.ts'
import { openLog } from './watching/open-log.ts'
import { startTracing } from './watching/tracing.ts'

/**
 * Serves every service, or the part of them that the role names. Upkeep is for `worker` and `all` alone, so that it grows with neither the calls
 * of people nor the visitors. The role `edge` has a process of its own kind.
 */
export async function composeApi(task: Extract<Task, { name: 'api' }>, again: boolean): Promise<RunningPart> {
  const { config } = task
  useAuditKey(task.secrets.encryptionKey, otherKeysOf(task.secrets))
  const measures = createMeasures('api')
  const { registry } = measures
  const log = openLog(config, 'api', { registry })
  const tracing = await startTracing(config, 'api', task.internalSecret)
  const databases = openDatabases(
    config,
    task.databases,
    task.readDatabases,
    (state, err) => log.warn({ err, state }, standbyWords[state]),
    task.cells,
  )
  const identitySite = identitySiteOf(config)
  let ownSites: OwnSites | null = ownSitesOf(config)
  const services = createServices(
    task,
    databases,
    log,
    { identity: () => ownSites?.identity ?? identitySite, website: () => ownSites?.website ?? null },
    { readFigures: () => figuresOf(registry, new Date()), readHealth },
  )
  await services.operations.flags.start()
  ownSites = await provideOwnSites(config, databases.api, services)
  await services.captcha.start()
  const doesJobs = config.ROLE === 'all' || config.ROLE === 'worker'
  if (doesJobs) {
    services.monitoring.engine.start()
    services.monitoring.alerting.start()
  }
  const upkeep = doesJobs
    ? await startUpkeep(services, [databases.worker, ...databases.cells.map(({ worker }) => worker)], {
        log,
        record: measureJobs(registry),
        tracing,
      })
    : null
  measureServices(registry, services, databases)
  const alive = keepProcess({
    db: databases.api,
    now: () => new Date(),
    role: config.ROLE,
    release,
    onError: (error) => log.error({ err: error }, 'Saying that this process lives failed'),
  })
  const { internalSecret } = task
  const server = await serveCalls(config, { log, measures, tracing, internalSecret }, (app) =>
    mount(app, config, services),
  )
  let ending: Promise<void> | undefined

  const hasAccounts = config.ROLE === 'all' || config.ROLE === 'api'
  return {
    // A new token would end the one that is on somebody's screen.
    findings: {
      ownSites,
      firstAdminToken: again || !hasAccounts ? null : await services.identity.createFirstAdminToken(),
    },
    metrics: () => measures.collect(),
    close(leave) {
      const drained = server.drain(leave)
      // Readers of a live view come back by themselves, to a process that takes new connections.
      services.captcha.endStreams()
      return (ending ??= end(drained))
    },
  }

  async function end(drained: Promise<void>): Promise<void> {
    await upkeep?.stop()
    await services.monitoring.engine.stop()
    await services.monitoring.alerting.stop()
    await drained
    await server.close()
    // What was answered until then is written.
    await Promise.all([services.captcha.drain(), services.identity.drain(), services.protection.drain()])
    await Promise.all([services.outbox, ...services.cellOutboxes].map((outbox) => outbox.stop()))
    await Promise.all([services.operations.flags.stop(), alive.stop()])
    await databases.close()
    await tracing?.close()
  }
}

const standbyWords: Readonly<Record<StandbyState, string>> = {
  follows: 'The standby for reading follows again',
  lags: 'The standby for reading lags behind; the primary answers in its place',
  away: 'The standby for reading is away; the primary answers in its place',
}

/** The routes of the services that the role names. */
export async function mount(
  app: FastifyInstance,
  config: Config,
  { identity, solution, billing, captcha, monitoring, protection, contact, telemetry, operations }: Services,
): Promise<void> {
  const { ROLE: role, API_URL: apiUrl } = config
  if (role === 'all') await serveEdge(app, captcha)
  if (role !== 'worker') serveLicences(app)
  if (role === 'all' || role === 'api') {
    await app.register(async (calls) => {
      const headers = answerHeaders(apiUrl)
      calls.addHook('onRequest', async (_request, reply) => void reply.headers(headers))
      await calls.register(identity.routes)
      await calls.register(solution.routes)
      await calls.register(billing.routes)
      await calls.register(monitoring.routes)
      await calls.register(protection.routes)
      await calls.register(contact.routes)
      await calls.register(telemetry.routes)
      await calls.register(operations.routes)
      // No page calls these from another origin; the sites call from server to server.
      await calls.register(async (scope) => {
        refuseCrossSite(scope, { allowedOrigins: [] })
        await scope.register(captcha.apiRoutes)
      })
    })
    serveDescription(app, config)
  }
}

/** What every answer to people's calls says besides: that it is no page, and under https that there is no other way. */
function answerHeaders(apiUrl: string): Record<string, string> {
  return {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    ...(apiUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
  }
}

/** The captchas on our own sites: those that are configured, and where everything runs here, new ones for the others. */
async function provideOwnSites(config: Config, db: Database, { captcha }: Services): Promise<OwnSites | null> {
  const configured = ownSitesOf(config)
  if (config.ROLE !== 'all') return configured
  const provision = (name: 'website' | 'identity', ...urls: string[]) => {
    const hosts = urls.map((url) => new URL(url).hostname)
    return provisionOwnSite(db, name, hosts, (request) => captcha.provisionSite(request))
  }
  const identity = config.SIGN_UP_CAPTCHA
    ? (identitySiteOf(config) ?? (await provision('identity', config.IDENTITY_URL)))
    : null
  // The form of a status page stands at the installation's own address, also where the page has a host of its own.
  const website = configured?.website ?? (await provision('website', config.WEBSITE_URL, config.STATUS_URL))
  return { website, identity }
}
