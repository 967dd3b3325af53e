import { createScorer, defaultWork, type Weights, type WorkRange } from '@bollard/bot-score'
import { captchaRoutes } from '@bollard/contracts'
import { createTaker, mountRoute, ProblemError, rateLimitHook } from '@bollard/http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AccessPorts, Actor, Caller } from '../../access/require-site.ts'
import { requireSite } from '../../access/require-site.ts'
import { checkRules } from './check-rules.ts'
import { checkSettings } from './check-settings.ts'
import { findEnvironment } from './read-rules.ts'
import { runWhatIf, type WhatIfPorts } from './run-what-if.ts'

export interface MountWhatIfPorts extends AccessPorts {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Weights of the score by code, in place of the catalogue's. */
  readonly weights?: Weights
  readonly work?: WorkRange
  readonly nameOfNetwork?: (asn: number) => string | null
}

/** Room for 200 rules with long lists of networks. */
const bodyBytes = 1_048_576
const perMinute = { max: 10, windowSeconds: 60 }
const retryAfterSeconds = 5
/** So many calls of one person are read at all: a body of this size costs a good part of a second. */
const readPerMinute = { max: 30, windowSeconds: 60 }
/** So many run in a process at a time, so that visitors of all sites keep most of it. */
const mostAtOnce = 3

/** The call that tries a change on the visitors of the last days. */
export function mountWhatIf(
  app: FastifyInstance,
  ports: MountWhatIfPorts,
  actorOf: (request: FastifyRequest) => Actor | Caller,
): void {
  const own: WhatIfPorts = {
    db: ports.db,
    now: ports.now,
    elapsed: () => performance.now(),
    // Its own, so that what it remembers does not push out what the hot path remembers.
    score: createScorer(ports.weights),
    work: ports.work ?? defaultWork,
    mostVisitors: 100_000,
    budgetMs: 18_000,
    nameOfNetwork: ports.nameOfNetwork ?? (() => null),
  }
  const take = createTaker(perMinute)
  const running = new Set<number>()

  mountRoute(
    app,
    captchaRoutes.tryChange,
    async ({ params, body, request }) => {
      const site = await requireSite(ports, actorOf(request), params.solutionId, 'VIEWER')
      const now = ports.now()
      const rules = body.rules && checkRules(body.rules, now)
      const settings = checkSettings(body.settings)
      const environmentId =
        body.environmentId === undefined ? null : await requireEnvironment(ports, site.id, body.environmentId)
      if (running.has(site.id))
        throw new ProblemError('rate-limited', 'Another change is being tried on this solution.', {
          retryAfterSeconds,
          limit: 1,
        })
      if (running.size >= mostAtOnce)
        throw new ProblemError('rate-limited', 'Many changes are being tried.', {
          retryAfterSeconds,
          limit: mostAtOnce,
        })
      const { allowed, retryAfterSeconds: wait } = take(String(site.id), now)
      if (!allowed) throw new ProblemError('rate-limited', undefined, { retryAfterSeconds: wait, limit: perMinute.max })
      running.add(site.id)
      try {
        return await runWhatIf(own, site, { ...body, settings, rules, environmentId })
      } finally {
        running.delete(site.id)
      }
    },
    {
      bodyLimit: bodyBytes,
      onRequest: rateLimitHook({ ...readPerMinute, key: (request) => actorOf(request).userId, now: ports.now }),
    },
  )
}

async function requireEnvironment({ db }: Pick<AccessPorts, 'db'>, siteId: number, publicId: string): Promise<number> {
  const found = await findEnvironment(db, siteId, publicId)
  if (found === undefined)
    throw new ProblemError('validation-failed', undefined, { errors: [{ pointer: '/environmentId', code: 'unknown' }] })
  return found
}
