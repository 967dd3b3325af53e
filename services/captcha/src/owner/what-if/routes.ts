import { createScorer, defaultWork, type Weights, type WorkRange } from '@bollard/bot-score'
import { captchaRoutes } from '@bollard/contracts'
import type { Database, Reads } from '@bollard/database'
import {
  type CallLimiterOptions,
  callerOf,
  createCallLimiter,
  mountRoute,
  ProblemError,
  rateLimited,
} from '@bollard/http'
import { rateLimits } from '../../rate-limits.ts'
import type { SiteScope } from '../../records/sites/site-scope.ts'
import { checkRules, checkSettings } from './check-change.ts'
import { findEnvironment } from './read-rules.ts'
import { runWhatIf, type WhatIfContext } from './run-what-if.ts'

export interface MountWhatIfContext extends CallLimiterOptions {
  readonly db: Database
  readonly reads: Reads
  /** Weights of the score by code, in place of the catalogue's. */
  readonly weights?: Weights
  readonly work?: WorkRange
  readonly nameOfNetwork?: (asn: number) => string | null
}

/** Room for 200 rules with long lists of networks. */
const bodyBytes = 1_048_576
const retryAfterSeconds = 5
/** So many run in a process at a time, so that visitors of all sites keep most of it. */
const atOnceMax = 3

/** The call that tries a change on the visitors of the last days. */
export function mountWhatIf(app: SiteScope, context: MountWhatIfContext): void {
  const own: Omit<WhatIfContext, 'db'> = {
    now: context.now,
    elapsed: () => performance.now(),
    // Its own, so that what it remembers does not push out what the hot path remembers.
    score: createScorer(context.weights),
    work: context.work ?? defaultWork,
    visitorsMax: 100_000,
    budgetMs: 18_000,
    nameOfNetwork: context.nameOfNetwork ?? (() => null),
  }
  const limiter = createCallLimiter('captcha', rateLimits, context)
  const running = new Set<number>()

  mountRoute(
    app,
    captchaRoutes.tryChange,
    async ({ standing: { site }, body }) => {
      const now = context.now().getTime()
      const rules = body.rules && checkRules(body.rules, now)
      const settings = checkSettings(body.settings)
      const environmentId =
        body.environmentId === undefined ? null : await requireEnvironment(context, site.id, body.environmentId)
      if (running.has(site.id))
        throw rateLimited({ limit: 1 }, retryAfterSeconds, 'Another change is being tried on this solution.')
      if (running.size >= atOnceMax)
        throw rateLimited({ limit: atOnceMax }, retryAfterSeconds, 'Many changes are being tried.')
      running.add(site.id)
      try {
        await limiter.take('tryChange', String(site.id))
        return await context.reads((db) => runWhatIf({ ...own, db }, site, { ...body, settings, rules, environmentId }))
      } finally {
        running.delete(site.id)
      }
    },
    {
      bodyLimit: bodyBytes,
      onRequest: limiter.hook('readChange', (request) => callerOf(request).userId),
    },
  )
}

async function requireEnvironment(
  { db }: { readonly db: Database },
  siteId: number,
  publicId: string,
): Promise<number> {
  const found = await findEnvironment(db, siteId, publicId)
  if (found === undefined)
    throw new ProblemError('validation-failed', undefined, { errors: [{ pointer: '/environmentId', code: 'unknown' }] })
  return found
}
