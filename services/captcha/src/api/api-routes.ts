import type { Site, Verification } from '@bollard/contracts'
import { captchaRoutes } from '@bollard/contracts'
import { limitRate, mountRoute, ProblemError, requireSession } from '@bollard/http'
import type { FastifyPluginAsync } from 'fastify'
import type { SiteFeed } from '../live/site-feed.ts'
import type { OpenStreams } from '../live/stream-site.ts'
import { closeStreams, streamSite } from '../live/stream-site.ts'
import type { ProvisionPorts } from '../provision-site.ts'
import { rotateSecretKey } from '../provision-site.ts'
import type { VerificationKey } from '../store/feedback.ts'
import { giveFeedback, removeFeedback } from '../store/feedback.ts'
import { findVerification, listVerifications } from '../store/list-verifications.ts'
import { toVerification } from '../store/stored-verification.ts'
import type { SiteOverview } from '../store/sites.ts'
import { issuedAtOf } from '../verification-id.ts'
import { getAccuracy } from './get-accuracy.ts'
import { getStatistics } from './get-statistics.ts'
import { decodeCursor, encodeCursor } from './log-cursor.ts'
import type { AccessPorts } from './require-site.ts'
import { requireSite } from './require-site.ts'
import { mountSiteSettings } from './site-settings.ts'

export interface ApiPorts extends AccessPorts, ProvisionPorts {
  readonly groupOf: (code: string) => string
  readonly feed: SiteFeed
  readonly openStreams: OpenStreams
  /** Writes counts that are still gathered, so that the figures are those of this moment. */
  readonly flushCounts: () => Promise<void>
}

/** What the dashboard calls with a person's session. */
export function apiRoutes(ports: ApiPorts): FastifyPluginAsync {
  return async (app) => {
    // A server that closes waits for its requests, and a stream would never end by itself.
    app.addHook('preClose', async () => closeStreams(ports.openStreams))
    const actorOf = requireSession(app, ports.findActor)
    limitRate(app, { key: (request) => actorOf(request).userId, max: 200, windowSeconds: 10, now: ports.now })

    mountRoute(app, captchaRoutes.getSite, async ({ params, request }) => describeSite(await requireSite(ports, actorOf(request), params.solutionId, 'VIEWER')))

    mountRoute(app, captchaRoutes.rotateSecretKey, async ({ params, request }) => {
      const site = await requireSite(ports, actorOf(request), params.solutionId, 'ADMIN')
      return rotateSecretKey(ports, site.id)
    })

    mountRoute(app, captchaRoutes.getStatistics, async ({ params, query, request }) => {
      const site = await requireSite(ports, actorOf(request), params.solutionId, 'VIEWER')
      await ports.flushCounts()
      return getStatistics(ports.db, site.id, query.period, ports.now())
    })

    mountRoute(app, captchaRoutes.listVerifications, async ({ params, query, request }) => {
      const site = await requireSite(ports, actorOf(request), params.solutionId, 'VIEWER')
      const after = query.cursor === undefined ? null : decodeCursor(query.cursor)
      // One more than asked for tells whether there is a further page.
      const rows = await listVerifications(ports.db, { siteId: site.id, limit: query.limit + 1, after, outcome: query.outcome ?? null })
      const page = rows.slice(0, query.limit)
      const last = page.at(-1)
      const nextCursor = rows.length > query.limit && last !== undefined ? encodeCursor({ issuedAt: last.issued_at, id: last.id }) : null
      return { items: page.map((row) => toVerification(row, site.solutionId, ports.groupOf)), nextCursor }
    })

    mountRoute(app, captchaRoutes.getVerification, async ({ params, request }) => {
      const site = await requireSite(ports, actorOf(request), params.solutionId, 'VIEWER')
      return requireVerification(ports, site, params.verificationId)
    })

    mountRoute(app, captchaRoutes.putFeedback, async ({ params, body, request }) => {
      const site = await requireSite(ports, actorOf(request), params.solutionId, 'MEMBER')
      const feedback = await giveFeedback(ports.db, requireKey(site, params.verificationId), { label: body.label, at: new Date(ports.now()) })
      if (feedback === undefined) throw new ProblemError('not-found')
      return feedback
    })

    mountRoute(app, captchaRoutes.deleteFeedback, async ({ params, request }) => {
      const site = await requireSite(ports, actorOf(request), params.solutionId, 'MEMBER')
      const key = requireKey(site, params.verificationId)
      if ((await findVerification(ports.db, key)) === undefined) throw new ProblemError('not-found')
      await removeFeedback(ports.db, key)
    })

    mountRoute(app, captchaRoutes.getAccuracy, async ({ params, query, request }) => {
      const site = await requireSite(ports, actorOf(request), params.solutionId, 'VIEWER')
      return getAccuracy(ports.db, site.id, query.period, ports.now())
    })

    mountSiteSettings(app, ports, actorOf)

    mountRoute(app, captchaRoutes.streamSite, async ({ params, request, reply }) => {
      const site = await requireSite(ports, actorOf(request), params.solutionId, 'VIEWER')
      const { cookie } = request.headers
      // A stream outlives its request, and must end with the session or the membership that opened it.
      const mayStillRead = async () => {
        const actor = await ports.findActor(cookie)
        return actor !== null && (await ports.findRole(actor, params.solutionId)) !== null
      }
      streamSite({ feed: ports.feed, site, now: ports.now, open: ports.openStreams, mayStillRead }, request, reply)
    })
  }
}

async function requireVerification(ports: ApiPorts, site: SiteOverview, id: string): Promise<Verification> {
  const row = await findVerification(ports.db, requireKey(site, id))
  if (row === undefined) throw new ProblemError('not-found')
  return toVerification(row, site.solutionId, ports.groupOf)
}

/** The key of a verification in the log; an id of any other kind names none. */
function requireKey(site: SiteOverview, id: string): VerificationKey {
  const issuedAt = issuedAtOf(id)
  if (Number.isNaN(issuedAt)) throw new ProblemError('not-found')
  return { siteId: site.id, id, issuedAt: new Date(issuedAt) }
}

function describeSite(site: SiteOverview): Site {
  return {
    solutionId: site.solutionId,
    siteKey: site.siteKey,
    secretKey: { prefix: site.prefix, last4: site.last4, createdAt: site.keyCreatedAt.toISOString() },
    domains: [...site.domains],
    firstVerificationAt: site.firstVerificationAt?.toISOString() ?? null,
    firstFetchedAt: site.firstFetchedAt?.toISOString() ?? null,
  }
}
