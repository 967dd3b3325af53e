import { createRequestId, installProblems, type Leave, serverOptions, watchConnections } from '@bollard/http'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { logRequests } from '../watching/log-requests.ts'
import type { Tracing } from '../watching/tracing.ts'
import { keepCertificate } from './keep-certificate.ts'
import type { Measures } from './measure.ts'
import { drainLimitMs } from './running-part.ts'
import { watchForwarding } from './watch-forwarding.ts'

/** How a process is watched. */
export interface Watched {
  readonly log: Logger
  readonly measures: Measures
  /** Null where nothing is traced. */
  readonly tracing: Tracing | null
}

/** The server of a process that answers calls. */
export interface CallServer {
  /** Takes no more connections; resolves when the open ones have ended. */
  drain(leave: Leave): Promise<void>
  close(): Promise<void>
}

/** Serves what `mount` adds at the address of the API, with TLS where a certificate is set. A process of jobs alone listens nowhere. */
export async function serveCalls(
  config: Config,
  { log, measures, tracing, internalSecret }: Watched & { readonly internalSecret: string },
  mount: (app: FastifyInstance) => Promise<void>,
): Promise<CallServer> {
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
  tracing?.watch(app)
  measures.watch(app)
  logRequests(app, log)
  watchForwarding(measures.registry, { trustedProxies: config.TRUSTED_PROXIES, log, now: () => performance.now() })
  installProblems(app, {
    logger: log,
    docsUrl: config.DOCS_URL,
    requestId: createRequestId({ internalSecret, trustedProxies: config.TRUSTED_PROXIES }),
  })
  await mount(app)
  await app.ready()
  if (config.ROLE !== 'worker') await connections.listen(config.HOST, config.API_PORT)
  return {
    drain: (leave) => connections.drain(leave, drainLimitMs[leave]),
    close: async () => {
      certificate?.stop()
      await app.close()
    },
  }
}
