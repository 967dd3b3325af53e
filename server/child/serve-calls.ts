import { installProblems, type Leave, serverOptions, watchConnections } from '@bollard/http'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { keepCertificate } from './keep-certificate.ts'
import { createMeasures, type Measures } from './measure.ts'
import { drainLimitMs } from './running-part.ts'
import { watchForwarding } from './watch-forwarding.ts'

/** The server of a process that answers calls. */
export interface CallServer {
  readonly measures: Measures
  /** Takes no more connections; resolves when the open ones have ended. */
  drain(leave: Leave): Promise<void>
  close(): Promise<void>
}

/** Serves what `mount` adds at the address of the API, with TLS where a certificate is set. A process of jobs alone listens nowhere. */
export async function serveCalls(
  config: Config,
  log: Logger,
  mount: (app: FastifyInstance) => Promise<void>,
): Promise<CallServer> {
  const measures = createMeasures(config.ROLE === 'edge' ? 'edge' : 'api')
  // With a certificate the API ends TLS by itself, and sees how its clients speak it.
  const certificate = await keepCertificate(config, { log, registry: measures.registry })
  const app = Fastify({
    ...serverOptions({ docsUrl: config.DOCS_URL }),
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    // The last calls are answered like all others; what they need is closed after them.
    return503OnClosing: false,
    ...(certificate ? { serverFactory: certificate.serverFactory() } : {}),
  })
  const connections = watchConnections(app.server)
  measures.watch(app)
  watchForwarding(measures.registry, { trustedProxies: config.TRUSTED_PROXIES, log, now: () => performance.now() })
  installProblems(app, { logger: log, docsUrl: config.DOCS_URL })
  await mount(app)
  await app.ready()
  if (config.ROLE !== 'worker') await connections.listen(config.HOST, config.API_PORT)
  return {
    measures,
    drain: (leave) => connections.drain(leave, drainLimitMs[leave]),
    close: async () => {
      certificate?.stop()
      await app.close()
    },
  }
}
