import type { FastifyInstance, FastifyRequest } from 'fastify'
import { captchaRoutes } from '@bollard/contracts'
import { mountRoute, ProblemError } from '@bollard/http'
import type { AccessPorts, Actor, Caller } from '../../access/require-site.ts'
import { requireSite } from '../../access/require-site.ts'
import { type CallerPorts, findCaller } from '../../access/require-caller.ts'
import type { SiteFeed } from '../live/site-feed.ts'
import type { OpenStreams } from '../live/stream-site.ts'
import { streamSite } from '../live/stream-site.ts'
import { toVerification } from '../store/stored-verification.ts'
import { issuedAtOf } from '../store/verification-id.ts'
import { decodeCursor } from './log-cursor.ts'
import { listVerifications } from './list-verifications.ts'
import { compileFilter } from './matches-filter.ts'
import { findVerification } from './read-verifications.ts'

export interface LogPorts extends AccessPorts, CallerPorts {
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly groupOf: (code: string) => string
  readonly nameOfNetwork: (asn: number) => string | null
  readonly feed: SiteFeed
  readonly openStreams: OpenStreams
}

/** Verifications one by one: as pages, by id and as they happen. */
export function mountLog(
  app: FastifyInstance,
  ports: LogPorts,
  actorOf: (request: FastifyRequest) => Actor | Caller,
): void {
  const { db, groupOf, nameOfNetwork, now } = ports

  mountRoute(app, captchaRoutes.listVerifications, async ({ params: { solutionId }, query, request }) => {
    const site = await requireSite(ports, actorOf(request), solutionId, 'VIEWER')
    const { cursor, limit, ...filter } = query
    const after = cursor === undefined ? null : decodeCursor(cursor)
    const { rows, nextCursor, searchedUntil } = await listVerifications(db, {
      siteId: site.id,
      filter,
      after,
      limit,
      now: now(),
    })
    const items = rows.map((row) => toVerification(row, { solutionId, groupOf, nameOfNetwork }))
    return { items, nextCursor, searchedUntil: searchedUntil?.toISOString() ?? null }
  })

  mountRoute(app, captchaRoutes.getVerification, async ({ params: { solutionId, verificationId: id }, request }) => {
    const site = await requireSite(ports, actorOf(request), solutionId, 'VIEWER')
    const issuedAt = issuedAtOf(id)
    const row = Number.isNaN(issuedAt)
      ? undefined
      : await findVerification(db, { siteId: site.id, id, issuedAt: new Date(issuedAt) })
    if (row === undefined) throw new ProblemError('not-found')
    return toVerification(row, { solutionId, groupOf, nameOfNetwork })
  })

  mountRoute(app, captchaRoutes.streamSite, async ({ params: { solutionId }, query, request, reply }) => {
    const reader = actorOf(request)
    const { id } = await requireSite(ports, reader, solutionId, 'VIEWER')
    // A stream outlives its request, and must end with the session, the membership or the key that opened it.
    const mayStillRead = () =>
      findCaller(ports, request)
        .then((caller) => requireSite(ports, caller, solutionId, 'VIEWER'))
        .then(() => true, endWhenRefused)
    const matches = Object.keys(query).length === 0 ? null : compileFilter(query)
    streamSite(
      {
        feed: ports.feed,
        site: { id, solutionId, matches },
        reader: reader.userId,
        now,
        open: ports.openStreams,
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
