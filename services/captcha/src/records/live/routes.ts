import { captchaRoutes } from '@bollard/contracts'
import { mountRoute, ProblemError } from '@bollard/http'
import type { FastifyInstance } from 'fastify'
import type { Gate } from '../audit/editor.ts'
import { compileFilter } from '../log/matches-filter.ts'
import type { SiteFeed } from './site-feed.ts'
import { type OpenStreams, streamSite } from './stream-site.ts'

export interface LiveContext {
  readonly now: () => Date
  readonly feed: SiteFeed
  readonly openStreams: OpenStreams
}

/** Verifications as they happen. */
export function mountLive(app: FastifyInstance, context: LiveContext, gate: Gate): void {
  mountRoute(app, captchaRoutes.streamSite, async ({ params: { solutionId }, query, request, reply }) => {
    const { id } = await gate.requireSite(request, solutionId, 'VIEWER')
    // A stream outlives its request, and must end with the session, the membership or the key that opened it.
    const mayStillRead = () => gate.requireSiteAnew(request, solutionId, 'VIEWER').then(() => true, endWhenRefused)
    const matches = Object.keys(query).length === 0 ? null : compileFilter(query)
    streamSite(
      {
        feed: context.feed,
        site: { id, solutionId, matches },
        reader: gate.userIdOf(request),
        now: () => context.now().getTime(),
        open: context.openStreams,
        mayStillRead,
      },
      request,
      reply,
    )
  })
}

/** Whoever is refused may not read any more; any other failure says nothing about the reader. */
function endWhenRefused(error: unknown): false {
  if (error instanceof ProblemError) return false
  throw error
}
