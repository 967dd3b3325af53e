import { captchaRoutes } from '@bollard/contracts'
import { callerOf, mountRoute } from '@bollard/http'
import type { FastifyRequest } from 'fastify'
import { compileFilter } from '../log/matches-filter.ts'
import type { SiteScope } from '../sites/site-scope.ts'
import type { SiteFeed } from './site-feed.ts'
import { type OpenStreams, streamSite } from './stream-site.ts'

export interface LiveContext {
  readonly now: () => Date
  readonly feed: SiteFeed
  readonly openStreams: OpenStreams
  /** Asks anew whether the caller may read the site of a solution. */
  readonly mayStillRead: (request: FastifyRequest, solutionId: string) => Promise<boolean>
}

/** Verifications as they happen. */
export function mountLive(app: SiteScope, context: LiveContext): void {
  mountRoute(
    app,
    captchaRoutes.streamSite,
    async ({ standing: { site }, params: { solutionId }, query, request, reply }) => {
      const { id } = site
      // A stream outlives its request, and must end with the session, the membership or the key that opened it.
      const mayStillRead = () => context.mayStillRead(request, solutionId)
      const matches = Object.keys(query).length === 0 ? null : compileFilter(query)
      streamSite(
        {
          feed: context.feed,
          site: { id, solutionId, matches },
          reader: callerOf(request).userId,
          now: () => context.now().getTime(),
          open: context.openStreams,
          mayStillRead,
        },
        request,
        reply,
      )
    },
  )
}
