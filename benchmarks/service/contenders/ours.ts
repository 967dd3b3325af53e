import { randomBytes } from 'node:crypto'
import { createCaptchaService } from '@bollard/captcha-service'
import { openDatabase } from '@bollard/database'
import { installProblems, serverOptions } from '@bollard/http'
import { chromiumHeaders, collectedFor } from '@bollard/testing'
import Fastify from 'fastify'
import { startTracing } from '../../../server/watching/tracing.ts'
import type { Contender, Served } from '../contender.ts'

/**
 * The service as it runs in production, with real PostgreSQL; only the work (expected hashes) is chosen, so that answers can be prepared.
 * With a `collector`, an address that takes traces, everything is traced.
 */
export async function serveOurs(connectionString: string, hashes: number, collector = ''): Promise<Served> {
  const db = openDatabase({ connectionString })
  const service = createCaptchaService({
    db,
    findActor: async () => null,
    findRole: async () => null,
    noteVisit: async () => {},
    signingKeys: [{ id: 1, secret: randomBytes(32) }],
    now: () => Date.now(),
    randomBytes,
    trustedProxies: [],
    // As in the product, which hands traced calls to the framework.
    expressLane: collector === '',
    // 32 sub-puzzles that nearly every counter meets, also where volume raises the work: the check hashes each of them all the same.
    work: { min: hashes, max: hashes, stepUpMin: hashes, stepUpMax: hashes },
  })
  await service.start()
  const app = Fastify(serverOptions())
  const traces = collector === '' ? {} : { OTEL_EXPORTER_OTLP_ENDPOINT: collector }
  const settings = {
    OTEL_EXPORTER_OTLP_ENDPOINT: undefined,
    ...traces,
    OTEL_TRACES_SAMPLER_ARG: 1,
    TRUSTED_PROXIES: [],
  }
  const tracing = await startTracing(settings, 'benchmark', '')
  tracing?.watch(app)
  installProblems(app)
  await app.register(service.edgeRoutes)
  return {
    app,
    async close() {
      await app.close()
      await tracing?.close()
      await service.drain()
      await db.close()
    },
  }
}

export function ours(siteKey: string): Contender {
  return {
    name: 'Bollard',
    what: 'signed challenge, 32 hashes, score of 78 checks formed, single use and event committed in PostgreSQL',
    headers: { ...chromiumHeaders, origin: 'https://shop.example' },
    issue: { method: 'POST', path: '/captcha/v1/verifications', body: JSON.stringify({ siteKey, language: 'en' }) },
    solve(issued) {
      const { verificationId, challenge }: { verificationId: string; challenge: { token: string } } = JSON.parse(issued)
      // At this target a counter fails once in four thousand million.
      const solution = Buffer.alloc(128).toString('base64url')
      const collected = collectedFor(challenge.token)
      return {
        method: 'POST',
        path: `/captcha/v1/verifications/${verificationId}/solutions`,
        body: JSON.stringify({ challenge: challenge.token, solution, workMs: 120, collected }),
      }
    },
    accepted: (answer) => answer.includes('"status":"passed"'),
  }
}
